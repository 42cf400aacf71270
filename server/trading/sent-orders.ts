import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { type AccountKey, formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import { changedFor, type SentOrderIds, sentByKey, sentFor, sentForMs } from '../store/orders/order-senders.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import { GatheredNotes } from './gathered-notes.ts';

/** Entries that wait while the database does not take them. */
const mostWaiting = 1_000;

interface SentOrderParts {
  readonly store: Pick<Store, 'audit' | 'traces'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface SentFor {
  readonly actor: string;
  readonly account: AccountKey;
  readonly action: typeof sentFor | typeof changedFor;
}

interface SentByKey {
  readonly actor: string;
  readonly account: AccountKey;
  readonly keyId: string;
  readonly name: string;
}

/**
 * Who has sent or changed which orders with the account of somebody else, who has authorised him: by hand, by a key, or by what he has set up; and which
 * an owner's own key has sent. The answer to the sender does not wait for it: some seconds of orders are one entry, with the sender's ids of them. The
 * two wait apart: nobody hides what he does for others behind what he does for himself.
 */
export class SentOrders {
  readonly #parts: SentOrderParts;
  readonly #forOthers: GatheredNotes<SentFor>;
  readonly #byKeys: GatheredNotes<SentByKey>;
  readonly #stop: () => void;

  constructor(parts: SentOrderParts) {
    const { store, clock, logger } = parts;
    this.#parts = parts;
    this.#forOthers = new GatheredNotes({
      mostWaiting,
      write: (entries) =>
        store.audit.appendAll(
          entries.map(({ of: { actor, account, action }, timeMs, orders }) => ({
            ...{ timeMs, actor, action, subject: `account/${account.apiId}`, before: null, after: inEntry(account, orders) },
          })),
        ),
      lost: (entries) => logger.error({ entries }, 'who has sent orders for others stands in no audit'),
      late: (error) => logger.warn({ err: error }, 'who has sent orders for others is written later'),
    });
    this.#byKeys = new GatheredNotes({
      mostWaiting,
      write: async (entries) => {
        for (const { of, timeMs, orders } of entries) {
          const after = { api_key: of.name, ...inEntry(of.account, orders) };
          await store.traces.append({ timeMs, actor: of.actor, action: sentByKey, subject: `api-key/${of.keyId}`, before: null, after });
        }
      },
      lost: (entries) => logger.warn({ entries }, 'of some orders nobody can tell by which API key they came'),
      late: (error) => logger.warn({ err: error }, 'by which API key orders came is written later'),
    });
    this.#stop = clock.every(sentForMs, () => this.#write());
  }

  /** The exchange has it, or may have it. */
  sent({ userId, apiKey }: Principal, account: AccountKey, clientOrderId: string): void {
    if (this.#isForOther(userId, account)) this.#forOther(userId, account, sentFor, clientOrderId);
    else if (userId !== null && apiKey !== undefined)
      this.#byKeys.add(
        `${apiKey.keyId} ${formatAccountKey(account)}`,
        { actor: userId, account, ...apiKey },
        this.#parts.clock.nowMs(),
        clientOrderId,
      );
  }

  /** It is there already; `order`: the sender's id of it, or where it has none its own. */
  changed({ userId }: Principal, account: AccountKey, order: string): void {
    if (this.#isForOther(userId, account)) this.#forOther(userId, account, changedFor, order);
  }

  #isForOther(userId: string | null, { apiId }: AccountKey): userId is string {
    const owner = this.#parts.accounts.get(apiId)?.userId;
    return userId !== null && owner !== undefined && owner !== userId;
  }

  #forOther(actor: string, account: AccountKey, action: SentFor['action'], order: string): void {
    this.#forOthers.add(`${action} ${actor} ${formatAccountKey(account)}`, { actor, account, action }, this.#parts.clock.nowMs(), order);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#write();
  }

  async #write(): Promise<void> {
    await Promise.all([this.#forOthers.write(), this.#byKeys.write()]);
  }
}

const inEntry = (account: AccountKey, orders: readonly string[]): SentOrderIds => ({
  account: formatAccountKey(account),
  client_order_ids: orders,
});
