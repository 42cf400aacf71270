import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Order } from '../../core/contract/trading.ts';
import type { VenueBatch } from '../../core/contract/venue.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import { furtherDeals, orderDeal } from './deal-words.ts';

interface DealNewsParts {
  readonly messages: Pick<Messages, 'send'>;
  /** Whose account it is; null: of nobody here. */
  readonly ownerOf: (apiId: number) => string | null;
  readonly instrument: (id: string) => Instrument | null;
  readonly exchangeTitle: (exchange: string) => string;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

const writeEveryMs = 1_000;
/** What is written in one round; the rest waits. */
const mostAtOnce = 20;
/** What waits at most; of more there is one message for each of whom it is. */
const mostWaiting = 2_000;
/** Of one user in a minute: of more he hears their number. */
const mostInMinute = 10;
const minuteMs = 60_000;
/** An exchange that is opened again tells orders of long ago: they are no news. */
const newsMs = 10 * minuteMs;

/** As a strategy's driver numbers its orders: `<instance>-<number>`. */
const ofInstance = /^[0-9a-f]{32}-/;

interface Minute {
  readonly startMs: number;
  told: number;
  /** Those that were not told one by one. */
  further: number;
  lastMs: number;
}

/**
 * Messages of orders that have ended with deals, to the owners of their accounts: once each, after it is durable. An order of a strategy's instance makes none, for its
 * instance speaks for it, and whoever's orders end many a minute hears of most by their number. The exchange waits for nothing of it.
 */
export class DealNews {
  readonly #parts: DealNewsParts;
  readonly #waiting = new Map<string, Order>();
  readonly #minutes = new Map<string, Minute>();
  #writing: Promise<void> | null = null;

  constructor(parts: DealNewsParts) {
    this.#parts = parts;
  }

  /** The disposer writes what waits. */
  start(): Disposer {
    const stop = this.#parts.clock.every(writeEveryMs, () => this.#round());
    return async () => {
      stop();
      await this.#writing;
      while (this.#waiting.size > 0) await this.#write();
      await this.#tellFurther(Number.POSITIVE_INFINITY);
    };
  }

  /** What has become durable at an exchange. */
  batch({ events }: Pick<VenueBatch, 'events'>): void {
    for (const event of events) {
      if (event.type !== 'order' || !isFinal(orderStatusTable, event.order.status) || !/[1-9]/.test(event.order.filledQty)) continue;
      if (!ofInstance.test(event.order.clientOrderId)) this.#add(event.order);
    }
  }

  #add(order: Order): void {
    const { ownerOf, clock } = this.#parts;
    const userId = ownerOf(order.apiId);
    if (userId === null || order.updatedMs < clock.nowMs() - newsMs) return;
    const minute = this.#minuteOf(userId);
    minute.lastMs = Math.max(minute.lastMs, order.updatedMs);
    if (minute.told >= mostInMinute || this.#waiting.size >= mostWaiting) minute.further++;
    else {
      minute.told++;
      this.#waiting.set(`${order.apiId}/${order.orderId}`, order);
    }
  }

  #minuteOf(userId: string): Minute {
    const known = this.#minutes.get(userId);
    if (known !== undefined) return known;
    const minute = { startMs: this.#parts.clock.nowMs(), told: 0, further: 0, lastMs: 0 };
    this.#minutes.set(userId, minute);
    return minute;
  }

  #round(): Promise<void> {
    this.#writing ??= this.#write()
      .then(() => this.#tellFurther(this.#parts.clock.nowMs()))
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { ownerOf, instrument, exchangeTitle } = this.#parts;
    for (const [key, order] of [...this.#waiting].slice(0, mostAtOnce)) {
      this.#waiting.delete(key);
      const userId = ownerOf(order.apiId);
      if (userId === null) continue;
      const words = orderDeal(order, instrument(order.instrumentId), exchangeTitle(order.exchange));
      await this.#send({ userId, kind: 'deal', about: 'deal', ...words, timeMs: order.updatedMs, refersTo: key });
    }
  }

  /** Of minutes that are over. */
  async #tellFurther(nowMs: number): Promise<void> {
    for (const [userId, { startMs, further, lastMs }] of [...this.#minutes]) {
      if (nowMs < startMs + minuteMs) continue;
      this.#minutes.delete(userId);
      if (further === 0) continue;
      await this.#send({ userId, kind: 'deal', about: 'deal', ...furtherDeals(further), timeMs: lastMs, refersTo: `deals ${startMs}` });
    }
  }

  /** One that cannot be written is lost, and the next is written: an open page and the history of orders have it. */
  async #send(message: UserMessage): Promise<void> {
    try {
      await this.#parts.messages.send(message);
    } catch (error) {
      this.#parts.logger.error({ err: error, refersTo: message.refersTo }, 'a user could not be told of a deal');
    }
  }
}
