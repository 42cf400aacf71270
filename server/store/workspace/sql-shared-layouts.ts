import type { Selectable } from 'kysely';
import type { Role } from '../../../core/domain/accounts/role.ts';
import type { Database } from '../opening/dialect.ts';
import type { SharedLayoutRecord, SharedLayoutSummary } from '../records.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { SharedLayouts } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

const summaryColumns = ['id', 'role', 'name', 'is_default', 'updated_ms'] as const;

export class SqlSharedLayouts implements SharedLayouts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(role?: Role): Promise<readonly SharedLayoutSummary[]> {
    const all = this.#database.selectFrom('shared_layout').select(summaryColumns).orderBy('name').orderBy('role');
    const rows = await (role === undefined ? all : all.where('role', '=', role)).execute();
    return rows.map(toSummary);
  }

  async get(id: string): Promise<SharedLayoutRecord | null> {
    const row = await this.#database.selectFrom('shared_layout').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }

  async defaultOf(role: Role): Promise<SharedLayoutRecord | null> {
    const row = await this.#database
      .selectFrom('shared_layout')
      .selectAll()
      .where('role', '=', role)
      .where('is_default', '=', true)
      .executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }

  async share(layout: Omit<SharedLayoutRecord, 'isDefault'>): Promise<SharedLayoutSummary> {
    const columns = {
      version: layout.version,
      content: layout.content === null ? null : JSON.stringify(layout.content),
      updated_ms: layout.updatedMs,
    };
    const row = await this.#database
      .insertInto('shared_layout')
      .values({ id: layout.id, role: layout.role, name: layout.name, is_default: false, ...columns })
      .onConflict((conflict) => conflict.columns(['role', 'name']).doUpdateSet(columns))
      .returning(summaryColumns)
      .executeTakeFirstOrThrow();
    return toSummary(row);
  }

  setDefault(role: Role, id: string | null): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const ofRole = await transaction.selectFrom('shared_layout').select('id').where('role', '=', role).execute();
      if (id !== null && !ofRole.some((row) => row.id === id)) return false;
      // First, because a role's default is unique at every moment.
      await transaction.updateTable('shared_layout').set({ is_default: false }).where('role', '=', role).execute();
      if (id !== null) await transaction.updateTable('shared_layout').set({ is_default: true }).where('id', '=', id).execute();
      return true;
    });
  }

  async delete(id: string): Promise<boolean> {
    const result = await this.#database.deleteFrom('shared_layout').where('id', '=', id).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}

type Row = Selectable<DatabaseTables['shared_layout']>;

const toSummary = (row: Pick<Row, (typeof summaryColumns)[number]>): SharedLayoutSummary => ({
  id: row.id,
  role: row.role as Role,
  name: row.name,
  isDefault: row.is_default,
  updatedMs: Number(row.updated_ms),
});

const toRecord = (row: Row): SharedLayoutRecord => ({ ...toSummary(row), version: row.version, content: row.content });
