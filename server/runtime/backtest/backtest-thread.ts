import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../../core/contract/server-services.ts';
import { startThread } from '../../threads/start-thread.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import type { BacktestAnswer, BacktestReply, BacktestRequest, BacktestThreadInput } from './thread-protocol.ts';

export interface BacktestThreadLimits {
  /** Heap beyond which a thread ends. */
  readonly heapMb: number;
  /** Longest time without a word while a request is under way. */
  readonly stallMs: number;
}

/** As large as the server's own, which has three parts of 64 MB: most of what a run allocates dies at once. */
const nurseryMb = 192;

export const defaultBacktestLimits: BacktestThreadLimits = { heapMb: 512, stallMs: 120_000 };

interface Waiting {
  readonly resolve: (answer: BacktestAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((fraction: number) => void) | undefined;
}

/** The thread is gone: its run was called off. */
class BacktestThreadClosed extends Error {
  constructor() {
    super('the backtest thread was closed');
    this.name = 'BacktestThreadClosed';
  }
}

/** What the thread was asked for was called off; it goes on with the next. */
export class BacktestCalledOff extends Error {
  constructor() {
    super('the request to the backtest thread was called off');
    this.name = 'BacktestCalledOff';
  }
}

/** A thread for one strategy and its data, with limits; it answers one request at a time. */
export class BacktestThread {
  readonly #worker: Worker;
  readonly #limits: BacktestThreadLimits;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #calledOff = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #waiting: Waiting | null = null;
  #stopWatching: (() => void) | null = null;
  #loss: Error | null = null;

  constructor(input: BacktestThreadInput, clock: Pick<Clock, 'after'>, limits: BacktestThreadLimits = defaultBacktestLimits) {
    this.#limits = limits;
    this.#clock = clock;
    this.#worker = startThread('backtest-worker', {
      workerData: { ...input, calledOff: this.#calledOff } satisfies BacktestThreadInput,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: nurseryMb },
    });
    this.#worker.on('message', (reply: BacktestReply) => this.#receive(reply));
    this.#worker.on('error', (error: Error & { code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#lose(isFull ? new BacktestImpossible('memory', { limitMb: limits.heapMb }, error) : error);
    });
    this.#worker.on('exit', (code) => this.#lose(new Error(`the backtest thread ended with code ${code}`)));
  }

  /** Rejects with BacktestImpossible when the run is, and with BacktestThreadClosed when it was called off. */
  ask<K extends BacktestRequest['kind']>(
    request: Extract<BacktestRequest, { kind: K }>,
    onProgress?: (fraction: number) => void,
  ): Promise<Extract<BacktestAnswer, { kind: K }>> {
    return new Promise((resolve, reject) => {
      if (this.#loss !== null) return reject(this.#loss);
      if (this.#waiting !== null) return reject(new Error('a backtest thread answers one request at a time'));
      this.#waiting = { resolve: (answer) => resolve(answer as Extract<BacktestAnswer, { kind: K }>), reject, onProgress };
      this.#watch();
      Atomics.store(this.#calledOff, 0, 0);
      this.#worker.postMessage(request);
    });
  }

  /** Ends the page of steps that it makes, if it does, with BacktestCalledOff. */
  callOff(): void {
    Atomics.store(this.#calledOff, 0, 1);
  }

  /** Ends it at once, whatever it is doing. */
  async close(): Promise<void> {
    this.#lose(new BacktestThreadClosed());
    await this.#worker.terminate();
  }

  #receive(reply: BacktestReply): void {
    if (reply.kind === 'progress') {
      this.#watch();
      this.#waiting?.onProgress?.(reply.fraction);
      return;
    }
    const waiting = this.#settle();
    if (reply.kind === 'called-off') waiting?.reject(new BacktestCalledOff());
    else if (reply.kind === 'impossible') waiting?.reject(new BacktestImpossible(reply.reason.key, reply.reason.params));
    else waiting?.resolve(reply);
  }

  #watch(): void {
    this.#stopWatching?.();
    const { stallMs } = this.#limits;
    this.#stopWatching = this.#clock.after(stallMs, () => {
      this.#lose(new BacktestImpossible('stalled', { seconds: Math.round(stallMs / 1_000) }));
    });
  }

  #settle(): Waiting | null {
    this.#stopWatching?.();
    this.#stopWatching = null;
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #lose(error: Error): void {
    if (this.#loss !== null) return;
    this.#loss = error;
    this.#settle()?.reject(error);
    void this.#worker.terminate();
  }
}
