import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';

/** Action under which orders that were sent with accounts of others stand in the audit. */
export const sentFor = 'orders.sent-for';
/** Within that they stand there. */
export const sentForMs = 5_000;
/** Orders of one entry. */
const mostOfEntry = 200;
/** Entries that wait while the database does not take them. */
const mostWaiting = 1_000;

interface SentOrderParts {
  readonly store: Pick<Store, 'audit'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface SentEntry {
  readonly actor: string;
  readonly apiId: ApiId;
  readonly timeMs: number;
  readonly orders: string[];
}

/**
 * Who has sent which orders with the account of somebody else, who has authorised him: by hand, by a key, or by what he has set up. The answer to the
 * sender does not wait for it: some seconds of orders are one entry, with the sender's ids of them.
 */
export class SentOrders {
  readonly #parts: SentOrderParts;
  #gathering = new Map<string, SentEntry>();
  #waiting: SentEntry[] = [];
  #writing: Promise<void> = Promise.resolve();
  readonly #stop: () => void;

  constructor(parts: SentOrderParts) {
    this.#parts = parts;
    this.#stop = parts.clock.every(sentForMs, () => this.#write());
  }

  /** It goes to the exchange now, whatever is answered. */
  note({ userId }: Principal, apiId: ApiId, clientOrderId: string): void {
    const { accounts, clock } = this.#parts;
    const owner = accounts.get(apiId)?.userId;
    if (userId === null || owner === undefined || owner === userId) return;
    const key = `${userId} ${apiId}`;
    const entry = this.#gathering.get(key) ?? { actor: userId, apiId, timeMs: clock.nowMs(), orders: [] };
    entry.orders.push(clientOrderId);
    if (entry.orders.length < mostOfEntry) this.#gathering.set(key, entry);
    else this.#close(key, entry);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#write();
  }

  #close(key: string, entry: SentEntry): void {
    this.#gathering.delete(key);
    this.#waiting.push(entry);
  }

  #write(): Promise<void> {
    for (const [key, entry] of this.#gathering) this.#close(key, entry);
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const { store, logger } = this.#parts;
    const lost = this.#waiting.splice(mostWaiting).length;
    if (lost > 0) logger.error({ entries: lost }, 'who has sent orders for others stands in no audit');
    const entries = this.#waiting.splice(0);
    if (entries.length === 0) return;
    const lines = entries.map(({ actor, apiId, timeMs, orders }) => ({
      ...{ timeMs, actor, action: sentFor, subject: `account/${apiId}` },
      ...{ before: null, after: { client_order_ids: orders } },
    }));
    await store.audit.appendAll(lines).catch((error: unknown) => {
      logger.warn({ err: error, entries: lines.length }, 'who has sent orders for others is written later');
      this.#waiting.unshift(...entries);
    });
  }
}
