import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import type { Clock, Logger } from '../../../../core/contract/server-services.ts';
import type { ApiId, Fill, Order } from '../../../../core/contract/trading.ts';
import type { WantedOrder } from '../../driver/account/trading-limits.ts';
import type { WorldEffect } from '../../driver/effect.ts';
import { idsOf } from '../../driver/orders/order-legs.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import { amendedOrder, type WorkingOrder } from '../../driver/orders/working-orders.ts';
import type { OrderFollower, VenueNews } from '../market/venue-news.ts';
import { EffectQueue, type QueuedEffect } from './effect-queue.ts';
import type { OrderDecision } from './order-decision.ts';
import type { ToldOrder } from './order-news.ts';
import type { Denial, EffectOf, OrderAnswer, OrderPort } from './order-port.ts';
import { OrderTracker } from './order-tracker.ts';

export interface OrderWorkParts {
  readonly instanceId: string;
  /** The only accounts that the instance may use. */
  readonly apiIds: readonly ApiId[];
  readonly orderPort: OrderPort;
  readonly news: Pick<VenueNews, 'follow'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Limits of the account, over all its instances. */
  readonly guard: (wanted: WantedOrder) => Denial | null;
  readonly isInterrupted: () => boolean;
  readonly onNews: () => void;
  /** A change or a transfer was refused. */
  readonly onRefused: (effect: WorldEffect, code: ErrorCode, params: ErrorParams) => void;
}

type MoneyEffect = EffectOf<'transfer' | 'borrow' | 'repay'>;

const firstRetryMs = 100;
const longestRetryMs = 2_000;
/** Fills that an order speaks of and that have not come by then are read from the store. */
const fillsLateMs = 500;

/** An instance's effects and orders in the world: sends what was saved, and finds out what became of it. */
export class OrderWork implements OrderFollower {
  readonly #parts: OrderWorkParts;
  readonly #tracker = new OrderTracker();
  readonly #queue: EffectQueue;
  readonly #stopFollowing: () => void;
  readonly #finding = new Set<string>();
  readonly #canceling = new Set<string>();
  readonly #waits = new Set<() => void>();
  readonly #told: QueuedEffect[] = [];
  /** What became of money, not taken yet. */
  readonly #moved: OrderReport[] = [];
  #stopLooking: (() => void) | null = null;
  #closed = false;

