import type { Database } from '../dialect.ts';
import type { PackageRecord, Packages } from '../package-store.ts';

export class SqlPackages implements Packages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly PackageRecord[]> {
    const rows = await this.#database.selectFrom('plugin_package').selectAll().orderBy('id').execute();
    return rows.map(({ enabled, installed_by, installed_ms, ...row }) => ({
      ...row,
      isEnabled: enabled,
      installedBy: installed_by,
      installedMs: Number(installed_ms),
    }));
  }

  async save({ id, isEnabled, installedBy, installedMs, ...rest }: PackageRecord): Promise<void> {
    const content = { ...rest, enabled: isEnabled, installed_by: installedBy, installed_ms: installedMs };
    await this.#database
      .insertInto('plugin_package')
      .values({ id, ...content })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
      .execute();
  }

  async setEnabled(id: string, isEnabled: boolean): Promise<void> {
    await this.#database.updateTable('plugin_package').set({ enabled: isEnabled }).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#database.deleteFrom('plugin_package').where('id', '=', id).execute();
  }
}
