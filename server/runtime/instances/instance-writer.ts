import type { Clock } from '../../../core/contract/server-services.ts';
import { hasEnded } from '../../../core/domain/instance-status.ts';
import type { InstanceRecord, NewInstanceEvent } from '../../store/strategies/instance-store.ts';
import { type Effect, isWorldEffect } from '../driver/effect.ts';
import type { WorkingOrder } from '../driver/orders/working-orders.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import { glanceOf } from './environments.ts';
import { InstanceHistory } from './history/instance-history.ts';
import { WriteDelay } from './history/write-delay.ts';
import type { WriteRounds } from './history/write-rounds.ts';
import { decisionsIn, type OrderDecision } from './orders/order-decision.ts';
import type { OrderWork } from './orders/order-work.ts';
import type { TradingDoor } from './orders/trading-door.ts';
import { Unwritten } from './orders/unwritten.ts';
import type { StepLane } from './step-lane.ts';

interface WriterParts {
  readonly orders: OrderWork;
  readonly door: TradingDoor;
  readonly lane: StepLane;
  readonly rounds: WriteRounds;
  readonly markets: Pick<StrategyMarkets, 'bookNow' | 'ticker'>;
  readonly clock: Clock;
  /** What could wait has waited long enough. */
  readonly onDue: () => void;
  readonly onWritten: () => void;
}

/** A step that is to be saved: what it makes of the record, and what the world has to do with it. */
interface SavedStep {
  readonly record: InstanceRecord;
  readonly orders: readonly WorkingOrder[];
  readonly effects: readonly Effect[];
  readonly events: readonly NewInstanceEvent[];
  /** Somebody waits until it is durable. */
  readonly isUrgent?: boolean;
}

/** The record of one instance on its way to the database: what a step makes of it is written first, and only then goes out. */
export class InstanceWriter {
  /** Lines of its history that wait for a write. */
  readonly history: InstanceHistory;
  readonly #parts: WriterParts;
  readonly #delay: WriteDelay;
  readonly #unwritten = new Unwritten();
  #record: InstanceRecord;
  #written: InstanceRecord;
  #isLast = false;

  constructor(record: InstanceRecord, parts: WriterParts) {
    this.#record = record;
    this.#written = record;
    this.#parts = parts;
    this.#delay = new WriteDelay(parts.rounds, parts.onDue);
    this.history = new InstanceHistory(parts.clock, () => this.#delay.begin());
  }

  /** As it is, written or not. */
  get record(): InstanceRecord {
    return this.#record;
  }

  /** As it was last written: nobody sees what a crash could take back. */
  get written(): InstanceRecord {
    return this.#written;
  }

  get isDue(): boolean {
    return this.#delay.isDue;
  }

  plot(effects: readonly Effect[], nowMs: number): void {
    this.#unwritten.plot(effects, nowMs);
  }

  /** What changes nothing that the database has. */
  hold(record: InstanceRecord): void {
    this.#record = record;
  }

  /**
   * A step that asks for nothing and was told nothing of its orders needs no write of its own: after a crash the instance has merely
   * not heard of a moment of its market. It is written with the next one that does, or soon.
   */
  keepInMind(record: InstanceRecord): void {
    this.#record = record;
    this.#delay.begin();
  }

  /**
   * One write; then, and not before, the effects go out. Those that stay in the house go out at once: a crash before the write takes
   * them back together with the state that they changed. False when the server stops before it could be written: nothing goes out.
   */
  async save({ record, orders, effects, events, isUrgent = false }: SavedStep): Promise<boolean> {
    const { markets, clock, door, orders: work } = this.#parts;
    const known = (id: string): OrderDecision | null => work.decision(id);
    work.follow(orders, decisionsIn(effects, glanceOf(markets, record.environment), known, clock.nowMs()));
    const out = effects.filter(isWorldEffect).map((effect, ordinal) => ({ step: record.step, ordinal, effect, isRepeat: false }));
    this.#unwritten.add(out, this.history.take(events));
    const canWait = !door.sends && !isUrgent && record.status === this.#record.status && !record.settled;
    if (canWait) this.keepInMind(record);
    else if (!(await this.write(record))) return false;
    work.push(out);
    return true;
  }

  async write(record = this.#record): Promise<boolean> {
    const { door, lane, orders, onWritten } = this.#parts;
    this.#delay.end();
    const working = new Set(orders.working.map(({ clientOrderId }) => clientOrderId));
    const saved = { ...record, told: orders.told, simulation: door.save(working) };
    const isUpdate = record.params !== this.#written.params;
    this.#unwritten.add([], this.history.due(this.#isLast || hasEnded(record.status)));
    const rest = this.#unwritten.take(record.instanceId, orders.takeDone());
    if (!(await lane.commit({ record: saved, isUpdate, ...rest }))) return false;
    this.#record = saved;
    this.#written = saved;
    onWritten();
    return true;
  }

  /** From here on a write takes along every line that waits: there may be no other. */
  beginLast(): void {
    this.#isLast = true;
  }

  /** Writes what could wait, the last time. */
  async close(): Promise<void> {
    this.history.close();
    if (this.#delay.isWaiting || this.history.isHolding) await this.write();
  }
}
