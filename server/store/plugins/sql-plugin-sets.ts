import type { Selectable } from 'kysely';
import type { Role } from '../../../core/domain/accounts/role.ts';
import type { Database } from '../opening/dialect.ts';
import type { PluginSetRecord } from '../records.ts';
import type { StoredPluginSets } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

export class SqlPluginSets implements StoredPluginSets {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(role: Role): Promise<PluginSetRecord | null> {
    const row = await this.#database.selectFrom('plugin_set').selectAll().where('role', '=', role).executeTakeFirst();
    return row === undefined ? null : toPluginSet(row);
  }

  async all(): Promise<readonly PluginSetRecord[]> {
    return (await this.#database.selectFrom('plugin_set').selectAll().orderBy('role').execute()).map(toPluginSet);
  }

  async save(set: PluginSetRecord): Promise<void> {
    const content = {
      included: JSON.stringify(set.included),
      excluded: JSON.stringify(set.excluded),
      vip_overrides: JSON.stringify(set.vipOverrides),
      locked: JSON.stringify(set.locked),
      updated_ms: set.updatedMs,
    };
    await this.#database
      .insertInto('plugin_set')
      .values({ role: set.role, ...content })
      .onConflict((conflict) => conflict.column('role').doUpdateSet(content))
      .execute();
  }
}

const toPluginSet = (row: Selectable<DatabaseTables['plugin_set']>): PluginSetRecord => ({
  role: row.role as Role,
  included: row.included as readonly string[],
  excluded: row.excluded as readonly string[],
  vipOverrides: row.vip_overrides as Readonly<Record<string, number>>,
  locked: row.locked as readonly string[],
  updatedMs: Number(row.updated_ms),
});
