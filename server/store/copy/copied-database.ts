import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDatabase } from '../opening/create-database.ts';
import { lockData } from '../opening/data-lock.ts';
import { connectPglite, connectPostgres, type Database } from '../opening/dialect.ts';
import { expectMigrated } from '../opening/migrate.ts';
import { ownFolder, ownTree } from '../opening/own-folder.ts';
import { PgliteClient } from '../pglite/pglite-client.ts';
import { OpenTransaction } from '../sql/open-transaction.ts';
import { DatabaseFilling } from './database-filling.ts';
import { DatabasePicture } from './database-picture.ts';

interface CopiedDatabaseOptions {
  /** Holds the embedded database in its folder `database`; created when missing. Unused with a `databaseUrl`. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** A database whose content is carried to another one, of the same engine or the other. */
export class CopiedDatabase {
  readonly #database: Database;
  readonly #shutDown: () => Promise<void>;

  private constructor(database: Database, shutDown: () => Promise<void>) {
    this.#database = database;
    this.#shutDown = shutDown;
  }

  /** Opens it as it is: no migration is run. Throws StoreError. */
  static async open({ dataDir, databaseUrl }: CopiedDatabaseOptions): Promise<CopiedDatabase> {
    const open = new OpenTransaction();
    if (databaseUrl !== null) {
      const database = connectPostgres(databaseUrl, open, () => undefined);
      return new CopiedDatabase(database, () => database.destroy());
    }
    ownFolder(dataDir);
    const lock = await lockData(dataDir);
    try {
      const directory = join(dataDir, 'database');
      await createDatabase(directory);
      ownTree(directory);
      const client = await PgliteClient.start(realpathSync(directory));
      const database = connectPglite(client, open);
      return new CopiedDatabase(database, async () => {
        await database.destroy();
        await lock.release();
      });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Shows everything as it is at one moment. Throws StoreError when the schema is another version's. */
  async picture<T>(look: (picture: DatabasePicture) => Promise<T>): Promise<T> {
    await expectMigrated(this.#database);
    return this.#database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => look(await DatabasePicture.take(transaction)));
  }

  /** True while nothing has ever been made in it. */
  async isEmpty(): Promise<boolean> {
    const { rows } = await sql`select from pg_class where relnamespace = current_schema()::regnamespace limit 1`.execute(this.#database);
    return rows.length === 0;
  }

  /** Makes and fills the schema, all of it or nothing. */
  fill(work: (filling: DatabaseFilling) => Promise<void>): Promise<void> {
    return this.#database.transaction().execute((transaction) => work(new DatabaseFilling(transaction)));
  }

  /** Takes everything out of it again, after {@link fill} and what followed went wrong. */
  async clear(): Promise<void> {
    const { rows } = await sql<{ readonly schema: string }>`select current_schema()::text as schema`.execute(this.#database);
    const schema = sql.id(rows[0]?.schema ?? 'public');
    await this.#database.transaction().execute(async (transaction) => {
      await sql`drop schema ${schema} cascade`.execute(transaction);
      await sql`create schema ${schema}`.execute(transaction);
    });
  }

  close(): Promise<void> {
    return this.#shutDown();
  }
}
