import type { CommittedBatch } from '../../server/engine/host/committed-batch.ts';
import type { EngineFactory } from '../../server/engine/host/engine-factory.ts';
import type { EngineHost, EngineHostOptions } from '../../server/engine/host/host-port.ts';
import { openHost } from '../../server/engine/host/open-host.ts';
import type { EngineLogger } from '../../server/engine/journal/logger.ts';
import { type FileHooks, hookedFileSystem, temporaryFolder } from './journal-kit.ts';
import { restingEngine } from './resting-engine.ts';

/** A venue on a temporary folder that can be closed and opened again, with all it published. */
export class HostBench {
  readonly hooks: FileHooks = {};
  readonly batches: CommittedBatch[] = [];
  readonly logLines: string[] = [];
  /** Advanced by hand; the host stamps it. */
  nowMs = 1000;
  readonly #folder: { readonly path: string; readonly remove: () => Promise<void> };
  readonly #opened: EngineHost[] = [];
  readonly #timers = new Set<() => void>();

  constructor(folder: { readonly path: string; readonly remove: () => Promise<void> }) {
    this.#folder = folder;
  }

  get folder(): string {
    return this.#folder.path;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  async open(options: Partial<EngineHostOptions> = {}, factory: EngineFactory = restingEngine): Promise<EngineHost> {
    const host = await openHost(
      {
        folder: this.folder,
        now: () => this.nowMs,
        followers: [],
        onCommitted: (batch) => {
          this.batches.push(batch);
        },
        snapshotEveryCommands: 0,
        logger: this.#logger(),
        fileSystem: hookedFileSystem(this.hooks),
        schedule: (callback) => {
          this.#timers.add(callback);
          return () => this.#timers.delete(callback);
        },
        ...options,
      },
      factory,
    );
    this.#opened.push(host);
    return host;
  }

  /** Sequences published so far, in order. */
  get published(): number[] {
    return this.batches.flatMap(({ commands }) => commands.map(({ sequence }) => sequence));
  }

  fireTimers(): void {
    const due = [...this.#timers];
    this.#timers.clear();
    for (const callback of due) callback();
  }

  /** Holds the next sync until the returned function is called. */
  holdSync(): { readonly reached: Promise<void>; readonly release: () => void } {
    let release: () => void = () => undefined;
    const reached = new Promise<void>((onReached) => {
      this.hooks.beforeSync = () => {
        delete this.hooks.beforeSync;
        onReached();
        return new Promise((go) => {
          release = go;
        });
      };
    });
    return { reached, release: () => release() };
  }

  async dispose(): Promise<void> {
    delete this.hooks.beforeSync;
    delete this.hooks.beforeWrite;
    for (const host of this.#opened) await host.close();
    await this.#folder.remove();
  }

  #logger(): EngineLogger {
    const log = (_details: object, message: string): void => {
      this.logLines.push(message);
    };
    return { info: log, warn: log, error: log };
  }
}

export const openHostBench = async (): Promise<HostBench> => new HostBench(await temporaryFolder());

export const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
