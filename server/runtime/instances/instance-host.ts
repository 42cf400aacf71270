import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import { faultText } from '../../../core/domain/fault-text.ts';
import { instanceStatusTable } from '../../../core/domain/instance-status.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { move } from '../../../core/domain/state-table.ts';
import type { InstanceRecord, NewInstanceEvent, PendingEffect } from '../../store/strategies/instance-store.ts';
import type { TradingLimits, WantedOrder } from '../driver/account/trading-limits.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import { type Effect, isPlot } from '../driver/effect.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';
import type { WorkingOrder } from '../driver/orders/working-orders.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import { StepFailure } from '../worker/step-failure.ts';
import type { StrategyThread } from '../worker/strategy-thread.ts';
import type { FaultNotice, InstanceBooks, StepInput, StepResult, StepWorld } from '../worker/worker-protocol.ts';
import { CommandQueue, type InstanceCommand, paramsAfter } from './command-queue.ts';
import { CpuBudget } from './cpu-budget.ts';
import { bookReports } from './history/book-reports.ts';
import { instanceEvent, stepEvents, termsEvents } from './history/instance-log.ts';
import { booksOf, lifeEvents, listeningOf, nextTimerOf, openingOf, recordAfter, repeatedEffect } from './history/step-record.ts';
import type { WriteRounds } from './history/write-rounds.ts';
import { InstanceSenses } from './instance-senses.ts';
import { InstanceWriter } from './instance-writer.ts';
import type { InstanceValuer } from './market/instance-valuer.ts';
import { listedMarkets } from './market/listed-markets.ts';
import type { MarketWatch } from './market/market-watch.ts';
import { lastRefusal, type TimedRefusal } from './orders/last-refusal.ts';
import type { OrderDecision } from './orders/order-decision.ts';
import type { Denial } from './orders/order-port.ts';
import { OrderWork } from './orders/order-work.ts';
import type { TradingDoor } from './orders/trading-door.ts';
import type { StepLane } from './step-lane.ts';

interface HostParts {
  readonly thread: StrategyThread;
  readonly door: TradingDoor;
  readonly lane: StepLane;
  readonly rounds: WriteRounds;
  readonly watch: MarketWatch;
  readonly markets: Pick<StrategyMarkets, 'bookNow' | 'ticker' | 'instrument' | 'pastCandles' | 'pastBefore' | 'marketTime'>;
  readonly valuer: InstanceValuer;
  /** Limits of this moment. */
  readonly limits: (record: InstanceRecord) => TradingLimits;
  /** Limits of the account over all its instances. */
  readonly guard: (record: InstanceRecord, wanted: WantedOrder) => Denial | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** After every step that was saved. */
  readonly onChange: (host: InstanceHost) => void;
  /** Nothing of the instance is under way any more. */
  readonly onSettled: (host: InstanceHost) => void;
}

/** What a command hears whose step was not written: it is as if it had never been asked. */
const unwrittenFault = faultText('unwritten');
/** How long a stopped strategy's orders may work on their way to their end before they are canceled. */
const stopPatienceMs = 10_000;
/** How much of the time of ten seconds an instance may keep its thread busy. */
const cpuShare = 0.5;

/**
 * One instance on the side that keeps books: takes news to its driver one step at a time, saves what comes of it in one write, and
 * only then lets the effects out. Whatever it holds in memory can be made again from its record.
 */
