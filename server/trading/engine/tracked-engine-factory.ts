import type { EnginePort } from '../../engine/engine-port.ts';
import type { EngineFactory } from '../../engine/host/engine-factory.ts';
import { EngineDirectory } from './engine-directory.ts';
import { TrackedEngine } from './tracked-engine.ts';

/** Makes tracked engines for a host and remembers the one in use (recovery may try several snapshots). */
export class TrackedEngineFactory implements EngineFactory {
  readonly #inner: EngineFactory;
  #current: TrackedEngine | null = null;

  constructor(inner: EngineFactory) {
    this.#inner = inner;
  }

  get current(): TrackedEngine {
    if (this.#current === null) throw new Error('the host has not made its engine yet');
    return this.#current;
  }

  get directory(): EngineDirectory {
    return this.current.directory;
  }

  create(): EnginePort {
    this.#current = new TrackedEngine(this.#inner.create(), new EngineDirectory());
    return this.#current;
  }

  restore(state: Uint8Array): EnginePort {
    const bytes = Buffer.from(state.buffer, state.byteOffset, state.byteLength);
    const end = 4 + bytes.readUInt32LE(0);
    const directory = EngineDirectory.fromJson(bytes.toString('utf8', 4, end));
    this.#current = new TrackedEngine(this.#inner.restore(bytes.subarray(end)), directory);
    return this.#current;
  }
}
