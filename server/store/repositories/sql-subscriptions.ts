import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { Database } from '../dialect.ts';
import { holdUser } from '../hold-user.ts';
import { inTransaction } from '../in-transaction.ts';
import type { SubscriptionRecord, Subscriptions } from '../subscription-store.ts';

export class SqlSubscriptions implements Subscriptions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(userId: string): Promise<readonly SubscriptionRecord[]> {
    const rows = await this.#database
      .selectFrom('symbol_subscription')
      .select(['instrument_id', 'created_ms'])
      .where('user_id', '=', userId)
      .orderBy('created_ms')
      .orderBy('instrument_id')
      .execute();
    return rows.map((row) => ({ instrumentId: row.instrument_id, createdMs: Number(row.created_ms) }));
  }

  add(userId: string, instrumentId: InstrumentId, createdMs: number, most: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      await holdUser(transaction, userId);
      const { count } = await transaction
        .selectFrom('symbol_subscription')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .where('instrument_id', '!=', instrumentId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return false;
      await transaction
        .insertInto('symbol_subscription')
        .values({ user_id: userId, instrument_id: instrumentId, created_ms: createdMs })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    });
  }

  async remove(userId: string, instrumentId: InstrumentId): Promise<void> {
    await this.#database
      .deleteFrom('symbol_subscription')
      .where('user_id', '=', userId)
      .where('instrument_id', '=', instrumentId)
      .execute();
  }
}
