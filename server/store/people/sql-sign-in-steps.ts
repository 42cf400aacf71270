import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { PendingSignInRecord, RequiredStep } from '../records.ts';
import type { PendingSignInRows, SignInStepRows } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

export class SqlSignInSteps implements SignInStepRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(userId: string): Promise<readonly RequiredStep[]> {
    const rows = await this.#database
      .selectFrom('sign_in_step')
      .select(['step', 'kinds'])
      .where('user_id', '=', userId)
      .orderBy('step')
      .execute();
    return rows.map(({ step, kinds }) => ({ step, kinds: kinds as readonly string[] }));
  }

  async require(userId: string, { step, kinds }: RequiredStep): Promise<void> {
    if (kinds.length === 0) {
      await this.#database.deleteFrom('sign_in_step').where('user_id', '=', userId).where('step', '=', step).execute();
      return;
    }
    await this.requireOfAll([userId], { step, kinds });
  }

  async requireOfAll(userIds: readonly string[], { step, kinds }: RequiredStep): Promise<void> {
    if (userIds.length === 0) return;
    const text = JSON.stringify(kinds);
    await this.#database
      .insertInto('sign_in_step')
      .values(userIds.map((user_id) => ({ user_id, step, kinds: text })))
      .onConflict((conflict) => conflict.columns(['user_id', 'step']).doUpdateSet({ kinds: text }))
      .execute();
  }
}

export class SqlPendingSignIns implements PendingSignInRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create({ tokenHash, userId, account, expiresMs }: PendingSignInRecord): Promise<void> {
    const row = { token_hash: tokenHash, user_id: userId, account, steps_done: '[]', tries: 0, expires_ms: expiresMs };
    await this.#database.insertInto('pending_sign_in').values(row).execute();
  }

  async find(tokenHash: string, nowMs: number): Promise<PendingSignInRecord | null> {
    const row = await this.#database
      .selectFrom('pending_sign_in')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('expires_ms', '>', String(nowMs))
      .executeTakeFirst();
    return row === undefined ? null : pendingOf(row);
  }

  async tried(tokenHash: string, nowMs: number, mostTries: number): Promise<PendingSignInRecord | null> {
    const row = await this.#database
      .updateTable('pending_sign_in')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('expires_ms', '>', String(nowMs))
      .where('tries', '<', mostTries)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : pendingOf(row);
  }

  async done(tokenHash: string, steps: readonly string[]): Promise<void> {
    await this.#database
      .updateTable('pending_sign_in')
      .set({ steps_done: JSON.stringify(steps) })
      .where('token_hash', '=', tokenHash)
      .execute();
  }

  async take(tokenHash: string): Promise<boolean> {
    const result = await this.#database.deleteFrom('pending_sign_in').where('token_hash', '=', tokenHash).executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }

  async removeAllOf(userId: string): Promise<void> {
    await this.#database.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute();
  }

  async deleteExpired(nowMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('pending_sign_in').where('expires_ms', '<=', String(nowMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

const pendingOf = (row: Selectable<DatabaseTables['pending_sign_in']>): PendingSignInRecord => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  account: row.account,
  stepsDone: row.steps_done as readonly string[],
  tries: row.tries,
  expiresMs: Number(row.expires_ms),
});
