import type { Selectable } from 'kysely';
import type { Database } from '../dialect.ts';
import { inTransaction, isUniqueViolation } from '../in-transaction.ts';
import type { LayoutRecord, LayoutSummary } from '../records.ts';
import type { Layouts } from '../store.ts';
import type { Tables } from '../tables.ts';

export class SqlLayouts implements Layouts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(userId: string): Promise<readonly LayoutSummary[]> {
    const rows = await this.#database
      .selectFrom('layout')
      .select(['id', 'user_id', 'name', 'version', 'is_current', 'updated_ms'])
      .where('user_id', '=', userId)
      .orderBy('name')
      .execute();
    return rows.map(toSummary);
  }

  async get(userId: string, id: string): Promise<LayoutRecord | null> {
    const row = await this.#database.selectFrom('layout').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
    return row === undefined ? null : { ...toSummary(row), content: row.content };
  }

  async current(userId: string): Promise<LayoutRecord | null> {
    const row = await this.#database
      .selectFrom('layout')
      .selectAll()
      .where('user_id', '=', userId)
      .where('is_current', '=', true)
      .executeTakeFirst();
    return row === undefined ? null : { ...toSummary(row), content: row.content };
  }

  async save(layout: LayoutRecord): Promise<'saved' | 'name-taken' | 'foreign'> {
    try {
      return await inTransaction(this.#database, (transaction) => write(transaction, layout));
    } catch (error) {
      if (isUniqueViolation(error) && !this.#database.isTransaction) return 'name-taken';
      throw error;
    }
  }

  setCurrent(userId: string, id: string): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const known = await transaction
        .selectFrom('layout')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (known === undefined) return false;
      await clearCurrent(transaction, userId, id);
      await transaction.updateTable('layout').set({ is_current: true }).where('id', '=', id).execute();
      return true;
    });
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const result = await this.#database.deleteFrom('layout').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}

async function write(transaction: Database, layout: LayoutRecord): Promise<'saved' | 'name-taken' | 'foreign'> {
  const rivals = await transaction
    .selectFrom('layout')
    .select(['id', 'user_id'])
    .where((where) => where.or([where('id', '=', layout.id), where.and({ user_id: layout.userId, name: layout.name })]))
    .execute();
  if (rivals.some((row) => row.id === layout.id && row.user_id !== layout.userId)) return 'foreign';
  if (rivals.some((row) => row.id !== layout.id)) return 'name-taken';
  if (layout.isCurrent) await clearCurrent(transaction, layout.userId, layout.id);
  const columns = {
    name: layout.name,
    version: layout.version,
    content: JSON.stringify(layout.content),
    is_current: layout.isCurrent,
    updated_ms: layout.updatedMs,
  };
  await transaction
    .insertInto('layout')
    .values({ id: layout.id, user_id: layout.userId, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns).where('layout.user_id', '=', layout.userId))
    .execute();
  return 'saved';
}

/** First, because a user's current layout is unique at every moment. */
async function clearCurrent(transaction: Database, userId: string, exceptId: string): Promise<void> {
  await transaction
    .updateTable('layout')
    .set({ is_current: false })
    .where('user_id', '=', userId)
    .where('is_current', '=', true)
    .where('id', '!=', exceptId)
    .execute();
}

const toSummary = (row: Omit<Selectable<Tables['layout']>, 'content'>): LayoutSummary => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  version: row.version,
  isCurrent: row.is_current,
  updatedMs: Number(row.updated_ms),
});
