import type { StrategyContext } from '../../../core/contract/strategy.ts';
import type { HistoryWish, Suggestions } from '../../../core/contract/strategy-preview.ts';
import { faultText } from '../../../core/domain/fault-text.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import type { DriverDenial, DriverParts } from '../driver/driver-parts.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import type { Effect } from '../driver/effect.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { StrategyDriver } from '../driver/strategy-driver.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import { KnownMarkets } from '../driver/watched/known-markets.ts';
import { historiesOf } from '../driver/watched/wanted-histories.ts';
import { previewFigures, previewLines } from './preview-lines.ts';
import { type StateShape, shapeOf } from './state-shape.ts';
import type { OpenStrategy, StrategyShelf } from './strategy-shelf.ts';
import { historyWishes, suggestionsIn } from './suggestions.ts';
import { balancesAfter } from './told-balances.ts';
import type {
  InstanceOpening,
  Listening,
  Preview,
  SavedStep,
  StepInput,
  StepResult,
  StepWorld,
  WorkerAnswer,
  WorkerTask,
} from './worker-protocol.ts';

interface RunnerParts {
  readonly shelf: StrategyShelf;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  /** A steady clock, in ms. */
  readonly elapsedMs: () => number;
}

interface Running {
  driver: StrategyDriver | null;
  readonly parts: DriverParts;
  readonly opening: InstanceOpening;
  readonly strategy: OpenStrategy;
  world: StepWorld;
  /** Of the step that runs. */
  denials: DriverDenial[];
  /** The listening that was told last. */
  subscriptions: StrategyDriver['subscriptions'] | null;
  /** When its state was told last. */
  savedMs: number;
}

/** Books that change nothing but a strategy's thoughts need not be told each time; longest time between two tellings of its state. */
const quietMs = 1_000;
/** Longest snapshot of an instance, in characters: what grows without end is a leak. */
const longestSnapshot = 1_000_000;

const emptyWorld: StepWorld = { nowMs: 0, limits: noLimits, lastPrices: {}, balances: [], instruments: [] };

