import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { DatabaseTables } from '../tables.ts';
import type { PushDeviceRecord, StoredPushDevices } from './push-store.ts';

export class SqlPushDevices implements StoredPushDevices {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(deviceId: string): Promise<PushDeviceRecord | null> {
    const row = await this.#database.selectFrom('push_device').selectAll().where('device_id', '=', deviceId).executeTakeFirst();
    return row === undefined ? null : toDevice(row);
  }

  async ofUser(userId: string): Promise<readonly PushDeviceRecord[]> {
    const rows = this.#database.selectFrom('push_device').selectAll().where('user_id', '=', userId);
    return (await rows.orderBy('created_ms', 'desc').orderBy('device_id').execute()).map(toDevice);
  }

  async users(): Promise<readonly string[]> {
    const rows = await this.#database.selectFrom('push_device').select('user_id').distinct().orderBy('user_id').execute();
    return rows.map((row) => row.user_id);
  }

  async put({ deviceId, userId, endpoint, sealedKeys, name, createdMs, sessionHash }: PushDeviceRecord): Promise<void> {
    const values = {
      device_id: deviceId,
      user_id: userId,
      sealed_keys: sealedKeys,
      name,
      created_ms: createdMs,
      session_hash: sessionHash,
    };
    await this.#database
      .insertInto('push_device')
      .values({ ...values, endpoint })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
      .execute();
  }

  async remove(deviceId: string): Promise<void> {
    await this.#database.deleteFrom('push_device').where('device_id', '=', deviceId).execute();
  }
}

const toDevice = (row: Selectable<DatabaseTables['push_device']>): PushDeviceRecord => ({
  deviceId: row.device_id,
  userId: row.user_id,
  endpoint: row.endpoint,
  sealedKeys: row.sealed_keys,
  name: row.name,
  createdMs: Number(row.created_ms),
  sessionHash: row.session_hash,
});