export class InstanceHost {
  readonly #parts: HostParts;
  readonly #senses: InstanceSenses;
  readonly #orders: OrderWork;
  readonly #commands = new CommandQueue(() => this.#wake());
  readonly #cpu: CpuBudget;
  readonly #writer: InstanceWriter;
  #books: InstanceBooks | null = null;
  #refusal: TimedRefusal | null = null;
  #stopPatience: () => void = () => undefined;
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(record: InstanceRecord, parts: HostParts) {
    const { watch, markets, clock, door, logger, lane, rounds } = parts;
    const onNews = (): void => this.#wake();
    this.#parts = parts;
    this.#cpu = new CpuBudget(cpuShare, clock);
    this.#senses = new InstanceSenses({ watch, markets, clock, logger, onNews });
    this.#orders = new OrderWork({
      instanceId: record.instanceId,
      apiIds: record.apiIds,
      orderPort: door.orderPort,
      news: door.news,
      clock,
      logger,
      onNews,
      guard: (wanted) => parts.guard(record, wanted),
      isInterrupted: () => this.#record.status === 'INTERRUPTED',
      onRefused: (effect, code, params) =>
        this.#writer.history.add(instanceEvent('refused', clock.nowMs(), { ...params, code, action: effect.type })),
    });
    const onWritten = (): void => parts.onChange(this);
    this.#writer = new InstanceWriter(record, { orders: this.#orders, door, lane, rounds, markets, clock, onDue: onNews, onWritten });
  }

  /** As it was last written: nobody sees what a crash could take back. */
  get record(): InstanceRecord {
    return this.#writer.written;
  }

  get #record(): InstanceRecord {
    return this.#writer.record;
  }

  get workingOrders(): readonly WorkingOrder[] {
    return this.#orders.working;
  }

  /** What its fills and orders add up to; null before its first step. */
  get books(): InstanceBooks | null {
    return this.#books;
  }

  /** Why its orders are refused; null: they are not, or nothing was since the start of the server. */
  get refusal(): Denial | null {
    return this.#refusal;
  }

  /** What people ask of it. */
  get commands(): CommandQueue {
    return this.#commands;
  }

  /** Goes on from the record; `pending` are the effects that were not struck off. */
  resume(pending: readonly PendingEffect[]): void {
    const { status, snapshot, told } = this.#record;
    if (snapshot === null) {
      if (status === 'PREPARING') void this.#commands.add({ type: 'start' });
      else this.#wake();
      return;
    }
    const saved = JSON.parse(snapshot) as DriverSnapshot;
    this.#books = booksOf(saved);
    this.#senses.terms.heard(saved.instruments ?? []);
    this.#orders.resume(saved.orders, JSON.parse(told), pending.map(repeatedEffect));
    if (status !== 'INTERRUPTED') {
      this.#senses.listen(listeningOf(saved));
      this.#senses.ringAt(nextTimerOf(saved));
    }
    if (status === 'STOPPING') this.#beginPatience();
    this.#wake();
  }

  /** Only takes back the orders that its record has: the strategy does not run, and the record stays for the start that resumes it. */
  rest(): void {
    this.#closed = true;
    const { snapshot, told } = this.#record;
    if (snapshot === null) return;
    this.#orders.resume((JSON.parse(snapshot) as DriverSnapshot).orders, JSON.parse(told), []);
    this.#orders.cancelAll();
  }

  /** Takes back every order that works, without asking the strategy. */
  cancelOrders(): void {
    this.#orders.cancelAll();
  }

  /** Waits for the step under way and writes what could wait; nothing is sent or saved afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#writer.beginLast();
    this.#senses.close();
    this.#stopPatience();
    this.#orders.close();
    this.#parts.door.close();
    this.#commands.clear('the server stops');
    await this.#running;
    await this.#writer.close();
  }

  #wake(): void {
    if (this.#running !== null || this.#closed) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#hasWork()) this.#wake();
    });
  }

  async #run(): Promise<void> {
    // One turn later: what comes together is one step.
    await Promise.resolve();
    while (!this.#closed && this.#hasWork()) {
      if (this.#writer.isDue) await this.#writer.write();
      else if (this.#record.status === 'INTERRUPTED') await this.#book();
      else await this.#step();
    }
  }

  #hasWork(): boolean {
    if (this.#closed || this.#record.settled) return false;
    if (this.#writer.isDue || this.#orders.hasNews || this.#isFinished()) return true;
    const { status } = this.#record;
    return !this.#commands.isEmpty || (status !== 'INTERRUPTED' && this.#senses.hasNews(status === 'TRADING'));
  }

  /** Nothing of an ending instance works or waits any more. */
  #isFinished(): boolean {
    const isEnding = this.#record.status === 'STOPPING' || this.#record.status === 'INTERRUPTED';
    return isEnding && this.#orders.isEmpty;
  }

  async #step(): Promise<void> {
    if (this.#isFinished()) return this.#settle();
    const nowMs = this.#parts.clock.nowMs();
    const before = this.#record;
    const earlier = this.#orders.working;
    const reports = this.#orders.takeReports();
    const command = this.#commands.take(before.status);
    const inputs = [...reports.map((report): StepInput => ({ type: 'order', report })), ...this.#inputs(command)];
    if (inputs.length === 0) return;
    const world = this.#world(command, nowMs);
    let result: StepResult;
    try {
      result = await this.#parts.thread.step({ instanceId: before.instanceId, opening: () => openingOf(this.#record), inputs, world });
    } catch (error) {
      const fault = error instanceof StepFailure ? error.fault : { hook: 'step', problem: String(error) };
      if (this.#closed) return command?.resolve(fault);
      await this.#interrupt(fault, reports, nowMs);
      command?.resolve(fault);
      return;
    }
    const { saved } = result;
    const changed = this.#senses.terms.heard(world.instruments);
    if (saved !== null) this.#books = saved.account;
    this.#refusal = lastRefusal(this.#refusal, reports, result.denials, nowMs);
    if (result.listening !== null) this.#senses.listen(result.listening);
    this.#senses.ringAt(result.nextTimerMs);
    const record = recordAfter(before, result, command, nowMs);
    const isQuiet =
      command === null && reports.length === 0 && result.effects.every(isPlot) && result.denials.length + changed.length === 0;
    this.#writer.plot(result.effects, nowMs);
    if (saved === null) this.#writer.hold(record);
    else if (isQuiet && record.status === before.status && !this.#writer.history.isWaiting) this.#writer.keepInMind(record);
    else {
      const isSaved = await this.#writer.save({
        record,
        orders: saved.orders,
        effects: result.effects,
        isUrgent: command !== null,
        events: [...lifeEvents(before, record, command, nowMs), ...termsEvents(changed, nowMs), ...this.#told(nowMs, reports, result)],
      });
      if (!isSaved) return command?.resolve({ hook: command.input.type, problem: unwrittenFault });
    }
    command?.resolve(null);
    if (record.status === 'STOPPING' && before.status !== 'STOPPING') {
      // What it placed on its way out, to flatten, may work for a while; what it had before may not.
      this.#orders.cancelAll((id) => earlier.some(({ clientOrderId }) => clientOrderId === id));
      this.#beginPatience();
    }
    const isBusy = this.#cpu.isOverdrawn(result.busyMs);
    const problem = isBusy ? faultText('tooBusy', { percent: cpuShare * 100 }) : this.#writer.history.problem;
    if (problem !== null) await this.#interrupt({ hook: 'step', problem }, [], nowMs);
  }

  /** While stopping, only what ends its orders concerns it. */
  #inputs(command: InstanceCommand | null): readonly StepInput[] {
    const { status } = this.#record;
    const asked: readonly StepInput[] = command === null ? [] : [command.input];
    if (status === 'PREPARING') return asked;
    return [...asked, ...this.#senses.take(status === 'TRADING' && command?.input.type !== 'stop')];
  }

  /** The strategy runs no more; its orders are canceled with the same write. */
  async #interrupt({ hook, problem }: FaultNotice, reports: readonly OrderReport[], nowMs: number): Promise<void> {
    this.#parts.thread.forget(this.#record.instanceId);
    this.#senses.close();
    this.#stopPatience();
    const cause = `${hook}: ${problem}`.replaceAll('\0', '').slice(0, 500);
    const booked = this.#booked(reports, nowMs);
    const orders = booked?.orders ?? [];
    const status = move(instanceStatusTable, this.#record.status, 'INTERRUPTED');
    this.#parts.logger.warn({ instance: this.#record.instanceId, cause }, 'a strategy instance is interrupted');
    await this.#writer.save({
      record: { ...this.#record, step: this.#record.step + 1, status, cause, stoppedMs: nowMs, snapshot: booked && JSON.stringify(booked) },
      orders,
      effects: orders.map(cancelOf),
      events: [...this.#told(nowMs, reports), instanceEvent('interrupted', nowMs, { cause })],
    });
  }

  /** News of orders whose strategy is gone. */
  async #book(): Promise<void> {
    this.#commands.clear('it is INTERRUPTED');
    if (this.#isFinished()) return this.#settle();
    const reports = this.#orders.takeReports();
    const nowMs = this.#parts.clock.nowMs();
    const booked = this.#booked(reports, nowMs);
    if (booked === null || reports.length === 0) return;
    const record = { ...this.#record, step: this.#record.step + 1, snapshot: JSON.stringify(booked) };
    await this.#writer.save({ record, orders: booked.orders, effects: [], events: this.#told(nowMs, reports) });
  }

  async #settle(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const isStop = this.#record.status === 'STOPPING';
    const status = isStop ? move(instanceStatusTable, this.#record.status, 'STOPPED') : this.#record.status;
    this.#stopPatience();
    this.#senses.close();
    this.#orders.takeReports();
    const { snapshot } = this.#record;
    const closed = snapshot === null ? null : this.#parts.valuer.closed(snapshot);
    const isSaved = await this.#writer.save({
      record: { ...this.#record, status, snapshot: closed, settled: true, stoppedMs: this.#record.stoppedMs ?? nowMs },
      orders: [],
      effects: [],
      events: isStop ? [instanceEvent('stopped', nowMs)] : [],
    });
    if (!isSaved) return;
    this.#parts.thread.forget(this.#record.instanceId);
    this.#orders.close();
    this.#parts.door.close();
    this.#parts.onSettled(this);
  }

  #told(nowMs: number, reports: readonly OrderReport[], result?: StepResult): readonly NewInstanceEvent[] {
    const profit = reports.some(({ type }) => type === 'filled') ? this.#parts.valuer.net(this.#books) : null;
    const decision = (id: string): OrderDecision | null => this.#orders.decision(id);
    return stepEvents(nowMs, { reports, profit, decision, denials: result?.denials ?? [], effects: result?.effects ?? [] });
  }

  #booked(reports: readonly OrderReport[], nowMs: number): DriverSnapshot | null {
    const { snapshot } = this.#record;
    if (snapshot === null) return null;
    const saved = JSON.parse(snapshot) as DriverSnapshot;
    const ids = [...saved.flows, ...saved.orders].map(({ instrumentId }) => instrumentId);
    const { markets, valuer } = this.#parts;
    const sources = { instruments: listedMarkets(ids, markets), lastPrice: (id: InstrumentId) => valuer.price(id) };
    const booked = bookReports(saved, reports, sources, nowMs);
    this.#books = booksOf(booked);
    return booked;
  }

  #world(command: InstanceCommand | null, nowMs: number): StepWorld {
    const own = [...this.#orders.working, ...(this.#books?.flows ?? [])];
    const ids = new Set([...this.#senses.instruments, ...own.map(({ instrumentId }) => instrumentId)]);
    const { limits, door, valuer } = this.#parts;
    const instruments = this.#senses.terms.news(paramsAfter(this.#record, command));
    return { nowMs, lastPrices: valuer.pricesFor(ids, this.#books), limits: limits(this.#record), balances: door.balances(), instruments };
  }

  #beginPatience(): void {
    this.#stopPatience();
    this.#stopPatience = this.#parts.clock.every(stopPatienceMs, () => this.#orders.cancelAll());
  }
}

const cancelOf = ({ apiId, instrumentId, clientOrderId }: WorkingOrder): Effect => ({ type: 'cancel', apiId, instrumentId, clientOrderId });
