import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';

/** Action under which orders that were sent with accounts of others stand in the audit. */
const sentFor = 'orders.sent-for';
/** The same for those that an owner's own script has sent by an API key. */
const sentByKey = 'orders.sent-by-key';
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
  readonly action: string;
  readonly apiId: ApiId;
  readonly apiKey: Principal['apiKey'];
  readonly timeMs: number;
  readonly orders: string[];
}

/** Who has sent an order, where it was not simply its owner by hand or by what he has set up. */
export interface NotedSender {
  readonly kind: 'authorised' | 'key';
  readonly userId: string;
  /** Name of the API key; null: none. */
  readonly apiKey: string | null;
}

/** What an entry says. */
interface Noted {
  readonly client_order_ids?: readonly string[];
  readonly api_key?: string;
}

/** Who has sent the order, from the audit; null: its owner, or it stands there no more. */
export async function orderSender(
  { audit }: Pick<Store, 'audit'>,
  order: { readonly apiId: ApiId; readonly clientOrderId: string; readonly createdMs: number },
): Promise<NotedSender | null> {
  const { apiId, clientOrderId, createdMs } = order;
  const around = { fromMs: createdMs - 2 * sentForMs, toMs: createdMs + 2 * sentForMs };
  const filter = {
    ...around,
    subject: `account/${apiId}`,
    actionLike: [sentFor, sentByKey],
    text: JSON.stringify(clientOrderId),
    limit: 20,
  };
  // The search knows no upper and lower case.
  const isOf = (after: unknown): boolean => (after as Noted | null)?.client_order_ids?.includes(clientOrderId) === true;
  const entry = (await audit.page(filter)).items.find(({ after }) => isOf(after));
  if (entry?.actor == null) return null;
  const apiKey = (entry.after as Noted).api_key ?? null;
  return { kind: entry.action === sentFor ? 'authorised' : 'key', userId: entry.actor, apiKey };
}

/**
 * Who has sent which orders with the account of somebody else, who has authorised him (by hand, by a key, or by what he has set up), and which an
 * owner's own key has sent. The answer to the sender does not wait for it: some seconds of orders are one entry, with the sender's ids of them.
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
  note({ userId, apiKey }: Principal, apiId: ApiId, clientOrderId: string): void {
    const { accounts, clock } = this.#parts;
    const owner = accounts.get(apiId)?.userId;
    if (userId === null || owner === undefined || (owner === userId && apiKey === undefined)) return;
    const key = `${userId} ${apiId} ${apiKey?.keyId}`;
    const action = owner === userId ? sentByKey : sentFor;
    const entry = this.#gathering.get(key) ?? { actor: userId, action, apiId, apiKey, timeMs: clock.nowMs(), orders: [] };
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
    const lines = entries.map(({ actor, action, apiId, apiKey, timeMs, orders }) => ({
      ...{ timeMs, actor, action, subject: `account/${apiId}`, before: null },
      after: { ...(apiKey === undefined ? {} : { api_key: apiKey.name, key_id: apiKey.keyId }), client_order_ids: orders },
    }));
    await store.audit.appendAll(lines).catch((error: unknown) => {
      logger.warn({ err: error, entries: lines.length }, 'who has sent orders for others is written later');
      this.#waiting.unshift(...entries);
    });
  }
}
