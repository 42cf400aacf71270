import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../../core/contract/server-services.ts';
import { startThread } from '../../threads/start-thread.ts';
import type { UnderWay, WorkerInput, WorkerRequest } from './worker-protocol.ts';

/** The next spare comes once the one that was taken has had its time to start. */
const refillMs = 2_000;

/**
 * Threads for strategies, and one more that has loaded all but a plugin: whoever starts the first instance of a plugin need not wait for
 * a thread to come up.
 */
export class SpareThread {
  readonly #heapMb: number;
  readonly #clock: Pick<Clock, 'after'>;
  #spare: Worker | null = null;
  #stopRefill: () => void = () => undefined;
  #closed = false;

  constructor(heapMb: number, clock: Pick<Clock, 'after'>) {
    this.#heapMb = heapMb;
    this.#clock = clock;
  }

  fill(): void {
    if (this.#closed || this.#spare !== null) return;
    const spare = this.#start();
    this.#spare = spare;
    // One that ends by itself is not missed: the next one to be asked for is a new one.
    const leave = (): void => {
      if (this.#spare === spare) this.#spare = null;
    };
    spare.once('error', leave);
    spare.once('exit', leave);
    // It must not hold up the end of the process.
    spare.unref();
  }

  /** A thread that is about to load the plugin; it says when it is ready. */
  take(input: WorkerInput, underWay: UnderWay): Worker {
    const worker = this.#spare ?? this.#start();
    this.#spare = null;
    worker.ref();
    worker.postMessage({ kind: 'open', input, underWay } satisfies WorkerRequest);
    this.#stopRefill();
    this.#stopRefill = this.#clock.after(refillMs, () => this.fill());
    return worker;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopRefill();
    const spare = this.#spare;
    this.#spare = null;
    await spare?.terminate();
  }

  #start(): Worker {
    return startThread('strategy-worker', {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: 16 },
    });
  }
}
