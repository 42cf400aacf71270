import type { Worker } from 'node:worker_threads';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { ParamsProblem } from '../../../core/contract/strategy.ts';
import type { HistoryWish, PreviewContext, SuggestContext, Suggestions } from '../../../core/contract/strategy-preview.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import { faultText } from '../../../core/domain/fault-text.ts';
import type { StateShape } from './state-shape.ts';
import { StepFailure } from './step-failure.ts';
import { StepWatch } from './step-watch.ts';
import { balancesToTell } from './told-balances.ts';
import {
  type InstanceOpening,
  type NamedMarkets,
  newUnderWay,
  type Preview,
  type StepInput,
  type StepResult,
  type StepWorld,
  type UnderWay,
  type WorkerAnswer,
  type WorkerInput,
  type WorkerReply,
  type WorkerRequest,
  type WorkerTask,
} from './worker-protocol.ts';

export interface ThreadLimits {
  /** Longest time of one task. */
  readonly stepMs: number;
  /** Heap of the thread beyond which it ends. */
  readonly heapMb: number;
  /** Longest time until a thread is ready. */
  readonly startMs: number;
}

export const defaultThreadLimits: ThreadLimits = { stepMs: 1_000, heapMb: 128, startMs: 30_000 };

interface ThreadParts {
  readonly pluginId: string;
  /** Asked whenever a thread starts. */
  readonly input: () => WorkerInput;
  /** Gives a thread that is about to load the input. */
  readonly spawn: (input: WorkerInput, underWay: UnderWay) => Worker;
  readonly limits: ThreadLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface StepOrder {
  readonly instanceId: string;
  /** Asked when the thread does not know the instance, as it is then. */
  readonly opening: () => InstanceOpening;
  readonly inputs: readonly StepInput[];
  readonly world: StepWorld;
}

interface Waiting {
  /** Made when it is sent. */
  readonly task: () => WorkerTask;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: StepFailure) => void;
}

const failureOf = (answer: WorkerAnswer, hook: string): StepFailure =>
  new StepFailure(answer.kind === 'fault' ? answer.fault : { hook, problem: `it was answered by ${answer.kind}` });

/** What one strategy and its thread need to live on their own: an unused thread ends after this time. */
const idleMs = 300_000;
/** Tasks of one message: what gathers while the thread works goes together, because each way between threads costs as much as a step. */
const mostTasks = 64;

/**
 * The thread that runs one plugin's strategies, a batch of tasks at a time, one after the other: whoever's task is under way when the
 * thread loops, runs out of memory or ends, did it. The others go on in a fresh thread.
 */
