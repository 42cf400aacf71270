import type { Outcome } from '../../core/contract/app-error.ts';
import { type CountedRows, storedBytes, type TableMigration, type Tables } from '../../core/contract/server-contributions.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';

const table = 'panel_strategy_symbols__subscription';
/** What the table was called when it was the house's. */
const formerTable = 'symbol_subscription';

const steps: readonly TableMigration[] = [{ id: 1, name: 'subscriptions', statements: [`alter table ${formerTable} rename to ${table}`] }];

const counted: readonly CountedRows[] = [{ table, kind: 'documents', bytes: storedBytes('instrument_id') }];

export interface FollowedMarket {
  readonly instrumentId: InstrumentId;
  readonly createdMs: number;
}

/** The markets that each user follows. */
export class SubscriptionTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<SubscriptionTable> {
    await tables.migrate(steps, { adopts: [formerTable], counted });
    return new SubscriptionTable(tables);
  }

  /** In the order in which they were added. */
  async of(userId: string): Promise<readonly FollowedMarket[]> {
    const rows = await this.#tables.run<{ readonly instrument_id: string; readonly created_ms: string }>(
      `select instrument_id, created_ms from ${table} where user_id = $1 order by created_ms, instrument_id`,
      [userId],
    );
    return rows.map((row) => ({ instrumentId: row.instrument_id, createdMs: Number(row.created_ms) }));
  }

  /** Adding one that is there changes nothing. False: the user follows `most` others already. STORAGE_FULL: his quota is used up. */
  add(userId: string, instrumentId: InstrumentId, createdMs: number, most: number): Promise<Outcome<boolean>> {
    return this.#tables.within(userId, async (sql) => {
      // What is counted now is still right when the row is added.
      await sql.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${userId}`]);
      const others = await sql.run(`select 1 from ${table} where user_id = $1 and instrument_id <> $2`, [userId, instrumentId]);
      if (others.length >= most) return false;
      await sql.run(`insert into ${table} (user_id, instrument_id, created_ms) values ($1, $2, $3) on conflict do nothing`, [
        userId,
        instrumentId,
        createdMs,
      ]);
      return true;
    });
  }

  /** Removing one that is not there changes nothing. */
  async remove(userId: string, instrumentId: InstrumentId): Promise<void> {
    await this.#tables.run(`delete from ${table} where user_id = $1 and instrument_id = $2`, [userId, instrumentId]);
  }
}
