import { createEngine, restoreEngine } from '../engine.ts';
import type { EngineHost, EngineHostOptions } from './host-port.ts';
import { openHost } from './open-host.ts';

/**
 * Opens a venue: takes its folder, checks the journal, restores and replays the engine, catches the projector up, then serves.
 * Rejects with `JournalLocked`, `JournalCorrupt` or `RecoveryRefused`; the folder is free again then.
 */
export const openEngineHost = (options: EngineHostOptions): Promise<EngineHost> =>
  openHost(options, { create: createEngine, restore: restoreEngine });
