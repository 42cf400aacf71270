import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { LeaseSight, Leases, ProcessRecord, StoredProcesses } from './lease-store.ts';

export class SqlLeases implements Leases, StoredProcesses {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async beat({ processId, address }: ProcessRecord): Promise<void> {
    await this.#database
      .insertInto('process')
      .values({ process_id: processId, address, beat: 1 })
      .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ address, beat: sql`process.beat + 1` }))
      .execute();
  }

  async look(name: string): Promise<LeaseSight | null> {
    const row = await this.#database
      .selectFrom('lease')
      .leftJoin('process', 'process.process_id', 'lease.process_id')
      .select(['lease.epoch', 'process.process_id', 'process.address', 'process.beat'])
      .where('lease.name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { process_id: processId, address } = row;
    const holder = processId === null || address === null ? null : { processId, address };
    return { epoch: Number(row.epoch), holder, beat: Number(row.beat ?? 0) };
  }

  async take(name: string, seen: LeaseSight | null, processId: string): Promise<number | null> {
    if (seen === null) {
      const { rows } = await sql<{ readonly epoch: string }>`insert into lease (name, epoch, process_id) values (${name}, 1, ${processId})
        on conflict do nothing returning epoch`.execute(this.#database);
      return epochOf(rows);
    }
    // The holder's row is locked: a sign of life comes either before, and is seen, or finds the lease gone.
    const { rows } = await sql<{ readonly epoch: string }>`with
      alive as (select beat from process where process_id = ${seen.holder?.processId ?? null} for update)
      update lease set epoch = epoch + 1, process_id = ${processId}
      where name = ${name} and epoch = ${seen.epoch} and coalesce((select beat from alive), ${seen.beat}::bigint) = ${seen.beat}::bigint
      returning epoch`.execute(this.#database);
    return epochOf(rows);
  }

  async processes(): Promise<readonly (ProcessRecord & { readonly beat: number })[]> {
    const rows = await this.#database.selectFrom('process').selectAll().orderBy('address').orderBy('process_id').execute();
    return rows.map(({ process_id: processId, address, beat }) => ({ processId, address, beat: Number(beat) }));
  }

  async leave(processId: string): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      await transaction.updateTable('lease').set({ process_id: null }).where('process_id', '=', processId).execute();
      await transaction.deleteFrom('process').where('process_id', '=', processId).execute();
    });
  }
}

const epochOf = (rows: readonly { readonly epoch: string }[]): number | null => (rows[0] === undefined ? null : Number(rows[0].epoch));