  constructor(parts: OrderWorkParts) {
    this.#parts = parts;
    this.#queue = new EffectQueue(
      (effect) => this.#perform(effect),
      () => parts.onNews(),
    );
    this.#stopFollowing = parts.news.follow(parts.instanceId, this);
  }

  /** Takes up the orders of a saved step, and does again what is not known to be done. */
  resume(orders: readonly WorkingOrder[], told: Readonly<Record<string, ToldOrder>>, pending: readonly QueuedEffect[]): void {
    this.#tracker.follow(orders, told);
    const unsent = new Set(pending.flatMap(({ effect }) => (effect.type === 'place' ? [effect.intent.clientOrderId] : [])));
    this.#queue.push(pending);
    for (const { clientOrderId } of orders) if (!unsent.has(clientOrderId)) void this.#find(clientOrderId);
  }

  follow(orders: readonly WorkingOrder[], decisions?: ReadonlyMap<string, OrderDecision>): void {
    this.#tracker.follow(orders, {}, decisions);
  }

  /** What could be expected of a working order; null when that is not known. */
  decision(clientOrderId: string): OrderDecision | null {
    return this.#tracker.decision(clientOrderId);
  }

  push(effects: readonly QueuedEffect[]): void {
    this.#queue.push(effects);
  }

  takeReports(): readonly OrderReport[] {
    const moved = this.#moved.splice(0);
    this.#told.push(...this.#queue.takeDone());
    return [...this.#tracker.takeReports(), ...moved];
  }

  /** Effects whose outcome is among the reports taken so far: what is struck off is saved with what became of it. */
  takeDone(): readonly QueuedEffect[] {
    return this.#told.splice(0);
  }

  get told(): string {
    return this.#tracker.save();
  }

  get working(): readonly WorkingOrder[] {
    return this.#tracker.working();
  }

  get hasNews(): boolean {
    return this.#tracker.hasNews || this.#moved.length > 0;
  }

  /** No order works and no effect waits. */
  get isEmpty(): boolean {
    return this.#tracker.size === 0 && this.#queue.isEmpty;
  }

  /** Takes back what works, without asking the strategy. */
  cancelAll(isMeant: (clientOrderId: string) => boolean = () => true): void {
    for (const { apiId, instrumentId, clientOrderId } of this.#tracker.working()) {
      if (this.#canceling.has(clientOrderId) || !isMeant(clientOrderId)) continue;
      this.#canceling.add(clientOrderId);
      const effect = { type: 'cancel', apiId, instrumentId, clientOrderId } as const;
      void this.#perform({ step: 0, ordinal: 0, effect, isRepeat: true }).finally(() => this.#canceling.delete(clientOrderId));
    }
  }

  close(): void {
    this.#closed = true;
    this.#stopFollowing();
    this.#stopLooking?.();
    for (const end of this.#waits) end();
  }

  order(order: Order): void {
    this.#tracker.tell(order);
    if (this.#tracker.lacksFills(order.clientOrderId)) this.#lookLater();
    this.#parts.onNews();
  }

  fill(clientOrderId: string, fill: Fill): void {
    this.#tracker.fill(clientOrderId, fill);
    this.#parts.onNews();
  }

  opened(exchange: string): void {
    for (const { clientOrderId, instrumentId } of this.#tracker.working()) {
      if (instrumentId.startsWith(`${exchange}/`)) void this.#find(clientOrderId);
    }
  }

  /** Until it is known what became of it. */
  async #perform({ effect, isRepeat }: QueuedEffect): Promise<void> {
    for (let tries = 0; !this.#closed; tries++) {
      if ((await this.#isDone(effect, isRepeat || tries > 0)) || this.#closed) return;
      await this.#wait(tries);
    }
  }

  async #isDone(effect: WorldEffect, isRepeat: boolean): Promise<boolean> {
    try {
      switch (effect.type) {
        case 'place':
          return await this.#place(effect, isRepeat);
        case 'transfer':
        case 'borrow':
        case 'repay':
          return this.#hasMoved(effect, await this.#move(effect, isRepeat));
        default:
          return await this.#change(effect);
      }
    } catch (error) {
      const { logger, instanceId } = this.#parts;
      logger.error({ err: error, instance: instanceId, effect: effect.type }, 'an effect failed; it is tried again');
      return false;
    }
  }

  async #place(effect: EffectOf<'place'>, isRepeat: boolean): Promise<boolean> {
    const { clientOrderId, apiId } = effect.intent;
    // It is placed again because its effect was not struck off, but its end was told: nobody would know of another one.
    if (isRepeat && !this.#tracker.has(clientOrderId)) return true;
    if (!this.#parts.apiIds.includes(apiId)) this.#tracker.deny(clientOrderId, 'ACCESS_ACCOUNT', { apiId });
    else {
      const answer = await this.#send(effect, isRepeat);
      if (answer.outcome === 'open') return false;
      if (answer.outcome === 'denied') this.#tracker.deny(clientOrderId, answer.code, answer.params);
      else for (const order of answer.orders) this.#tracker.tell(order);
      // An answer that was lost may have told of legs as well.
      if (isRepeat && answer.outcome === 'done') for (const id of idsOf(effect.intent)) void this.#find(id);
    }
    this.#parts.onNews();
    return true;
  }

  async #move(effect: MoneyEffect, isRepeat: boolean): Promise<OrderAnswer> {
    const { apiIds, orderPort, isInterrupted } = this.#parts;
    if (!apiIds.includes(effect.apiId)) return { outcome: 'denied', code: 'ACCESS_ACCOUNT', params: { apiId: effect.apiId } };
    // One that may have arrived is asked for again, to learn what became of it; paying back needs no leave.
    if (isInterrupted() && !isRepeat && effect.type !== 'repay') return { outcome: 'denied', code: 'LIMIT_HALTED', params: {} };
    return effect.type === 'transfer' ? orderPort.transfer(effect) : orderPort.lend(effect);
  }

  #hasMoved(effect: MoneyEffect, answer: OrderAnswer): boolean {
    if (answer.outcome === 'open') return false;
    const denial = answer.outcome === 'denied' ? { code: answer.code, params: answer.params } : null;
    this.#moved.push({ type: 'moved', clientOrderId: effect.reference, denial });
    return this.#answered(effect, answer);
  }

  async #send(effect: EffectOf<'place'>, isRepeat: boolean): Promise<OrderAnswer> {
    const { orderPort } = this.#parts;
    const denial = this.#denial(effect.intent);
    if (denial !== null && !isRepeat) return { outcome: 'denied', ...denial };
    // The limits have let it out once; a halt holds back what has not arrived, and nothing that may have is called denied.
    return denial?.code === 'LIMIT_HALTED' ? orderPort.withhold(effect, denial) : orderPort.place(effect, isRepeat);
  }

  async #change(effect: EffectOf<'amend'> | EffectOf<'cancel'>): Promise<boolean> {
    const { clientOrderId } = effect;
    if (!this.#tracker.has(clientOrderId) || this.#tracker.hasEnded(clientOrderId)) return true;
    const orderId = this.#tracker.orderId(clientOrderId) ?? (await this.#parts.orderPort.find(effect))?.order.orderId ?? null;
    if (orderId === null) return false;
    const answer = effect.type === 'cancel' ? await this.#parts.orderPort.cancel(effect, orderId) : await this.#amend(effect, orderId);
    // An order that cannot be changed has ended: what became of it may not have been told yet.
    if (answer.outcome === 'denied' && answer.code === 'ORDER_UNKNOWN') void this.#find(clientOrderId);
    else if (answer.outcome !== 'open' && !this.#answered(effect, answer)) return false;
    return answer.outcome !== 'open';
  }

  async #amend(effect: EffectOf<'amend'>, orderId: string): Promise<OrderAnswer> {
    const working = this.#tracker.workingOrder(effect.clientOrderId);
    const denial = working === null ? null : this.#denial(amendedOrder(working, effect));
    return denial === null ? this.#parts.orderPort.amend(effect, orderId) : { outcome: 'denied', ...denial };
  }

  /** Why an order, or what an amendment would make of one, may not go out now. */
  #denial(wanted: WantedOrder): Denial | null {
    const { guard, isInterrupted } = this.#parts;
    return isInterrupted() ? { code: 'LIMIT_HALTED', params: {} } : guard(wanted);
  }

  #answered(effect: WorldEffect, answer: OrderAnswer): boolean {
    if (answer.outcome === 'open') return false;
    if (answer.outcome === 'denied') {
      if (effect.type === 'amend') this.#tracker.refuse(effect.clientOrderId, answer.code, answer.params);
      this.#parts.onRefused(effect, answer.code, answer.params);
    } else for (const order of answer.orders) this.#tracker.tell(order);
    this.#parts.onNews();
    return true;
  }

  /** Reads an order and its fills where they are durable, as often as it takes until the two agree. */
  async #find(clientOrderId: string): Promise<void> {
    if (this.#finding.has(clientOrderId)) return;
    this.#finding.add(clientOrderId);
    for (let tries = 0; !this.#closed && this.#tracker.has(clientOrderId); tries++) {
      if ((await this.#hasFound(clientOrderId)) || this.#closed) break;
      await this.#wait(tries);
    }
    this.#finding.delete(clientOrderId);
  }

  async #hasFound(clientOrderId: string): Promise<boolean> {
    const { orderPort, logger, instanceId, onNews } = this.#parts;
    const working = this.#tracker.working().find((order) => order.clientOrderId === clientOrderId);
    if (working === undefined) return true;
    try {
      const known = await orderPort.find(working);
      if (known === null) return false;
      this.#tracker.tell(known.order, known.fills);
      onNews();
      return !this.#tracker.lacksFills(clientOrderId);
    } catch (error) {
      logger.error({ err: error, instance: instanceId, clientOrderId }, 'an order could not be read; it is tried again');
      return false;
    }
  }

  #lookLater(): void {
    this.#stopLooking ??= this.#parts.clock.after(fillsLateMs, () => {
      this.#stopLooking = null;
      for (const { clientOrderId } of this.#tracker.working()) {
        if (this.#tracker.lacksFills(clientOrderId)) void this.#find(clientOrderId);
      }
    });
  }

  /** Ends early when it is closed. */
  #wait(tries: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        this.#waits.delete(end);
        resolve();
      };
      const stop = this.#parts.clock.after(Math.min(firstRetryMs * 2 ** Math.min(tries, 10), longestRetryMs), end);
      this.#waits.add(end);
    });
  }
}
