import {
  type MarketEvent,
  mostExecutors,
  type OrderEvent,
  paramsTimer,
  type StrategyAction,
  type StrategyStep,
  type Subscription,
} from '../../../core/contract/strategy.ts';
import { faultText } from '../../../core/domain/fault-text.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { InstanceAccount } from './account/instance-account.ts';
import { MoneyMoves } from './account/money-moves.ts';
import { Actor, type WantedHistory } from './actor.ts';
import { Actors } from './actors.ts';
import type { DriverCall } from './driver-call.ts';
import type { DriverParts } from './driver-parts.ts';
import type { DriverSnapshot } from './driver-snapshot.ts';
import type { Effect } from './effect.ts';
import { ActorOrders } from './orders/actor-orders.ts';
import { EndedTags } from './orders/ended-tags.ts';
import { tagsOf } from './orders/order-legs.ts';
import { eventOf, type OrderReport } from './orders/order-report.ts';
import { type WorkingOrder, WorkingOrders } from './orders/working-orders.ts';
import { PlottedNames } from './plots/plotted-names.ts';
import { SeededRandom } from './seeded-random.ts';
import { StepContext } from './step-context.ts';
import { StrategyFault } from './strategy-fault.ts';
import { CandleMarks } from './watched/candle-marks.ts';
import type { PriceBand } from './watched/price-bands.ts';

/** Results of one call that answer each other; more mean that a strategy talks to itself. */
const longestConversation = 1_000;

type Told = { readonly actor: Actor; readonly event: OrderEvent };

/**
 * Runs one instance's steps: a strategy and the executors it has started. Pure but for its own state; every environment
 * drives the same one. Each call gives what is to be done in the world; `snapshot` is to be saved with it in one write.
 */
export class StrategyDriver {
  readonly #parts: DriverParts;
  readonly #actors = new Actors();
  readonly #plots: PlottedNames;
  readonly #endedTags = new EndedTags();
  readonly #orders = new WorkingOrders(this.#endedTags);
  readonly #account: InstanceAccount;
  readonly #orderActions: ActorOrders;
  readonly #random: SeededRandom;
  readonly #context: StepContext;
  readonly #candles = new CandleMarks();
  readonly #moves = new MoneyMoves();
  #lastNumber = 0;
  #effects: Effect[] = [];
  #told: Told[] = [];

