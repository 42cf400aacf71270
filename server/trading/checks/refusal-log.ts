import type { AppError } from '../../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Refuser } from '../../../schemas/wire/order-events.ts';
import { orderRecordOf } from '../../store/orders/order-code.gen.ts';
import type { Refusals } from '../../store/orders/trading-store.ts';
import type { OrderRefusalRecord } from '../../store/records.ts';
import { lastPerKey } from '../../store/sql/bulk.ts';
import type { AccountPublisher } from '../accounts/account-publisher.ts';
import { Watermark } from '../projection/watermark.ts';
import { RefusalPace } from './refusal-pace.ts';
import { decimalOrNull, refusedOrder } from './refused-order.ts';

interface RefusalLogParts {
  readonly store: Pick<Refusals, 'append' | 'deleteOlder' | 'keepNewest'>;
  readonly publisher: AccountPublisher;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Refused {
  readonly refusal: OrderRefusalRecord;
  /** Null: an amendment. */
  readonly order: Order | null;
}

const writeDelayMs = 100;
const retryMs = 2_000;
/** Numbers of joined refusals grow quickly: they are written at this pace. */
const joinDelayMs = 2_000;
const mostAtOnce = 1_000;
/** About 10 MB; a sender that is refused faster than the store writes loses the newest ones. */
const mostWaiting = 20_000;
const keptMs = 90 * 24 * 60 * 60_000;
/** And not more of one account, the newest. */
const mostKept = 5_000;
const pruneEveryMs = 60 * 60_000;
/** Above every number that an engine gives to an order, and within the 19 digits of an order id. */
const firstId = 9_000_000_000_000_000_000n;
const idsPerMs = 10_000n;

/**
 * Remembers what was refused: orders that never came to be, and amendments. The answer to the sender does not wait for it: the
 * lines are written together a moment later, and what could not be written when the house falls is lost, for it changed nothing.
 * Of many for one reason the first of each minute are kept, with the number of the others.
 */
export class RefusalLog {
  readonly #parts: RefusalLogParts;
  readonly #pace = new RefusalPace();
  #waiting: Refused[] = [];
  #added = 0;
  readonly #written = new Watermark(0);
  #lost = 0;
  #lastId = firstId;
  #stopTimer: (() => void) | null = null;
  #stopJoining: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;
  readonly #stopPruning: () => void;

  constructor(parts: RefusalLogParts) {
    this.#parts = parts;
    this.#stopPruning = parts.clock.every(pruneEveryMs, async () => {
      await parts.store.deleteOlder(parts.clock.nowMs() - keptMs);
      await parts.store.keepNewest(mostKept);
    });
  }

  placing(intent: OrderIntent, by: Refuser, error: AppError): void {
    const timeMs = this.#parts.clock.nowMs();
    const id = this.#nextId(timeMs);
    this.#add({ order: refusedOrder(intent, by, id, timeMs), refusal: this.#refusal(intent, id, id, by, error, timeMs) });
  }

  amending(change: OrderChange, by: Refuser, error: AppError): void {
    const timeMs = this.#parts.clock.nowMs();
    this.#add({ order: null, refusal: this.#refusal(change, this.#nextId(timeMs), change.orderId, by, error, timeMs) });
  }

  /** Resolves when the store holds what was refused so far. */
  stored(): Promise<void> {
    return this.#written.at(this.#added);
  }

  /** Writes what waits, once. */
  async close(): Promise<void> {
    this.#stopPruning();
    this.#closed = true;
    this.#stopTimer?.();
    this.#stopJoining?.();
    await this.#writing;
    await this.#write();
    this.#written.end();
  }

  #refusal(
    asked: Pick<OrderIntent, 'apiId' | 'instrumentId' | 'price' | 'qty' | 'triggerPrice'>,
    refusalId: string,
    orderId: string,
    by: Refuser,
    { code, params }: AppError,
    timeMs: number,
  ): OrderRefusalRecord {
    const venue = parseInstrumentId(asked.instrumentId)?.exchange ?? '';
    const [price, qty, triggerPrice] = [asked.price, asked.qty, asked.triggerPrice].map(decimalOrNull);
    return {
      venue,
      refusalId,
      orderId,
      apiId: asked.apiId,
      by,
      code,
      params,
      price: price ?? null,
      qty: qty ?? null,
      triggerPrice: triggerPrice ?? null,
      timeMs,
      repeats: 0,
    };
  }

  /** Unique over restarts, and growing with time. */
  #nextId(timeMs: number): string {
    const earliest = firstId + BigInt(timeMs) * idsPerMs;
    this.#lastId = earliest > this.#lastId ? earliest : this.#lastId + 1n;
    return String(this.#lastId);
  }

  #add(refused: Refused): void {
    if (this.#closed || this.#waiting.length >= mostWaiting) this.#lost++;
    else if (this.#pace.take(refused.refusal)) {
      this.#waiting.push(refused);
      this.#added++;
      this.#startTimer(writeDelayMs);
    } else this.#joinLater();
  }

  #joinLater(): void {
    if (this.#closed) return;
    this.#stopJoining ??= this.#parts.clock.after(joinDelayMs, () => {
      this.#stopJoining = null;
      this.#startTimer(0);
    });
  }

  #startTimer(delayMs: number): void {
    if (this.#stopTimer !== null || this.#closed) return;
    this.#stopTimer = this.#parts.clock.after(delayMs, () => {
      this.#writing = this.#write().then((isWritten) => {
        this.#stopTimer = null;
        if (this.#waiting.length > 0 || !isWritten) this.#startTimer(isWritten ? writeDelayMs : retryMs);
        // Joined while this was written, when their own turn may have come and gone.
        else if (this.#pace.isHolding) this.#joinLater();
      });
      return this.#writing;
    });
  }

  /** True when the store has them; the orders are told to their owners then. */
  async #write(): Promise<boolean> {
    const { store, publisher, logger } = this.#parts;
    const batch = this.#waiting.slice(0, mostAtOnce);
    // A number is written with the refusal that it stands on, or after it.
    const joined = batch.length === this.#waiting.length ? this.#pace.joined() : [];
    const refusals = lastPerKey([...batch.map(({ refusal }) => refusal), ...joined], ({ refusalId }) => refusalId);
    if (refusals.length === 0) return true;
    const orders = batch.flatMap(({ order }) => (order === null ? [] : [order]));
    try {
      await store.append({ orders: orders.map(orderRecordOf), refusals });
    } catch (error) {
      logger.warn({ err: error, waiting: this.#waiting.length }, 'refusals wait for the store');
      return false;
    }
    this.#waiting = this.#waiting.slice(batch.length);
    this.#pace.written(joined);
    this.#written.rise(this.#written.reached + batch.length);
    for (const order of orders) publisher.publish(order.apiId, { type: 'order', order });
    if (this.#lost > 0) logger.warn({ lost: this.#lost }, 'refusals were not kept: they came faster than the store writes');
    this.#lost = 0;
    return true;
  }
}
