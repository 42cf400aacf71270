import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import type { Effect } from '../driver/effect.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { type DriverParts, StrategyDriver } from '../driver/strategy-driver.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import { noLimits } from '../driver/trading-limits.ts';
import type {
  InstanceOpening,
  Listening,
  StepDenial,
  StepInput,
  StepResult,
  StepWorld,
  WorkerReply,
  WorkerRequest,
} from './worker-protocol.ts';

export interface RunnerParts {
  readonly strategies: Readonly<Record<string, StrategyDefinition>>;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  /** A steady clock, in ms. */
  readonly elapsedMs: () => number;
}

interface Running {
  driver: StrategyDriver | null;
  readonly parts: DriverParts;
  readonly opening: InstanceOpening;
  world: StepWorld;
  /** Of the request that runs. */
  denials: StepDenial[];
  /** The listening that was told last. */
  subscriptions: StrategyDriver['subscriptions'] | null;
}

/** Longest snapshot of an instance, in characters: what grows without end is a leak. */
const longestSnapshot = 1_000_000;

const emptyWorld: StepWorld = { nowMs: 0, limits: noLimits, lastPrices: {}, balances: [] };

/** Runs the instances of one plugin, request by request. Knows no thread: it answers what it is asked. */
export class StrategyRunner {
  readonly #parts: RunnerParts;
  readonly #instances = new Map<string, Running>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Null for what needs no answer. A fault ends its instance here; the others do not notice. */
  answer(request: WorkerRequest): WorkerReply | null {
    if (request.kind === 'forget') {
      this.#instances.delete(request.instanceId);
      return null;
    }
    try {
      if (request.kind === 'step') return { kind: 'stepped', id: request.id, result: this.#step(request) };
      const { strategyId, params, id } = request;
      return { kind: 'checked', id, problem: this.#definition(strategyId).check?.(params, this.#parts.instruments) ?? null };
    } catch (error) {
      if (request.kind === 'step') this.#instances.delete(request.instanceId);
      const hook = error instanceof StrategyFault ? error.hook : request.kind;
      return { kind: 'fault', id: request.id, fault: { hook, problem: error instanceof Error ? error.message : String(error) } };
    }
  }

  #step({ instanceId, opening, inputs, world }: Extract<WorkerRequest, { kind: 'step' }>): StepResult {
    const beganMs = this.#parts.elapsedMs();
    if (opening !== null) this.#instances.set(instanceId, this.#open(instanceId, opening));
    const running = this.#instances.get(instanceId);
    if (running === undefined) throw new Error(`there is no instance ${instanceId}`);
    running.world = world;
    running.denials = [];
    const { effects, isFinished } = runAll(running, inputs);
    const { driver } = running;
    if (driver === null) throw new Error(`the instance ${instanceId} has not started`);
    const snapshot = driver.snapshot;
    const text = JSON.stringify(snapshot);
    if (text.length > longestSnapshot) throw new StrategyFault('state', `it is longer than ${longestSnapshot} characters`);
    const nextTimerMs = driver.nextTimerMs;
    return {
      effects,
      isFinished,
      denials: running.denials,
      snapshot: text,
      orders: driver.workingOrders,
      account: driver.account.save(),
      listening: this.#listening(running, driver, snapshot),
      nextTimerMs: Number.isFinite(nextTimerMs) ? nextTimerMs : null,
      busyMs: this.#parts.elapsedMs() - beganMs,
    };
  }

  #open(instanceId: string, opening: InstanceOpening): Running {
    const { executors, instruments } = this.#parts;
    const observed = <D extends StrategyDefinition>(definition: D): D => ({
      ...definition,
      onOrder: (context, state, event) => {
        if (event.type === 'denied') running.denials.push({ tag: event.tag, code: event.code, params: event.params });
        return definition.onOrder(context, state, event);
      },
    });
    const running: Running = {
      driver: null,
      opening,
      world: emptyWorld,
      denials: [],
      subscriptions: null,
      parts: {
        definition: observed(this.#definition(opening.strategyId)),
        executors: Object.fromEntries(Object.entries(executors).map(([kind, executor]) => [kind, observed(executor)])),
        instruments,
        idPrefix: instanceId,
        limits: () => running.world.limits,
        lastPrice: (id) => running.world.lastPrices[id] ?? null,
        balances: () => running.world.balances,
      },
    };
    if (opening.snapshot !== null) running.driver = StrategyDriver.restore(running.parts, JSON.parse(opening.snapshot) as DriverSnapshot);
    return running;
  }

  #definition(strategyId: string): StrategyDefinition {
    const definition = this.#parts.strategies[strategyId];
    if (definition === undefined) throw new StrategyFault('load', `the plugin has no strategy ${strategyId}`);
    return definition;
  }

  #listening(running: Running, driver: StrategyDriver, { actors }: DriverSnapshot): Listening | null {
    const { subscriptions } = driver;
    if (subscriptions === running.subscriptions) return null;
    running.subscriptions = subscriptions;
    return { subscriptions, zones: actors.flatMap(({ zones }) => zones) };
  }
}

/** A strategy that finishes is stopped at once; afterwards only its orders concern it. */
function runAll(running: Running, inputs: readonly StepInput[]): Pick<StepResult, 'effects' | 'isFinished'> {
  const effects: Effect[] = [];
  let isFinished = false;
  for (const input of inputs) {
    if (isFinished && input.type !== 'order') continue;
    const made = run(running, input);
    effects.push(...made);
    if (isFinished || input.type === 'stop' || !made.some(({ type }) => type === 'finish')) continue;
    effects.push(...run(running, { type: 'stop' }));
    isFinished = true;
  }
  return { effects, isFinished };
}

function run(running: Running, input: StepInput): readonly Effect[] {
  const { nowMs } = running.world;
  if (input.type === 'start') {
    const { params, seed } = running.opening;
    const started = StrategyDriver.start(running.parts, params, seed, nowMs);
    running.driver = started.driver;
    return started.effects;
  }
  const { driver } = running;
  if (driver === null) throw new Error('an instance that has not started gets no news');
  switch (input.type) {
    case 'market':
      return driver.market(input.event, nowMs);
    case 'price':
      return driver.price(input.instrumentId, input.price, nowMs);
    case 'order':
      return driver.order(input.report, nowMs);
    case 'ring':
      return driver.ring(nowMs);
    case 'update':
      return driver.update(input.params, nowMs);
    case 'stop':
      return driver.stop(nowMs);
  }
}
