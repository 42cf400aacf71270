import { sql } from 'kysely';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral, bulkInsert, lastPerKey } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { foldFills } from './fold-fills.ts';
import {
  balanceTarget,
  entryTarget,
  eventTarget,
  fillTarget,
  type LineToWrite,
  lineTarget,
  orderTarget,
  positionTarget,
} from './projection-targets.ts';
import { toPosting } from './sql-ledger.ts';
import { toOrderEvent } from './sql-orders.ts';
import type { JournalEndRecord, LedgerEntryRecord, ProjectionBatch, ProjectionResult, StoredAfter } from './trading-records.ts';
import type { Projections } from './trading-store.ts';

/** The finest scale that decimals have anywhere (core/domain/decimal). */
const ledgerScale = 20;

export class SqlProjections implements Projections {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  position(venue: string): Promise<number> {
    return readPosition(this.#database, venue);
  }

  async positions(venues: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ venue: string; sequence: string }>`
      select venue, sequence from projection_position where venue = any(${arrayLiteral(venues)}::text::text[])`.execute(this.#database);
    return new Map(rows.map(({ venue, sequence }) => [venue, Number(sequence)]));
  }

  async advance(positions: ReadonlyMap<string, number>): Promise<void> {
    await sql`
      insert into projection_position (venue, sequence)
      select * from unnest(${arrayLiteral([...positions.keys()])}::text::text[], ${arrayLiteral([...positions.values()])}::text::bigint[])
      on conflict (venue) do update set sequence = excluded.sequence
      where projection_position.sequence < excluded.sequence`.execute(this.#database);
  }

  async apply(batch: ProjectionBatch): Promise<ProjectionResult> {
    refuseForeignRows(batch);
    for (const entry of batch.entries) refuseUnbalanced(entry);
    return inTransaction(this.#database, async (transaction) => {
      // Creates and locks the row first, so that two writers of one venue go one after the other.
      await sql`insert into projection_position (venue, sequence) values (${batch.venue}, 0) on conflict (venue) do nothing`.execute(
        transaction,
      );
      await sql`select from projection_position where venue = ${batch.venue} for update`.execute(transaction);
      const position = await readPosition(transaction, batch.venue);
      if (batch.sequence <= position) return { outcome: 'stale', position };
      if (batch.afterSequence !== undefined && batch.afterSequence !== position) return { outcome: 'gap', position };
      await writeRows(transaction, batch);
      await transaction.updateTable('projection_position').set({ sequence: batch.sequence }).where('venue', '=', batch.venue).execute();
      return { outcome: 'applied', position: batch.sequence };
    });
  }

  async after(venue: string, { sequence, timeMs }: JournalEndRecord): Promise<StoredAfter> {
    const events = await this.#database
      .selectFrom('order_event')
      .selectAll()
      .where('venue', '=', venue)
      .where('sequence', '>', String(sequence))
      .orderBy('sequence')
      .orderBy('ordinal')
      .execute();
    const postings = await this.#database
      .selectFrom('ledger_line as line')
      .innerJoin('ledger_entry as entry', (join) =>
        join.onRef('entry.venue', '=', 'line.venue').onRef('entry.entry_id', '=', 'line.entry_id'),
      )
      .selectAll('line')
      .select(['entry.kind', 'entry.reference'])
      .where('line.venue', '=', venue)
      .where('line.time_ms', '>', String(timeMs))
      .orderBy('line.entry_id')
      .orderBy('line.ordinal')
      .execute();
    return { events: events.map(toOrderEvent), postings: postings.map((row) => toPosting(row, row)) };
  }

  async reset(venue: string): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      const tables = [
        'order_record',
        'order_event',
        'fill_record',
        'position',
        'ledger_line',
        'ledger_entry',
        'balance',
        'projection_position',
      ] as const;
      for (const table of tables) await transaction.deleteFrom(table).where('venue', '=', venue).execute();
    });
  }
}

async function readPosition(database: Database, venue: string): Promise<number> {
  const row = await database.selectFrom('projection_position').select('sequence').where('venue', '=', venue).executeTakeFirst();
  return Number(row?.sequence ?? 0);
}

async function writeRows(transaction: Database, batch: ProjectionBatch): Promise<void> {
  const lines = batch.entries.flatMap((entry) => entry.lines.map((line, ordinal): LineToWrite => ({ line, entry, ordinal })));
  await bulkInsert(
    transaction,
    orderTarget,
    lastPerKey(batch.orders, (order) => order.orderId),
  );
  await bulkInsert(transaction, eventTarget, batch.events);
  const { fills, positions } = await foldFills(transaction, batch.venue, batch.fills);
  await bulkInsert(transaction, fillTarget, fills);
  await bulkInsert(transaction, positionTarget, positions);
  await bulkInsert(transaction, entryTarget, batch.entries);
  await bulkInsert(transaction, lineTarget, lines);
  const balances = lastPerKey(batch.balances, ({ apiId, accountType, symbol = '', asset }) => `${apiId}/${accountType}/${symbol}/${asset}`);
  await bulkInsert(transaction, balanceTarget, balances);
}

/** A row of another venue would escape that venue's position, and be lost or doubled at its rebuild. */
function refuseForeignRows(batch: ProjectionBatch): void {
  for (const row of [batch.orders, batch.events, batch.fills, batch.entries, batch.balances].flat()) {
    if (row.venue !== batch.venue) throw new Error(`a batch of ${batch.venue} holds a row of ${row.venue}`);
  }
}

function refuseUnbalanced(entry: LedgerEntryRecord): void {
  const sums = new Map<string, bigint>();
  for (const line of entry.lines) {
    const units = toUnits(line.amount, ledgerScale);
    if (units === null) throw new Error(`ledger entry ${entry.venue}/${entry.entryId}: ${line.amount} is not a decimal`);
    sums.set(line.asset, (sums.get(line.asset) ?? 0n) + units);
  }
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`ledger entry ${entry.venue}/${entry.entryId} does not balance in ${asset}`);
  }
}