  private constructor(parts: DriverParts, random: SeededRandom) {
    this.#parts = parts;
    this.#random = random;
    const { balances, lastPrice } = parts;
    const instruments = parts.markets.all;
    this.#account = new InstanceAccount({ ...parts, instruments });
    this.#orderActions = new ActorOrders({
      exposed: { account: this.#account, orders: this.#orders, lastPrice, instruments },
      endedTags: this.#endedTags,
      limits: () => parts.limits(),
      onDenied: (denial) => parts.onDenied?.(denial),
      nextId: () => this.#nextId(),
      perform: (effect) => this.#effects.push(effect),
      tell: (actor, event) => this.#told.push({ actor, event }),
    });
    this.#plots = new PlottedNames(instruments);
    this.#context = new StepContext({ instruments, random, balances, account: this.#account, orders: this.#orders });
  }

  /** Runs the strategy's start. Throws {@link StrategyFault} like every call below when the strategy breaks the contract. */
  static start(
    parts: DriverParts,
    params: unknown,
    seed: number,
    nowMs: number,
  ): { readonly driver: StrategyDriver; readonly effects: readonly Effect[] } {
    const driver = new StrategyDriver(parts, new SeededRandom(seed));
    driver.#account.enterDay(nowMs);
    driver.#begin(new Actor('', null, parts.definition, params), nowMs);
    return { driver, effects: driver.#settle(nowMs) };
  }

  /** Throws StrategyFault when an executor of the snapshot is no longer known. */
  static restore(parts: DriverParts, saved: DriverSnapshot): StrategyDriver {
    const driver = new StrategyDriver(parts, new SeededRandom(saved.random));
    for (const actor of saved.actors) {
      const definition = actor.kind === null ? parts.definition : parts.executors[actor.kind];
      if (definition === undefined) throw new StrategyFault('restore', faultText('unknownExecutor', { kind: String(actor.kind) }));
      driver.#actors.add(Actor.restore(actor, definition));
    }
    for (const order of saved.orders) driver.#orders.add(order);
    parts.markets.learn(saved.instruments ?? []);
    driver.#account.restore(saved);
    driver.#candles.restore(saved.candles);
    driver.#plots.restore(saved.plots);
    driver.#endedTags.restore(saved.endedTags);
    driver.#moves.restore(saved.moves);
    driver.#lastNumber = saved.lastNumber;
    return driver;
  }

  market(event: MarketEvent, nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    this.#candles.told(event);
    for (const actor of this.#actors.all) {
      if (!actor.listensTo(event)) continue;
      actor.hears(event);
      this.#run(actor, 'onMarket', event, nowMs, () => actor.definition.onMarket(this.#context, actor.state, event));
    }
    return this.#settle(nowMs);
  }

  /** Bands that are watched in a market: {@link price} is worth a call when it is news to one of them. Ask anew when `subscriptions` changes. */
  bandsOf(instrumentId: InstrumentId): readonly PriceBand[] {
    return this.#actors.all.flatMap(({ bands }) => bands.filter((band) => band.instrumentId === instrumentId));
  }

  /** The last price of a market: tells those whose band it enters or leaves. */
  price(instrumentId: InstrumentId, price: string, nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    for (const actor of this.#actors.all) {
      for (const band of actor.bands) {
        if (band.instrumentId !== instrumentId || !band.isNews(Number(price))) continue;
        const event = band.event(price, nowMs);
        this.#run(actor, 'onMarket', event, nowMs, () => actor.definition.onMarket(this.#context, actor.state, event));
      }
    }
    return this.#settle(nowMs);
  }

  /** A report of an order that is not the instance's, or has ended, is ignored: it was told before. */
  order(report: OrderReport, nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    if (report.type === 'moved') return this.#moved(report, nowMs);
    const order = this.#orders.get(report.clientOrderId);
    if (order === null) return [];
    if (report.type === 'filled') this.#account.book(order.apiId, order.instrumentId, report.fill);
    this.#orders.report(order, report);
    this.#tell(order.actor, eventOf(report, order.tag));
    // The strategy sees its executors' fills, under the executor's tag.
    if (order.actor !== '' && report.type === 'filled') this.#tell('', eventOf(report, order.actor));
    return this.#settle(nowMs);
  }

  /** Rings every timer that is due, in order of time. */
  ring(nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    for (const { actor, timer, dueMs } of this.#actors.dueTimers(nowMs)) {
      if (actor.timers.get(timer) !== dueMs || this.#actors.get(actor.id) !== actor) continue;
      actor.timers.delete(timer);
      this.#run(actor, 'onTimer', timer, nowMs, () => actor.definition.onTimer(this.#context, actor.state, timer));
    }
    return this.#settle(nowMs);
  }

  /** New params for the strategy; it learns of them by {@link paramsTimer}. */
  update(params: unknown, nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    const strategy = this.#actors.strategy;
    strategy.params = params;
    this.#run(strategy, 'onTimer', paramsTimer, nowMs, () => strategy.definition.onTimer(this.#context, strategy.state, paramsTimer));
    return this.#settle(nowMs);
  }

  /** Stops the executors, then the strategy; orders may still be on their way to their end. */
  stop(nowMs: number): readonly Effect[] {
    this.#account.enterDay(nowMs);
    for (const actor of this.#actors.all.toReversed()) {
      actor.timers.clear();
      this.#run(actor, 'onStop', null, nowMs, () => actor.definition.onStop(this.#context, actor.state));
    }
    return this.#settle(nowMs);
  }

  /** When {@link ring} is to be called next: a timer is due, or the books begin a new day. */
  get nextTimerMs(): number {
    return this.#actors.nextTimerMs(this.#account.nextDayMs);
  }

  /** What the instance listens to now, of all its parts; the same array until it changes. */
  get subscriptions(): readonly Subscription[] {
    return this.#actors.subscriptions;
  }

  /** Histories that were asked for and not told yet; none that was not there when `subscriptions` changed. */
  get wantedHistories(): readonly WantedHistory[] {
    return this.#actors.all.flatMap(({ wantedHistories }) => wantedHistories);
  }

  get workingOrders(): readonly WorkingOrder[] {
    return this.#orders.all;
  }

  get account(): InstanceAccount {
    return this.#account;
  }

  get state(): unknown {
    return this.#actors.strategy.state;
  }

  get snapshot(): DriverSnapshot {
    return {
      actors: this.#actors.all.map((actor) => actor.save()),
      orders: this.#orders.all,
      ...this.#account.save(),
      lastNumber: this.#lastNumber,
      random: this.#random.state,
      candles: this.#candles.save(this.subscriptions, this.#context.nowMs),
      ...this.#plots.save(),
      ...this.#endedTags.save(),
      ...this.#moves.save(),
      ...this.#parts.markets.save(),
    };
  }

  #begin(actor: Actor, nowMs: number): void {
    this.#actors.add(actor);
    this.#run(actor, 'start', null, nowMs, () => ({ actions: [], ...actor.definition.start(this.#context) }));
  }

  /** One hook of one actor, with what it returns put into effect. */
  #run(actor: Actor, hook: string, about: DriverCall['about'], nowMs: number, call: () => StrategyStep<unknown>): void {
    this.#context.enter(actor.id, actor.params, nowMs);
    let step: StrategyStep<unknown>;
    try {
      step = call();
    } catch (error) {
      throw new StrategyFault(hook, error instanceof Error ? error.message : String(error), error);
    }
    if (typeof step !== 'object' || step === null || !Array.isArray(step.actions)) {
      throw new StrategyFault(hook, faultText('noStep'));
    }
    actor.state = step.state;
    if (step.subscribe !== undefined) {
      this.#actors.subscribe(actor, step.subscribe);
    }
    this.#parts.onCall?.({ tag: actor.id, hook, about, actions: step.actions });
    for (const action of step.actions) this.#act(actor, hook, action, nowMs);
  }

  #act(actor: Actor, hook: string, action: StrategyAction, nowMs: number): void {
    switch (action.type) {
      case 'place':
        for (const tag of tagsOf(action.tag, action.intent)) this.#claim(actor, hook, tag);
        this.#orderActions.place(actor, action, nowMs);
        break;
      case 'amend':
      case 'cancel':
        this.#change(actor, action, nowMs);
        break;
      case 'setTimer':
        actor.timers.set(action.timer, nowMs + action.afterMs);
        break;
      case 'startExecutor':
        this.#startExecutor(actor, hook, action, nowMs);
        break;
      case 'transfer':
      case 'borrow':
      case 'repay':
        this.#effects.push(this.#moves.begin(action, actor.id, this.#nextId()));
        break;
      case 'finish':
        if (actor.id !== '') throw new StrategyFault(hook, faultText('executorEnds'));
        this.#effects.push({ type: 'finish', key: action.key, params: action.params });
        break;
      case 'note':
        this.#effects.push({ type: 'note', key: action.key, params: action.params });
        break;
      case 'plot':
      case 'mark':
        this.#effects.push({ timeMs: nowMs, ...this.#plots.checked(hook, action) });
        break;
      default:
        throw new StrategyFault(hook, faultText('unknownAction', { action: JSON.stringify(action) }));
    }
  }

  #startExecutor(
    actor: Actor,
    hook: string,
    { tag, kind, config }: Extract<StrategyAction, { type: 'startExecutor' }>,
    nowMs: number,
  ): void {
    const definition = this.#parts.executors[kind];
    if (definition === undefined) throw new StrategyFault(hook, faultText('unknownExecutor', { kind }));
    if (actor.id !== '') throw new StrategyFault(hook, faultText('executorStarts'));
    if (this.#actors.size > mostExecutors) throw new StrategyFault(hook, faultText('tooManyExecutors', { count: mostExecutors }));
    this.#claim(actor, hook, tag);
    this.#begin(new Actor(tag, kind, definition, config), nowMs);
  }

  #change(actor: Actor, action: Extract<StrategyAction, { type: 'amend' | 'cancel' }>, nowMs: number): void {
    const executor = actor.id === '' ? this.#actors.get(action.tag) : undefined;
    if (executor !== undefined && action.type === 'cancel') {
      this.#run(executor, 'onStop', null, this.#context.nowMs, () => executor.definition.onStop(this.#context, executor.state));
      return;
    }
    this.#orderActions.change(actor, action, nowMs);
  }

  /** A tag names one thing of its actor at a time. */
  #claim(actor: Actor, hook: string, tag: string): void {
    if (tag === '' || this.#orders.tagged(actor.id, tag) !== null || (actor.id === '' && this.#actors.has(tag))) {
      throw new StrategyFault(hook, faultText('tagInUse', { tag: JSON.stringify(tag) }));
    }
  }

  #tell(actorId: string, event: OrderEvent): void {
    const actor = this.#actors.get(actorId);
    if (actor !== undefined) this.#told.push({ actor, event });
  }

  /** Delivers what the actors have to be told until all is quiet, and gives the effects. */
  #settle(nowMs: number): readonly Effect[] {
    let length = 0;
    for (;;) {
      const told = this.#told.shift();
      if (told === undefined && !this.#endExecutors()) break;
      if (told === undefined) continue;
      if (++length > longestConversation) throw new StrategyFault('onOrder', faultText('noRest', { count: longestConversation }));
      const { actor, event } = told;
      if (event.type === 'denied') this.#parts.onDenied?.({ tag: event.tag, code: event.code, params: event.params });
      this.#run(actor, 'onOrder', event, nowMs, () => actor.definition.onOrder(this.#context, actor.state, event));
    }
    const effects = this.#effects;
    if (effects.length > 0) this.#effects = [];
    return effects;
  }

  /** Executors whose work is over leave, and the strategy is told; true when there were any. */
  #endExecutors(): boolean {
    const ended = this.#actors.takeEnded();
    for (const { id, progress } of ended) {
      this.#endedTags.add(id);
      this.#tell('', { type: 'executed', tag: id, ...progress });
    }
    return ended.length > 0;
  }

  #moved({ clientOrderId, denial }: Extract<OrderReport, { readonly type: 'moved' }>, nowMs: number): readonly Effect[] {
    const move = this.#moves.take(clientOrderId);
    if (move === null) return [];
    const { actor, tag, action } = move;
    this.#tell(actor, denial === null ? { type: 'moved', tag, action } : { type: 'refused', tag, action, ...denial });
    return this.#settle(nowMs);
  }

  #nextId(): string {
    this.#lastNumber += 1;
    return `${this.#parts.idPrefix}-${this.#lastNumber}`;
  }
}
