import type { Selectable } from 'kysely';
import type { PluginSet } from '../../../core/contract/plugin-sets.ts';
import { type ProductVersion, productVersions, type Role } from '../../../core/domain/accounts/role.ts';
import type { Database } from '../opening/dialect.ts';
import type { NamedPluginSetRecord, Page, PluginSetRecord, PluginSetVersionRecord, SavedSet } from '../records.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
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
    const content = { ...contentOf(set), updated_ms: set.updatedMs };
    await this.#database
      .insertInto('plugin_set')
      .values({ role: set.role, ...content })
      .onConflict((conflict) => conflict.column('role').doUpdateSet(content))
      .execute();
  }

  async keep(set: PluginSet, { savedBy, savedMs, reason }: SavedSet): Promise<number> {
    const values = { role: set.role, ...contentOf(set), saved_ms: savedMs, saved_by: savedBy, reason };
    const { version } = await this.#database.insertInto('plugin_set_version').values(values).returning('version').executeTakeFirstOrThrow();
    return Number(version);
  }

  async versions(
    role: Role,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<Page<PluginSetVersionRecord, number>> {
    let query = this.#database.selectFrom('plugin_set_version').selectAll().where('role', '=', role);
    if (before !== undefined) query = query.where('version', '<', String(before));
    const rows = await query
      .orderBy('version', 'desc')
      .limit(checkedLimit(limit) + 1)
      .execute();
    return toPage(rows.map(toVersion), limit, (last) => last.version);
  }

  async named(): Promise<readonly NamedPluginSetRecord[]> {
    return (await this.#database.selectFrom('named_plugin_set').selectAll().orderBy('name').execute()).map(toNamed);
  }

  async saveNamed({ name, savedBy, savedMs, ...set }: NamedPluginSetRecord): Promise<void> {
    const content = { ...contentOf(set), saved_by: savedBy, saved_ms: savedMs };
    await this.#database
      .insertInto('named_plugin_set')
      .values({ name, ...content })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(content))
      .execute();
  }

  async removeNamed(name: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.deleteFrom('named_plugin_set').where('name', '=', name).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async ofVersions(): Promise<ReadonlyMap<ProductVersion, NamedPluginSetRecord>> {
    const tied = this.#database.selectFrom('product_version').innerJoin('named_plugin_set', 'name', 'set_name');
    const rows = await tied.selectAll('named_plugin_set').select('version').execute();
    const known = (version: string) => productVersions.filter((one) => one === version);
    return new Map(rows.flatMap(({ version, ...row }) => known(version).map((one) => [one, toNamed(row)] as const)));
  }

  async tieVersion(version: ProductVersion, name: string | null): Promise<void> {
    if (name === null) {
      await this.#database.deleteFrom('product_version').where('version', '=', version).execute();
      return;
    }
    await this.#database
      .insertInto('product_version')
      .values({ version, set_name: name })
      .onConflict((conflict) => conflict.column('version').doUpdateSet({ set_name: name }))
      .execute();
  }
}

const contentOf = ({ included, excluded, vipOverrides, locked }: Omit<PluginSet, 'role'>) => ({
  included: JSON.stringify(included),
  excluded: JSON.stringify(excluded),
  vip_overrides: JSON.stringify(vipOverrides),
  locked: JSON.stringify(locked),
});

const toVersion = ({ role, version, ...row }: Selectable<DatabaseTables['plugin_set_version']>): PluginSetVersionRecord => ({
  ...{ version: Number(version), role: role as Role, ...toContent(row) },
  ...{ savedBy: row.saved_by, savedMs: Number(row.saved_ms), reason: row.reason },
});

const toNamed = (row: Selectable<DatabaseTables['named_plugin_set']>): NamedPluginSetRecord => ({
  ...{ name: row.name, ...toContent(row), savedBy: row.saved_by, savedMs: Number(row.saved_ms) },
});

type ContentRow = Pick<Selectable<DatabaseTables['plugin_set']>, 'included' | 'excluded' | 'vip_overrides' | 'locked'>;
const toContent = (row: ContentRow): Omit<PluginSet, 'role'> => ({
  included: row.included as readonly string[],
  excluded: row.excluded as readonly string[],
  vipOverrides: row.vip_overrides as Readonly<Record<string, number>>,
  locked: row.locked as readonly string[],
});

const toPluginSet = (row: Selectable<DatabaseTables['plugin_set']>): PluginSetRecord => ({
  role: row.role as Role,
  ...toContent(row),
  updatedMs: Number(row.updated_ms),
});