export class StrategyThread {
  readonly #parts: ThreadParts;
  readonly #queue: Waiting[] = [];
  /** Instances that the thread runs, with the balances that it was told last. */
  readonly #known = new Map<string, readonly Balance[]>();
  readonly #watch: StepWatch;
  #worker: Worker | null = null;
  #isReady = false;
  #underWay = newUnderWay();
  /** What was sent; its first tasks may have been answered. */
  #batch: readonly Waiting[] = [];
  #answered = 0;
  #isSending = false;
  /** What is to be done between two batches. */
  #onFree: (() => void) | null = null;
  #closed = false;
  #stopIdling: (() => void) | null = null;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
    this.#watch = new StepWatch(parts.clock, (problem) => this.#end({ hook: 'step', problem }));
  }

  /** Rejects with {@link StepFailure} when the instance cannot go on. */
  async step({ instanceId, opening, inputs, world }: StepOrder): Promise<StepResult> {
    const answer = await this.#ask(() => {
      const isKnown = this.#known.has(instanceId);
      const balances = balancesToTell(this.#known.get(instanceId), world.balances);
      this.#known.set(instanceId, world.balances);
      return { kind: 'step', instanceId, opening: isKnown ? null : opening(), inputs, world: { ...world, balances } };
    });
    if (answer.kind === 'stepped') return answer.result;
    this.#known.delete(instanceId);
    throw failureOf(answer, 'step');
  }

  /** What is wrong with params by the strategy's own rules; null when nothing is. */
  async check(strategyId: string, params: unknown, instruments: NamedMarkets): Promise<ParamsProblem | null> {
    const answer = await this.#ask(() => ({ kind: 'check', strategyId, params, instruments }));
    if (answer.kind === 'checked') return answer.problem;
    throw failureOf(answer, 'check');
  }

  /** What params come to before a start; they must keep to the schema, and place nothing unless they are in order. */
  async preview(strategyId: string, world: PreviewContext<unknown>, isInOrder: boolean): Promise<Preview> {
    const answer = await this.#ask(() => ({ kind: 'preview', strategyId, world, isInOrder }));
    if (answer.kind === 'previewed') return answer.preview;
    throw failureOf(answer, 'preview');
  }

  /** Which candles the strategy takes for what it suggests; null: it suggests nothing. */
  async wishes(strategyId: string, params: object, instruments: NamedMarkets): Promise<readonly HistoryWish[] | null> {
    const answer = await this.#ask(() => ({ kind: 'wishes', strategyId, params, instruments }));
    if (answer.kind === 'wished') return answer.wishes;
    throw failureOf(answer, 'suggest');
  }

  /** What the strategy suggests, with the candles that it wished for. */
  async suggest(strategyId: string, world: SuggestContext<object>): Promise<Suggestions> {
    const answer = await this.#ask(() => ({ kind: 'suggest', strategyId, world }));
    if (answer.kind === 'suggested') return answer.suggestions;
    throw failureOf(answer, 'suggest');
  }

  /** The plugin's strategies: id → its params' schema. Rejects with {@link StepFailure} when its code does not come up. */
  async describe(): Promise<Readonly<Record<string, object>>> {
    const answer = await this.#ask(() => ({ kind: 'describe' }));
    if (answer.kind === 'described') return answer.schemas;
    throw failureOf(answer, 'load');
  }

  /** The shape of the state that a strategy starts with; null when it does not start without a market. */
  async shape(strategyId: string, params: unknown): Promise<StateShape | null> {
    const answer = await this.#ask(() => ({ kind: 'shape', strategyId, params }));
    if (answer.kind === 'shaped') return answer.shape;
    throw failureOf(answer, 'start');
  }

  /**
   * Goes on in another's thread, which is idle and gives it away, once the tasks under way are answered; without a thread of
   * its own it stays as it is. Nobody who waits here notices. Resolves when it is done.
   */
  takeOver(other: StrategyThread): Promise<void> {
    if (this.#worker === null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onFree = () => {
        this.#succeed(other);
        resolve();
      };
      if (this.#isIdle) this.#free();
    });
  }

  forget(instanceId: string): void {
    if (!this.#known.delete(instanceId)) return;
    this.#worker?.postMessage({ kind: 'forget', instanceId } satisfies WorkerRequest);
    this.#rest();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#onFree = null;
    this.#stopIdling?.();
    const lost = [...this.#takeUnanswered(), ...this.#queue.splice(0)];
    for (const { reject } of lost) reject(new StepFailure({ hook: 'step', problem: faultText('closed') }));
    await this.#discard();
  }

  #ask(task: Waiting['task']): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new StepFailure({ hook: 'step', problem: faultText('closed') }));
      this.#queue.push({ task, resolve, reject });
      this.#next();
    });
  }

  get #isIdle(): boolean {
    return this.#batch.length === 0;
  }

  /** A turn later: what several instances ask at the same news goes in one message. */
  #next(): void {
    if (!this.#isIdle || this.#isSending || this.#closed) return;
    this.#isSending = true;
    queueMicrotask(() => {
      this.#isSending = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#isIdle || this.#closed) return;
    if (this.#queue.length === 0) {
      this.#rest();
      return;
    }
    this.#stopIdling?.();
    if (this.#worker === null) this.#start();
    if (!this.#isReady) return;
    this.#batch = this.#queue.splice(0, mostTasks);
    this.#answered = 0;
    Atomics.store(this.#underWay, 0, 0);
    this.#watch.begin(this.#parts.limits.stepMs, 'tooSlow', () => Atomics.load(this.#underWay, 0));
    this.#worker?.postMessage({ kind: 'work', tasks: this.#batch.map(({ task }) => task()) } satisfies WorkerRequest);
  }

  /** What was sent and is not answered; nothing is under way any more. */
  #takeUnanswered(): readonly Waiting[] {
    const left = this.#batch.slice(this.#answered);
    this.#batch = [];
    this.#answered = 0;
    return left;
  }

  #start(): void {
    const { limits, spawn, input } = this.#parts;
    this.#underWay = newUnderWay();
    const worker = spawn(input(), this.#underWay);
    this.#watch.begin(limits.startMs, 'notReady');
    this.#attach(worker);
  }

  #attach(worker: Worker): void {
    const { limits, logger, pluginId } = this.#parts;
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => this.#receive(worker, reply));
    worker.on('error', (error: Error & { code?: string }) => {
      logger.warn({ err: error, plugin: pluginId }, 'a strategy thread failed');
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const fault = isFull
        ? { hook: 'memory', problem: faultText('tooLarge', { mb: limits.heapMb }) }
        : { hook: 'step', problem: error.message };
      if (this.#worker === worker) this.#end(fault);
    });
    worker.on('exit', (code) => {
      if (this.#worker === worker) this.#end({ hook: 'step', problem: faultText('threadEnded', { code }) });
    });
  }

  #free(): void {
    const work = this.#onFree;
    this.#onFree = null;
    work?.();
  }

  #succeed(other: StrategyThread): void {
    const worker = other.#giveAway();
    void this.#discard();
    if (worker !== null) {
      this.#attach(worker);
      this.#underWay = other.#underWay;
      this.#isReady = true;
    }
    this.#next();
  }

  /** The thread when it is ready and idle; this object has none afterwards. */
  #giveAway(): Worker | null {
    const worker = this.#worker;
    if (worker === null || !this.#isReady || !this.#isIdle) return null;
    // By name: Node keeps listeners of its own there, which start and stop the port.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    this.#worker = null;
    this.#isReady = false;
    this.#known.clear();
    this.#stopIdling?.();
    return worker;
  }

  #receive(worker: Worker, reply: WorkerReply): void {
    if (worker !== this.#worker) return;
    switch (reply.kind) {
      case 'failed':
        this.#end({ hook: 'load', problem: reply.problem });
        return;
      case 'ready':
        this.#watch.end();
        this.#isReady = true;
        break;
      case 'unsound':
        // Whoever broke it has heard so; those who asked meanwhile are innocent.
        this.#queue.unshift(...this.#takeUnanswered());
        void this.#discard();
        break;
      case 'answered':
        for (const answer of reply.answers) this.#batch[this.#answered++]?.resolve(answer);
        if (this.#answered < this.#batch.length) return;
        this.#watch.end();
        this.#batch = [];
        this.#free();
    }
    this.#next();
  }

  /** The thread is lost; unless it was ready it never came up, and nobody who waits can be helped. */
  #end(fault: { readonly hook: string; readonly problem: string }): void {
    const wasReady = this.#isReady;
    const at = Math.max(Atomics.load(this.#underWay, 0) - this.#answered, 0);
    const unanswered = this.#takeUnanswered();
    void this.#discard();
    this.#queue.unshift(...unanswered.filter((_, place) => place !== at));
    const lost = wasReady ? unanswered.slice(at, at + 1) : this.#queue.splice(0);
    for (const { reject } of lost) reject(new StepFailure(fault));
    this.#free();
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
      if (this.#known.size === 0 && this.#isIdle && this.#queue.length === 0) return this.#discard();
    });
  }
}
