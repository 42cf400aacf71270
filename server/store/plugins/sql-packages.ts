import type { PackageGrant } from '../../../schemas/wire/package.ts';
import type { Database } from '../opening/dialect.ts';
import type { PackageKeyRecord, PackageRecord, Packages } from './package-store.ts';

export class SqlPackages implements Packages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly PackageRecord[]> {
    const rows = await this.#database.selectFrom('plugin_package').selectAll().orderBy('id').execute();
    return rows.map(({ enabled, granted, installed_by, installed_ms, ...row }) => ({
      ...row,
      isEnabled: enabled,
      granted: granted === null ? null : (JSON.parse(granted) as PackageGrant),
      installedBy: installed_by,
      installedMs: Number(installed_ms),
    }));
  }

  async save({ id, isEnabled, granted, installedBy, installedMs, ...rest }: PackageRecord): Promise<void> {
    const grantedText = granted === null ? null : JSON.stringify(granted);
    const content = { ...rest, enabled: isEnabled, granted: grantedText, installed_by: installedBy, installed_ms: installedMs };
    await this.#database
      .insertInto('plugin_package')
      .values({ id, ...content })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
      .execute();
  }

  async setEnabled(id: string, isEnabled: boolean): Promise<void> {
    await this.#database.updateTable('plugin_package').set({ enabled: isEnabled }).where('id', '=', id).execute();
  }

  async setGranted(id: string, granted: PackageGrant): Promise<void> {
    await this.#database
      .updateTable('plugin_package')
      .set({ granted: JSON.stringify(granted) })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#database.deleteFrom('plugin_package').where('id', '=', id).execute();
  }

  async keys(): Promise<readonly PackageKeyRecord[]> {
    const rows = await this.#database.selectFrom('plugin_package_key').selectAll().orderBy('added_ms').orderBy('public_key').execute();
    return rows.map(({ public_key, name, added_by, added_ms }) => ({
      publicKey: public_key,
      name,
      addedBy: added_by,
      addedMs: Number(added_ms),
    }));
  }

  async addKey({ publicKey, name, addedBy, addedMs }: PackageKeyRecord): Promise<void> {
    const row = { public_key: publicKey, name, added_by: addedBy, added_ms: addedMs };
    await this.#database.insertInto('plugin_package_key').values(row).execute();
  }

  async removeKey(publicKey: string): Promise<void> {
    await this.#database.deleteFrom('plugin_package_key').where('public_key', '=', publicKey).execute();
  }
}
