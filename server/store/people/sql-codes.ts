import { sql } from 'kysely';
import type { CodePurpose } from '../../../core/domain/code-purpose.ts';
import type { Database } from '../opening/dialect.ts';
import type { CodeRecord, LiveCode, StoredCodes } from './code-store.ts';

const columns = { addressHash: 'address_hash', networkHash: 'network_hash', channel: 'channel' } as const;

export class SqlCodes implements StoredCodes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(): Promise<void> {
    await sql`lock table address_code in share row exclusive mode`.execute(this.#database);
  }

  async count(of: Parameters<StoredCodes['count']>[0], sinceMs: number): Promise<number> {
    const [[name, value] = ['', '']] = Object.entries(of);
    const { rows } = await sql<{ readonly codes: string }>`select count(*) as codes from address_code
      where ${sql.ref(columns[name as keyof typeof columns])} = ${value} and created_ms > ${sinceMs}::bigint`.execute(this.#database);
    return Number(rows[0]?.codes ?? 0);
  }

  async newestMs(purpose: CodePurpose, addressHash: string): Promise<number | null> {
    const query = this.#database.selectFrom('address_code').select('created_ms').where('address_hash', '=', addressHash);
    const row = await query.where('purpose', '=', purpose).orderBy('created_ms', 'desc').limit(1).executeTakeFirst();
    return row === undefined ? null : Number(row.created_ms);
  }

  async add(code: CodeRecord): Promise<void> {
    const { purpose, addressHash, channel } = code;
    await this.#database
      .updateTable('address_code')
      .set({ ended: true })
      .where('purpose', '=', purpose)
      .where('address_hash', '=', addressHash)
      .where('ended', '=', false)
      .execute();
    await this.#database
      .insertInto('address_code')
      .values({
        ...{ code_id: code.codeId, purpose, channel, address_hash: addressHash, network_hash: code.networkHash, code_hash: code.codeHash },
        ...{ created_ms: code.createdMs, expires_ms: code.expiresMs, wrong_tries: 0, right_tries: 0, ended: false },
      })
      .execute();
  }

  async holdLive(purpose: CodePurpose, addressHash: string, nowMs: number): Promise<LiveCode | null> {
    const row = await this.#database
      .selectFrom('address_code')
      .select(['code_id', 'code_hash', 'wrong_tries', 'right_tries'])
      .where('purpose', '=', purpose)
      .where('address_hash', '=', addressHash)
      .where('ended', '=', false)
      .where('expires_ms', '>', String(nowMs))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    return { codeId: row.code_id, codeHash: row.code_hash, wrongTries: row.wrong_tries, rightTries: row.right_tries };
  }

  async tried(codeId: string, { isRight, ends }: { readonly isRight: boolean; readonly ends: boolean }): Promise<void> {
    const counted = isRight ? { right_tries: sql<number>`right_tries + 1` } : { wrong_tries: sql<number>`wrong_tries + 1` };
    await this.#database
      .updateTable('address_code')
      .set({ ...counted, ...(ends ? { ended: true } : {}) })
      .where('code_id', '=', codeId)
      .execute();
  }

  async use(codeId: string, nowMs: number): Promise<boolean> {
    const result = await this.#database
      .updateTable('address_code')
      .set({ ended: true })
      .where('code_id', '=', codeId)
      .where('ended', '=', false)
      .where('expires_ms', '>', String(nowMs))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async deleteOlder(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('address_code').where('created_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
