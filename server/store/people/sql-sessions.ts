import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { SessionRecord } from '../records.ts';
import type { Sessions } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

export class SqlSessions implements Sessions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(session: SessionRecord): Promise<void> {
    const row = {
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_ms: session.createdMs,
      expires_ms: session.expiresMs,
      revoked_ms: session.revokedMs,
      ip: session.ip,
      user_agent: session.userAgent,
      used_ms: session.usedMs,
      confirmed_ms: session.confirmedMs,
    };
    await this.#database.insertInto('session').values(row).execute();
  }

  async get(tokenHash: string): Promise<SessionRecord | null> {
    const row = await this.#database.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
    return row === undefined ? null : toSession(row);
  }

  async live(nowMs: number, most: number): Promise<readonly string[]> {
    const rows = await this.#database
      .selectFrom('session')
      .select('token_hash')
      .where('expires_ms', '>', String(nowMs))
      .where('revoked_ms', 'is', null)
      .orderBy('created_ms', 'desc')
      .limit(most)
      .execute();
    return rows.map((row) => row.token_hash).toReversed();
  }

  async activeOf(userId: string, nowMs: number): Promise<readonly SessionRecord[]> {
    const rows = await this.#database
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_ms', '>', String(nowMs))
      .where('revoked_ms', 'is', null)
      .orderBy('created_ms', 'desc')
      .execute();
    return rows.map(toSession);
  }

  async extend(tokenHash: string, expiresMs: number, usedMs: number): Promise<void> {
    await this.#database
      .updateTable('session')
      .set({ expires_ms: expiresMs, used_ms: usedMs })
      .where('token_hash', '=', tokenHash)
      .execute();
  }

  async confirmed(tokenHash: string, nowMs: number): Promise<void> {
    await this.#database.updateTable('session').set({ confirmed_ms: nowMs }).where('token_hash', '=', tokenHash).execute();
  }

  async revoke(tokenHash: string, nowMs: number): Promise<void> {
    await this.#database
      // What was signed out hears nothing more, on its devices either.
      .with('devices', (database) => database.deleteFrom('push_device').where('session_hash', '=', tokenHash))
      .updateTable('session')
      .set({ revoked_ms: nowMs })
      .where('token_hash', '=', tokenHash)
      .where('revoked_ms', 'is', null)
      .execute();
  }

  async revokeAllOf(userId: string, nowMs: number, exceptTokenHash = ''): Promise<readonly string[]> {
    const rows = await this.#database
      .with('devices', (database) =>
        database
          .deleteFrom('push_device')
          .where('user_id', '=', userId)
          .where((row) => row.or([row('session_hash', 'is', null), row('session_hash', '!=', exceptTokenHash)])),
      )
      .updateTable('session')
      .set({ revoked_ms: nowMs })
      .where('user_id', '=', userId)
      .where('revoked_ms', 'is', null)
      .where('token_hash', '!=', exceptTokenHash)
      .returning('token_hash')
      .execute();
    return rows.map((row) => row.token_hash);
  }

  async deleteExpired(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('session').where('expires_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

const toSession = (row: Selectable<DatabaseTables['session']>): SessionRecord => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  createdMs: Number(row.created_ms),
  expiresMs: Number(row.expires_ms),
  revokedMs: row.revoked_ms === null ? null : Number(row.revoked_ms),
  ip: row.ip,
  userAgent: row.user_agent,
  usedMs: row.used_ms === null ? null : Number(row.used_ms),
  confirmedMs: row.confirmed_ms === null ? null : Number(row.confirmed_ms),
});