/** Runs the instances of one plugin, task by task. Knows no thread: it answers what it is asked. */
export class StrategyRunner {
  readonly #parts: RunnerParts;
  readonly #instances = new Map<string, Running>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** A fault ends its instance here; the others do not notice. */
  answer(task: WorkerTask): WorkerAnswer {
    try {
      if (task.kind === 'step') return { kind: 'stepped', result: this.#step(task) };
      if (task.kind === 'describe') return { kind: 'described', schemas: this.#parts.shelf.schemas() };
      if (task.kind === 'shape') return { kind: 'shaped', shape: this.#shape(task) };
      if (task.kind === 'preview') return { kind: 'previewed', preview: this.#preview(task) };
      if (task.kind === 'wishes') return { kind: 'wished', wishes: this.#wishes(task) };
      if (task.kind === 'suggest') return { kind: 'suggested', suggestions: this.#suggest(task) };
      return { kind: 'checked', problem: this.#check(task) };
    } catch (error) {
      if (task.kind === 'step') this.forget(task.instanceId);
      const fault =
        error instanceof StrategyFault
          ? { hook: error.hook, problem: error.problem }
          : { hook: task.kind, problem: error instanceof Error ? error.message : String(error) };
      return { kind: 'fault', fault };
    }
  }

  forget(instanceId: string): void {
    this.#instances.get(instanceId)?.strategy.close();
    this.#instances.delete(instanceId);
  }

  #check({ strategyId, params, instruments }: Extract<WorkerTask, { kind: 'check' }>): CheckedProblem {
    const { definition, close } = this.#strategy(strategyId);
    try {
      return definition.check?.(params, instruments) ?? null;
    } finally {
      close();
    }
  }

  #preview({ strategyId, world, isInOrder }: Extract<WorkerTask, { kind: 'preview' }>): Preview {
    const { definition, close } = this.#strategy(strategyId);
    try {
      const lines = isInOrder ? previewLines(definition.preview?.(world) ?? []) : [];
      return { lines, figures: previewFigures(definition.figures?.(world) ?? []) };
    } finally {
      close();
    }
  }

  #wishes({ strategyId, params, instruments }: Extract<WorkerTask, { kind: 'wishes' }>): readonly HistoryWish[] | null {
    const { definition, close } = this.#strategy(strategyId);
    try {
      return definition.suggest === undefined ? null : historyWishes(definition.suggest.history(params), instruments);
    } finally {
      close();
    }
  }

  #suggest({ strategyId, world }: Extract<WorkerTask, { kind: 'suggest' }>): Suggestions {
    const { definition, close } = this.#strategy(strategyId);
    try {
      return suggestionsIn(definition.suggest?.values(world) ?? { values: [] });
    } finally {
      close();
    }
  }

  #shape({ strategyId, params }: Extract<WorkerTask, { kind: 'shape' }>): StateShape | null {
    const { definition, close } = this.#strategy(strategyId);
    const { instruments } = this.#parts;
    try {
      return shapeOf(definition.start(emptyContext(params, instruments)).state);
    } catch {
      return null;
    } finally {
      close();
    }
  }

  #step({ instanceId, opening, inputs, world }: Extract<WorkerTask, { kind: 'step' }>): StepResult {
    const beganMs = this.#parts.elapsedMs();
    if (opening !== null) this.#instances.set(instanceId, this.#open(instanceId, opening));
    const running = this.#instances.get(instanceId);
    if (running === undefined) throw new Error(`there is no instance ${instanceId}`);
    running.world = { ...world, balances: balancesAfter(running.world.balances, world.balances) };
    running.denials = [];
    running.parts.markets.learn(world.instruments);
    const { effects, isFinished } = runAll(running, inputs);
    const { driver } = running;
    if (driver === null) throw new Error(`the instance ${instanceId} has not started`);
    const listens = driver.subscriptions !== running.subscriptions;
    const isNothingTold = effects.length + running.denials.length + world.instruments.length === 0;
    const isQuiet = inputs.every(({ type }) => type === 'market') && isNothingTold && !listens;
    const snapshot = isQuiet && world.nowMs - running.savedMs < quietMs ? null : driver.snapshot;
    if (snapshot !== null) running.savedMs = world.nowMs;
    const { nextTimerMs } = driver;
    return {
      effects,
      isFinished,
      denials: running.denials,
      saved: snapshot === null ? null : savedStep(snapshot),
      listening: snapshot !== null && listens ? this.#listening(running, driver, snapshot) : null,
      nextTimerMs: Number.isFinite(nextTimerMs) ? nextTimerMs : null,
      busyMs: this.#parts.elapsedMs() - beganMs,
    };
  }

  #open(instanceId: string, opening: InstanceOpening): Running {
    const { executors, instruments } = this.#parts;
    const strategy = this.#strategy(opening.strategyId);
    const running: Running = {
      driver: null,
      opening,
      strategy,
      world: emptyWorld,
      denials: [],
      subscriptions: null,
      savedMs: 0,
      parts: {
        definition: strategy.definition,
        executors,
        markets: new KnownMarkets(instruments),
        idPrefix: instanceId,
        limits: () => running.world.limits,
        lastPrice: (id) => running.world.lastPrices[id] ?? null,
        balances: () => running.world.balances,
        onDenied: (denial) => running.denials.push(denial),
      },
    };
    try {
      if (opening.snapshot !== null) running.driver = StrategyDriver.restore(running.parts, JSON.parse(opening.snapshot) as DriverSnapshot);
    } catch (error) {
      strategy.close();
      throw error;
    }
    return running;
  }

  #strategy(strategyId: string): OpenStrategy {
    const strategy = this.#parts.shelf.open(strategyId);
    if (strategy === null) throw new StrategyFault('load', `the plugin has no strategy ${strategyId}`);
    return strategy;
  }

  #listening(running: Running, { subscriptions, wantedHistories }: StrategyDriver, { actors, candles = {} }: DriverSnapshot): Listening {
    running.subscriptions = subscriptions;
    return { subscriptions, zones: actors.flatMap(({ zones }) => zones), candles, histories: historiesOf(wantedHistories) };
  }
}

type CheckedProblem = Extract<WorkerAnswer, { kind: 'checked' }>['problem'];

function savedStep(snapshot: DriverSnapshot): SavedStep {
  const text = JSON.stringify(snapshot);
  if (text.length > longestSnapshot) throw new StrategyFault('state', faultText('stateTooLong', { count: longestSnapshot }));
  const { orders, flows, orderTimes, day } = snapshot;
  return { snapshot: text, orders, account: { flows, orderTimes, day } };
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

/** The world before anything: nothing held, nothing placed. */
const emptyContext = (params: unknown, instruments: StrategyContext<unknown>['instruments']): StrategyContext<unknown> => ({
  params,
  nowMs: 0,
  instruments,
  positions: [],
  balances: [],
  position: () => null,
  balance: () => null,
  order: () => null,
  random: () => 0.5,
});
