import { Worker } from 'node:worker_threads';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { ParamsProblem } from '../../../core/contract/strategy.ts';
import { StepFailure } from './step-failure.ts';
import { StepWatch } from './step-watch.ts';
import { workerFile } from './worker-file.ts';
import type { InstanceOpening, StepInput, StepResult, StepWorld, WorkerInput, WorkerReply, WorkerRequest } from './worker-protocol.ts';

export interface ThreadLimits {
  /** Longest time of one request. */
  readonly stepMs: number;
  /** Heap of the thread beyond which it ends. */
  readonly heapMb: number;
  /** Longest time until a thread is ready. */
  readonly startMs: number;
}

export const defaultThreadLimits: ThreadLimits = { stepMs: 1_000, heapMb: 128, startMs: 30_000 };

export interface ThreadParts {
  /** Asked whenever a thread starts. */
  readonly input: () => WorkerInput;
  readonly limits: ThreadLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface StepOrder {
  readonly instanceId: string;
  /** Asked when the thread does not know the instance, as it is then. */
  readonly opening: () => InstanceOpening;
  readonly inputs: readonly StepInput[];
  readonly world: StepWorld;
}

interface Waiting {
  readonly request: (id: number) => WorkerRequest;
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: StepFailure) => void;
}

/** What one strategy and its thread need to live on their own: an unused thread ends after this time. */
const idleMs = 300_000;

/**
 * The thread that runs one plugin's strategies, one request at a time: whoever's request is under way when the thread loops,
 * runs out of memory or ends, did it. The others wait in the queue and go on in a fresh thread.
 */
export class StrategyThread {
  readonly #parts: ThreadParts;
  readonly #queue: Waiting[] = [];
  readonly #known = new Set<string>();
  readonly #watch: StepWatch;
  #worker: Worker | null = null;
  #isReady = false;
  #head: Waiting | null = null;
  #nextId = 1;
  #closed = false;
  #stopIdling: (() => void) | null = null;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
    this.#watch = new StepWatch(parts.clock, (problem) => this.#end({ hook: 'step', problem }));
  }

  /** Rejects with {@link StepFailure} when the instance cannot go on. */
  async step({ instanceId, opening, inputs, world }: StepOrder): Promise<StepResult> {
    const reply = await this.#ask((id) => {
      const isKnown = this.#known.has(instanceId);
      this.#known.add(instanceId);
      return { kind: 'step', id, instanceId, opening: isKnown ? null : opening(), inputs, world };
    });
    if (reply.kind === 'stepped') return reply.result;
    this.#known.delete(instanceId);
    throw new StepFailure(reply.kind === 'fault' ? reply.fault : { hook: 'step', problem: `it was answered by ${reply.kind}` });
  }

  /** What is wrong with params by the strategy's own rules; null when nothing is. */
  async check(strategyId: string, params: unknown): Promise<ParamsProblem | null> {
    const reply = await this.#ask((id) => ({ kind: 'check', id, strategyId, params }));
    if (reply.kind === 'checked') return reply.problem;
    throw new StepFailure(reply.kind === 'fault' ? reply.fault : { hook: 'check', problem: `it was answered by ${reply.kind}` });
  }

  forget(instanceId: string): void {
    if (!this.#known.delete(instanceId)) return;
    this.#worker?.postMessage({ kind: 'forget', instanceId } satisfies WorkerRequest);
    this.#rest();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopIdling?.();
    const lost = [...(this.#head === null ? [] : [this.#head]), ...this.#queue.splice(0)];
    this.#head = null;
    for (const { reject } of lost) reject(new StepFailure({ hook: 'step', problem: 'the runtime is closed' }));
    await this.#discard();
  }

  #ask(request: Waiting['request']): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new StepFailure({ hook: 'step', problem: 'the runtime is closed' }));
      this.#queue.push({ request, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#head !== null || this.#closed) return;
    if (this.#queue.length === 0) {
      this.#rest();
      return;
    }
    this.#stopIdling?.();
    if (this.#worker === null) this.#start();
    if (!this.#isReady) return;
    const head = this.#queue.shift() as Waiting;
    this.#head = head;
    this.#watch.begin(this.#parts.limits.stepMs, 'it took longer than');
    this.#worker?.postMessage(head.request(this.#nextId++));
  }

  #start(): void {
    const { limits, logger } = this.#parts;
    const input = this.#parts.input();
    const worker = new Worker(workerFile(), {
      workerData: input,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker = worker;
    this.#watch.begin(limits.startMs, 'its thread was not ready after');
    worker.on('message', (reply: WorkerReply) => this.#receive(worker, reply));
    worker.on('error', (error: Error & { code?: string }) => {
      logger.warn({ err: error, plugin: input.pluginId }, 'a strategy thread failed');
      const problem = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it needs more than ${limits.heapMb} MB` : error.message;
      if (this.#worker === worker) this.#end({ hook: 'memory', problem });
    });
    worker.on('exit', (code) => {
      if (this.#worker === worker) this.#end({ hook: 'step', problem: `its thread ended (${code})` });
    });
  }

  #receive(worker: Worker, reply: WorkerReply): void {
    if (worker !== this.#worker) return;
    this.#watch.end();
    if (reply.kind === 'failed') {
      this.#end({ hook: 'load', problem: reply.problem });
      return;
    }
    if (reply.kind === 'ready') this.#isReady = true;
    else {
      const head = this.#head;
      this.#head = null;
      head?.resolve(reply);
    }
    this.#next();
  }

  /** The thread is lost; without a request under way it never came up, and nobody who waits can be helped. */
  #end(fault: { readonly hook: string; readonly problem: string }): void {
    const wasReady = this.#isReady;
    const head = this.#head;
    this.#head = null;
    void this.#discard();
    const lost = wasReady ? (head === null ? [] : [head]) : this.#queue.splice(0);
    for (const { reject } of lost) reject(new StepFailure(fault));
    this.#next();
  }

  async #discard(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#isReady = false;
    this.#known.clear();
    this.#watch.end();
    await worker?.terminate();
  }

  #rest(): void {
    if (this.#known.size > 0 || this.#worker === null || this.#queue.length > 0) return;
    this.#stopIdling?.();
    this.#stopIdling = this.#parts.clock.after(idleMs, () => {
      if (this.#known.size === 0 && this.#head === null && this.#queue.length === 0) return this.#discard();
    });
  }
}
