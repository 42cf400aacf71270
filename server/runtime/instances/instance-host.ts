import type { MarketData } from '../../../core/contract/market.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import { type InstanceStatus, instanceStatusTable } from '../../../core/domain/instance-status.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import { move } from '../../../core/domain/state-table.ts';
import type { InstanceEvent, InstanceRecord, PendingEffect } from '../../store/instance-store.ts';
import type { Json } from '../../store/records.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import type { Effect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/order-report.ts';
import type { WorkingOrder } from '../driver/working-orders.ts';
import { StepFailure } from '../worker/step-failure.ts';
import type { StrategyThread } from '../worker/strategy-thread.ts';
import type { FaultNotice, InstanceOpening, Listening, StepInput, StepResult, StepWorld } from '../worker/worker-protocol.ts';
import { bookReports } from './book-reports.ts';
import { CpuBudget } from './cpu-budget.ts';
import { isWorldEffect, type QueuedEffect, type WorldEffect } from './effect-queue.ts';
import { instanceEvent, stepEvents } from './instance-log.ts';
import { Mailbox } from './mailbox.ts';
import type { MarketWatch } from './market-watch.ts';
import type { Denial, OrderDesk } from './order-desk.ts';
import { OrderWork } from './order-work.ts';
import type { StepLane } from './step-lane.ts';
import type { VenueNews } from './venue-news.ts';

export interface HostParts {
  readonly thread: StrategyThread;
  readonly desk: OrderDesk;
  readonly lane: StepLane;
  readonly watch: MarketWatch;
  readonly news: VenueNews;
  readonly markets: Pick<MarketData, 'depth' | 'ticker' | 'instrument'>;
  /** Limits and balances of this moment. */
  readonly world: (record: InstanceRecord) => Pick<StepWorld, 'limits' | 'balances'>;
  /** Limits of the account over all its instances. */
  readonly guard: (record: InstanceRecord, intent: OrderIntent) => Denial | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** After every step that was saved. */
  readonly onChange: (host: InstanceHost) => void;
  /** Nothing of the instance is under way any more. */
  readonly onSettled: (host: InstanceHost) => void;
}

/** A step that is to be saved: what it makes of the record, and what the world has to do with it. */
interface Step {
  readonly record: InstanceRecord;
  readonly orders: readonly WorkingOrder[];
  readonly effects: readonly Effect[];
  readonly events: readonly InstanceEvent[];
}

interface Command {
  readonly input: Extract<StepInput, { type: 'start' | 'update' | 'stop' }>;
  readonly resolve: (fault: FaultNotice | null) => void;
}

