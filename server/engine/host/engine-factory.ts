import type { EnginePort } from '../engine-port.ts';

/** Where a host gets its engine from. */
export interface EngineFactory {
  create(): EnginePort;
  /** Reads the bytes of `EnginePort.snapshot`; throws when they are none. */
  restore(state: Uint8Array): EnginePort;
}
