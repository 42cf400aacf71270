import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { OwnTrace } from '../store/opening/own-traces.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import { GatheredNotes } from './gathered-notes.ts';

/** Action under which orders that were sent with accounts of others stand in the audit. */
const sentFor = 'orders.sent-for';
/** The same for those that a script of the owner has sent by an API key: among his traces, which age, for they are as many as he likes. */
const sentByKey = 'orders.sent-by-key' satisfies OwnTrace;
/** Within that they stand there. */
export const sentForMs = 5_000;
/** Entries that wait while the database does not take them. */
const mostWaiting = 1_000;
/** Traces that are looked through for an order, newest first. */
const lookedThrough = 2_000;
const atOnce = 200;

interface SentOrderParts {
  readonly store: Pick<Store, 'audit' | 'traces'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Who has sent an order, where it was not simply its owner by hand or by what he has set up. */
export interface NotedSender {
  readonly kind: 'authorised' | 'key';
  readonly userId: string;
  /** Name of the owner's API key; null: none. */
  readonly apiKey: string | null;
}

interface NotedOrder {
  readonly apiId: ApiId;
  readonly clientOrderId: string;
  readonly createdMs: number;
  /** Whose account it is, when he himself asks: what his keys are called is nobody else's business. */
  readonly ownerId: string | null;
}

/** Who has sent the order; null: its owner, or it is noted there no more. */
export async function orderSender(store: Pick<Store, 'audit' | 'traces'>, order: NotedOrder): Promise<NotedSender | null> {
  const { apiId, clientOrderId, createdMs } = order;
  const [fromMs, toMs] = [createdMs - 2 * sentForMs, createdMs + 2 * sentForMs];
  const text = JSON.stringify(clientOrderId);
  const { items } = await store.audit.page({ fromMs, toMs, subject: `account/${apiId}`, action: sentFor, text, limit: atOnce });
  // The search knows no upper and lower case. Who changes an order is noted too, after whoever sent it.
  const actor = items.findLast(({ after }) => (after as Noted | null)?.client_order_ids?.includes(clientOrderId) === true)?.actor;
  return actor === undefined ? keyOf(store, order, fromMs) : { kind: 'authorised', userId: actor, apiKey: null };
}

interface Noted {
  readonly api_key?: string;
  readonly client_order_ids?: readonly string[];
}

/** The key of the owner by which it came, from his traces of that time. */
async function keyOf({ traces }: Pick<Store, 'traces'>, order: NotedOrder, fromMs: number): Promise<NotedSender | null> {
  const { apiId, clientOrderId, ownerId } = order;
  if (ownerId === null) return null;
  const name = namedIn(apiId, clientOrderId);
  let beforeId: number | undefined;
  for (let seen = 0; seen < lookedThrough; seen += atOnce) {
    const { items } = await traces.page({ actor: ownerId, action: sentByKey, beforeId, limit: atOnce });
    const found = items.find(({ after }) => (after as Noted | null)?.client_order_ids?.includes(name) === true);
    if (found !== undefined) return { kind: 'key', userId: ownerId, apiKey: (found.after as Noted).api_key ?? null };
    const last = items.at(-1);
    if (last === undefined || items.length < atOnce || last.timeMs < fromMs) return null;
    beforeId = last.id;
  }
  return null;
}

/** Traces are by key and not by account. */
const namedIn = (apiId: ApiId, clientOrderId: string): string => `${apiId}/${clientOrderId}`;

/**
 * Who has sent which orders with the account of somebody else, who has authorised him: by hand, by a key, or by what he has set up; and which an owner's
 * own key has sent. The answer to the sender does not wait for it: some seconds of orders are one entry, with the sender's ids of them. The two wait
 * apart: nobody hides what he does for others behind what he does for himself.
 */
export class SentOrders {
  readonly #parts: SentOrderParts;
  readonly #forOthers: GatheredNotes<{ readonly actor: string; readonly apiId: ApiId }>;
  readonly #byKeys: GatheredNotes<{ readonly actor: string; readonly keyId: string; readonly name: string }>;
  readonly #stop: () => void;

  constructor(parts: SentOrderParts) {
    const { store, clock, logger } = parts;
    this.#parts = parts;
    this.#forOthers = new GatheredNotes({
      mostWaiting,
      write: (entries) =>
        store.audit.appendAll(
          entries.map(({ of: { actor, apiId }, timeMs, orders }) => ({
            ...{ timeMs, actor, action: sentFor, subject: `account/${apiId}` },
            ...{ before: null, after: { client_order_ids: orders } },
          })),
        ),
      lost: (entries) => logger.error({ entries }, 'who has sent orders for others stands in no audit'),
      late: (error) => logger.warn({ err: error }, 'who has sent orders for others is written later'),
    });
    this.#byKeys = new GatheredNotes({
      mostWaiting,
      write: async (entries) => {
        for (const { of, timeMs, orders } of entries) {
          const after = { api_key: of.name, client_order_ids: orders };
          await store.traces.append({ timeMs, actor: of.actor, action: sentByKey, subject: `api-key/${of.keyId}`, before: null, after });
        }
      },
      lost: (entries) => logger.warn({ entries }, 'of some orders nobody can tell by which API key they came'),
      late: (error) => logger.warn({ err: error }, 'by which API key orders came is written later'),
    });
    this.#stop = clock.every(sentForMs, () => this.#write());
  }

  /** It goes to the exchange now, whatever is answered. `amends`: it is there already, and is changed. */
  note({ userId, apiKey }: Principal, apiId: ApiId, clientOrderId: string, amends = false): void {
    const { accounts, clock } = this.#parts;
    const owner = accounts.get(apiId)?.userId;
    if (userId === null || owner === undefined) return;
    const timeMs = clock.nowMs();
    if (owner !== userId) this.#forOthers.add(`${userId} ${apiId}`, { actor: userId, apiId }, timeMs, clientOrderId);
    else if (apiKey !== undefined && !amends)
      this.#byKeys.add(apiKey.keyId, { actor: userId, ...apiKey }, timeMs, namedIn(apiId, clientOrderId));
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#write();
  }

  async #write(): Promise<void> {
    await Promise.all([this.#forOthers.write(), this.#byKeys.write()]);
  }
}