const mostInputs = 100;
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
  readonly #mailbox: Mailbox;
  readonly #orders: OrderWork;
  readonly #cpu = new CpuBudget(cpuShare);
  #record: InstanceRecord;
  #instruments: ReadonlySet<InstrumentId> = new Set();
  #commands: Command[] = [];
  #isUpdating = false;
  #isUpdateCanceled = false;
  #books: StepResult['account'] | null = null;
  #stopListening: () => void = () => undefined;
  #stopTimer: () => void = () => undefined;
  #stopPatience: () => void = () => undefined;
  #isDue = false;
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(record: InstanceRecord, parts: HostParts) {
    this.#record = record;
    this.#parts = parts;
    this.#mailbox = new Mailbox(
      (id, levels) => parts.markets.depth(id, levels),
      () => this.#wake(),
    );
    this.#orders = new OrderWork({
      instanceId: record.instanceId,
      apiIds: record.apiIds,
      desk: parts.desk,
      news: parts.news,
      clock: parts.clock,
      logger: parts.logger,
      guard: (intent) => parts.guard(record, intent),
      isInterrupted: () => this.#record.status === 'INTERRUPTED',
      onNews: () => this.#wake(),
      onRefused: (effect, code, params) =>
        this.#refusals.push(instanceEvent('refused', parts.clock.nowMs(), { ...params, code, action: effect.type })),
    });
  }

  #refusals: InstanceEvent[] = [];

  get record(): InstanceRecord {
    return this.#record;
  }

  get workingOrders(): readonly WorkingOrder[] {
    return this.#orders.working;
  }

  /** What its fills and orders add up to; null before its first step. */
  get books(): StepResult['account'] | null {
    return this.#books;
  }

  /** Runs the strategy's start; null when it trades, else why it does not. */
  begin(): Promise<FaultNotice | null> {
    return this.#command({ type: 'start' });
  }

  /** Goes on from the record; `pending` are the effects that were not struck off. */
  resume(pending: readonly PendingEffect[]): void {
    const { status, snapshot, told } = this.#record;
    if (snapshot === null) {
      if (status === 'PREPARING') void this.begin();
      else this.#wake();
      return;
    }
    const saved = JSON.parse(snapshot) as DriverSnapshot;
    this.#books = booksOf(saved);
    this.#orders.resume(saved.orders, JSON.parse(told), pending.map(queued));
    if (status !== 'INTERRUPTED') {
      this.#listen(listeningOf(saved));
      this.#setTimer(nextTimerOf(saved));
    }
    if (status === 'STOPPING') this.#beginPatience();
    this.#wake();
  }

  /** Resolves when the stop is saved; orders may still be on their way to their end. */
  stop(): Promise<FaultNotice | null> {
    return this.#command({ type: 'stop' });
  }

  /** Keeps other updates out until the returned function is called. */
  reserveUpdate(): () => void {
    this.#isUpdating = true;
    this.#isUpdateCanceled = false;
    return () => {
      this.#isUpdating = false;
    };
  }

  /** New params, all at once; null when they apply, else why not. */
  async update(params: unknown): Promise<FaultNotice | null> {
    return this.#isUpdateCanceled ? takenBack : this.#command({ type: 'update', params });
  }

  get isUpdating(): boolean {
    return this.#isUpdating;
  }

  /** Takes back an update that no step has taken up yet; one that is already applied stays. */
  cancelUpdate(): void {
    this.#isUpdateCanceled = true;
    const at = this.#commands.findIndex(({ input }) => input.type === 'update');
    if (at >= 0) this.#commands.splice(at, 1)[0]?.resolve(takenBack);
  }

  /** Takes back every order that works, without asking the strategy. */
  cancelOrders(): void {
    this.#orders.cancelAll();
  }

  /** Waits for the step under way; nothing is sent or saved afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#stopTimer();
    this.#stopPatience();
    this.#orders.close();
    for (const { resolve } of this.#commands.splice(0)) resolve({ hook: 'step', problem: 'the server stops' });
    await this.#running;
  }

  #command(input: Command['input']): Promise<FaultNotice | null> {
    return new Promise((resolve) => {
      this.#commands.push({ input, resolve });
      this.#wake();
    });
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
      if (this.#record.status === 'INTERRUPTED') await this.#book();
      else await this.#step();
    }
  }

  #hasWork(): boolean {
    if (this.#closed || this.#record.settled) return false;
    if (this.#orders.hasNews || this.#isFinished()) return true;
    if (this.#record.status === 'INTERRUPTED') return this.#commands.length > 0;
    return this.#commands.length > 0 || this.#isDue || (this.#record.status === 'TRADING' && !this.#mailbox.isEmpty);
  }

  /** Nothing of an ending instance works or waits any more. */
  #isFinished(): boolean {
    const isEnding = this.#record.status === 'STOPPING' || this.#record.status === 'INTERRUPTED';
    return isEnding && this.#orders.isEmpty;
  }

  async #step(): Promise<void> {
    if (this.#isFinished()) return this.#settle();
    const nowMs = this.#parts.clock.nowMs();
    const wasStopping = this.#record.status === 'STOPPING';
    const reports = this.#orders.takeReports();
    const command = this.#takeCommand();
    const inputs: StepInput[] = [...reports.map((report): StepInput => ({ type: 'order', report })), ...this.#inputs(command)];
    if (inputs.length === 0) return;
    let result: StepResult;
    try {
      result = await this.#parts.thread.step({
        instanceId: this.#record.instanceId,
        opening: () => this.#opening(),
        inputs,
        world: this.#world(nowMs),
      });
    } catch (error) {
      const fault = error instanceof StepFailure ? error.fault : { hook: 'step', problem: String(error) };
      if (this.#closed) return command?.resolve(fault);
      await this.#interrupt(fault, reports, nowMs);
      command?.resolve(fault);
      return;
    }
    this.#books = result.account;
    if (result.listening !== null) this.#listen(result.listening);
    this.#setTimer(result.nextTimerMs);
    await this.#save({
      record: this.#after(result, command, nowMs),
      orders: result.orders,
      effects: result.effects,
      events: [...commandEvents(command, result, nowMs), ...stepEvents(nowMs, reports, result.denials, result.effects)],
    });
    command?.resolve(null);
    if (this.#record.status === 'STOPPING' && !wasStopping) this.#beginPatience();
    if (this.#cpu.isOverdrawn(nowMs, result.busyMs)) {
      await this.#interrupt({ hook: 'step', problem: `it keeps its thread busy more than ${cpuShare * 100} % of the time` }, [], nowMs);
    }
  }

  /** The next command that fits the status; those that do not are answered at once. */
  #takeCommand(): Command | null {
    const { status } = this.#record;
    for (let command = this.#commands.shift(); command !== undefined; command = this.#commands.shift()) {
      if (status === 'PREPARING' ? command.input.type === 'start' : status === 'TRADING' && command.input.type !== 'start') return command;
      command.resolve({ hook: command.input.type, problem: `it is ${status}` });
    }
    return null;
  }

  /** While stopping, only what ends its orders concerns it. */
  #inputs(command: Command | null): readonly StepInput[] {
    const inputs: StepInput[] = [];
    const { status } = this.#record;
    if (command !== null) inputs.push(command.input);
    if (status === 'PREPARING') return inputs;
    if (this.#isDue) {
      this.#isDue = false;
      inputs.push({ type: 'ring' });
    }
    if (status === 'TRADING' && command?.input.type !== 'stop') inputs.push(...this.#mailbox.take(mostInputs));
    return inputs;
  }

  #after(result: StepResult, command: Command | null, nowMs: number): InstanceRecord {
    const record = { ...this.#record, step: this.#record.step + 1, snapshot: result.snapshot };
    const { status } = this.#record;
    switch (command?.input.type) {
      case 'start':
        return { ...record, status: move(instanceStatusTable, status, result.isFinished ? 'STOPPING' : 'TRADING'), startedMs: nowMs };
      case 'stop':
        return { ...record, status: move(instanceStatusTable, status, 'STOPPING') };
      case 'update':
        return { ...record, params: command.input.params as Json, status: statusAfter(status, result) };
      default:
        return { ...record, status: statusAfter(status, result) };
    }
  }

  /** The strategy runs no more; its orders are canceled with the same write. */
  async #interrupt({ hook, problem }: FaultNotice, reports: readonly OrderReport[], nowMs: number): Promise<void> {
    this.#parts.thread.forget(this.#record.instanceId);
    this.#stopListening();
    this.#stopTimer();
    this.#stopPatience();
    this.#mailbox.clear();
    const cause = `${hook}: ${problem}`.replaceAll('\0', '').slice(0, 500);
    const booked = this.#booked(reports);
    const orders = booked?.orders ?? [];
    const status: InstanceStatus = move(instanceStatusTable, this.#record.status, 'INTERRUPTED');
    const effects = orders.map(
      ({ apiId, instrumentId, clientOrderId }): Effect => ({ type: 'cancel', apiId, instrumentId, clientOrderId }),
    );
    this.#parts.logger.warn({ instance: this.#record.instanceId, cause }, 'a strategy instance is interrupted');
    await this.#save({
      record: {
        ...this.#record,
        step: this.#record.step + 1,
        status,
        cause,
        stoppedMs: nowMs,
        snapshot: booked === null ? null : JSON.stringify(booked),
      },
      orders,
      effects,
      events: [...stepEvents(nowMs, reports, [], []), instanceEvent('interrupted', nowMs, { cause })],
    });
  }

  /** News of orders whose strategy is gone. */
  async #book(): Promise<void> {
    for (const { resolve } of this.#commands.splice(0)) resolve({ hook: 'step', problem: 'it is INTERRUPTED' });
    if (this.#isFinished()) return this.#settle();
    const reports = this.#orders.takeReports();
    const booked = this.#booked(reports);
    if (booked === null || reports.length === 0) return;
    const record = { ...this.#record, step: this.#record.step + 1, snapshot: JSON.stringify(booked) };
    const nowMs = this.#parts.clock.nowMs();
    await this.#save({ record, orders: booked.orders, effects: [], events: stepEvents(nowMs, reports, [], []) });
  }

  async #settle(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const isStop = this.#record.status === 'STOPPING';
    const status = isStop ? move(instanceStatusTable, this.#record.status, 'STOPPED') : this.#record.status;
    this.#stopPatience();
    this.#stopListening();
    this.#stopTimer();
    await this.#save({
      record: { ...this.#record, status, settled: true, stoppedMs: this.#record.stoppedMs ?? nowMs },
      orders: [],
      effects: [],
      events: isStop ? [instanceEvent('stopped', nowMs)] : [],
    });
    this.#parts.thread.forget(this.#record.instanceId);
    this.#orders.close();
    this.#parts.onSettled(this);
  }

  /** One write; then, and not before, the effects go out. */
  async #save({ record, orders, effects, events }: Step): Promise<void> {
    const { instanceId, step } = record;
    this.#orders.follow(orders);
    const saved = { ...record, told: this.#orders.told };
    const out = effects.filter(isWorldEffect);
    const lines = this.#refusals.splice(0);
    await this.#parts.lane.commit({
      record: saved,
      effects: out.map((effect, ordinal) => ({ instanceId, step, ordinal, effect: JSON.stringify(effect) })),
      done: this.#orders.takeDone().map((done) => ({ instanceId, step: done.step, ordinal: done.ordinal })),
      events: [...lines, ...events],
    });
    this.#record = saved;
    this.#orders.push(out.map((effect, ordinal) => ({ step, ordinal, effect, isRepeat: false })));
    this.#parts.onChange(this);
  }

  #booked(reports: readonly OrderReport[]): DriverSnapshot | null {
    const { snapshot } = this.#record;
    if (snapshot === null) return null;
    const saved = JSON.parse(snapshot) as DriverSnapshot;
    const ids = [...saved.flows, ...saved.orders].map(({ instrumentId }) => instrumentId);
    const instruments = Object.fromEntries(ids.flatMap((id) => [[id, this.#parts.markets.instrument(id)] as const]).filter(isKnown));
    const booked = bookReports(saved, reports, { instruments, lastPrice: (id) => this.#lastPrice(id) });
    this.#books = booksOf(booked);
    return booked;
  }

  #opening(): InstanceOpening {
    const { strategy, params, seed, snapshot } = this.#record;
    return { strategyId: strategy.slice(strategy.indexOf('/') + 1), params, seed, snapshot };
  }

  #world(nowMs: number): StepWorld {
    const ids = new Set([...this.#instruments, ...this.#orders.working.map(({ instrumentId }) => instrumentId)]);
    const lastPrices = Object.fromEntries(
      [...ids].flatMap((id) => {
        const price = this.#lastPrice(id);
        return price === null ? [] : [[id, price]];
      }),
    );
    return { nowMs, lastPrices, ...this.#parts.world(this.#record) };
  }

  #lastPrice(id: InstrumentId): string | null {
    return this.#parts.markets.ticker(id)?.last ?? null;
  }

  #listen(listening: Listening): void {
    this.#stopListening();
    this.#instruments = new Set(listening.subscriptions.map(({ instrumentId }) => instrumentId));
    this.#mailbox.listen(listening);
    this.#stopListening = this.#parts.watch.listen(listening.subscriptions, this.#mailbox);
    for (const { type, instrumentId } of listening.subscriptions) {
      const last = type === 'band' ? this.#lastPrice(instrumentId) : null;
      if (last !== null) this.#mailbox.price(instrumentId, last);
    }
  }

  #setTimer(dueMs: number | null): void {
    this.#stopTimer();
    if (dueMs === null || this.#closed) return;
    const ring = (): void => {
      this.#isDue = true;
      this.#wake();
    };
    const waitMs = Math.min(Math.max(dueMs - this.#parts.clock.nowMs(), 0), longestWaitMs);
    this.#stopTimer = this.#parts.clock.after(waitMs, ring);
  }

  #beginPatience(): void {
    this.#stopPatience();
    this.#stopPatience = this.#parts.clock.every(stopPatienceMs, () => this.#orders.cancelAll());
  }
}

/** Timers of the machine end at 2^31 ms; ringing early is harmless. */
const longestWaitMs = 2_000_000_000;

const isKnown = (entry: readonly [InstrumentId, Instrument | null]): entry is readonly [InstrumentId, Instrument] => entry[1] !== null;

const queued = ({ step, ordinal, effect }: PendingEffect): QueuedEffect => ({
  step,
  ordinal,
  effect: JSON.parse(effect) as WorldEffect,
  isRepeat: true,
});

const takenBack: FaultNotice = { hook: 'update', problem: 'it was taken back' };

const booksOf = ({ flows, orderTimes, day }: DriverSnapshot): StepResult['account'] => ({ flows, orderTimes, day });

const listeningOf = ({ actors }: DriverSnapshot): Listening => ({
  subscriptions: actors.flatMap(({ subscriptions }) => subscriptions),
  zones: actors.flatMap(({ zones }) => zones),
});

function nextTimerOf({ actors }: DriverSnapshot): number | null {
  const due = actors.flatMap(({ timers }) => Object.values(timers));
  return due.length === 0 ? null : Math.min(...due);
}

/** A strategy that has finished is stopped by the step in which it says so. */
const statusAfter = (status: InstanceStatus, { isFinished }: StepResult): InstanceStatus =>
  isFinished && status === 'TRADING' ? move(instanceStatusTable, status, 'STOPPING') : status;

function commandEvents(command: Command | null, { isFinished }: StepResult, nowMs: number): readonly InstanceEvent[] {
  const asked = commandEvent(command, nowMs);
  return isFinished && command?.input.type !== 'stop' ? [...asked, instanceEvent('stopping', nowMs)] : asked;
}

function commandEvent(command: Command | null, nowMs: number): readonly InstanceEvent[] {
  switch (command?.input.type) {
    case 'start':
      return [instanceEvent('started', nowMs)];
    case 'update':
      return [instanceEvent('updated', nowMs)];
    case 'stop':
      return [instanceEvent('stopping', nowMs)];
    default:
      return [];
  }
}
