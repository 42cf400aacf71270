import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';

const passkey = 'service_security__passkey';
const used = 'service_security__used_challenge';

export const passkeyStep: TableMigration = {
  id: 2,
  name: 'passkeys',
  statements: [
    // `site`: the domain that it was made for. `synced`: whoever made it keeps copies on other devices. `counter`: of its last answer; 0 where it counts none.
    `create table ${passkey} (
      passkey_id text primary key,
      user_id text not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      site text not null,
      name text not null,
      synced boolean not null,
      created_ms bigint not null,
      used_ms bigint
    )`,
    `create index ${passkey}_user on ${passkey} (user_id)`,
    // Answers are good once; those whose question has ended are refused in any case.
    `create table ${used} (
      challenge_digest text primary key,
      expires_ms bigint not null
    )`,
    `create index ${used}_expiry on ${used} (expires_ms)`,
  ],
};

export interface PasskeyRecord {
  readonly passkeyId: string;
  readonly userId: string;
  /** base64url, as the browser names it. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Domain that it was made for. */
  readonly site: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdMs: number;
  readonly usedMs: number | null;
}

interface PasskeyRow {
  readonly passkey_id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: string;
  readonly transports: string;
  readonly site: string;
  readonly name: string;
  readonly synced: boolean;
  readonly created_ms: string;
  readonly used_ms: string | null;
}

/** Passkeys of people, and which questions have been answered. */
export class PasskeyTable {
  readonly #tables: Tables;

  /** After its steps were run. */
  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** The oldest first. */
  async of(userId: string, sql: Sql = this.#tables): Promise<readonly PasskeyRecord[]> {
    const rows = await sql.run<PasskeyRow>(`select * from ${passkey} where user_id = $1 order by created_ms, passkey_id`, [userId]);
    return rows.map(recordOf);
  }

  async byCredential(credentialId: string): Promise<PasskeyRecord | null> {
    const [row] = await this.#tables.run<PasskeyRow>(`select * from ${passkey} where credential_id = $1`, [credentialId]);
    return row === undefined ? null : recordOf(row);
  }

  /** False: somebody has it already. */
  async add(sql: Sql, record: PasskeyRecord): Promise<boolean> {
    const { passkeyId, userId, credentialId, publicKey, counter, transports, site, name, synced, createdMs } = record;
    const rows = await sql.run(
      `insert into ${passkey} (passkey_id, user_id, credential_id, public_key, counter, transports, site, name, synced, created_ms, used_ms)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, null) on conflict (credential_id) do nothing returning passkey_id`,
      [passkeyId, userId, credentialId, publicKey, counter, JSON.stringify(transports), site, name, synced, createdMs],
    );
    return rows.length > 0;
  }

  async rename(userId: string, passkeyId: string, name: string): Promise<boolean> {
    const rows = await this.#tables.run(`update ${passkey} set name = $3 where user_id = $1 and passkey_id = $2 returning passkey_id`, [
      ...[userId, passkeyId, name],
    ]);
    return rows.length > 0;
  }

  /** The name that it had; null: there was none. */
  async remove(sql: Sql, userId: string, passkeyId: string): Promise<string | null> {
    const [row] = await sql.run<{ readonly name: string }>(`delete from ${passkey} where user_id = $1 and passkey_id = $2 returning name`, [
      userId,
      passkeyId,
    ]);
    return row?.name ?? null;
  }

  /** How many there were. */
  async removeAllOf(sql: Sql, userId: string): Promise<number> {
    return (await sql.run(`delete from ${passkey} where user_id = $1 returning passkey_id`, [userId])).length;
  }

  /** It has answered. False: it has counted as far before, so that another one counts for it, or it is gone. */
  async answered(
    passkeyId: string,
    { counter, synced, nowMs }: { readonly counter: number; readonly synced: boolean; readonly nowMs: number },
  ) {
    const rows = await this.#tables.run(
      `update ${passkey} set counter = $2, synced = $3, used_ms = $4
        where passkey_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning passkey_id`,
      [passkeyId, counter, synced, nowMs],
    );
    return rows.length > 0;
  }

  /** Uses a question up. False: it was answered before. */
  async use(challengeDigest: string, expiresMs: number): Promise<boolean> {
    const rows = await this.#tables.run(
      `insert into ${used} (challenge_digest, expires_ms) values ($1, $2) on conflict do nothing returning challenge_digest`,
      [challengeDigest, expiresMs],
    );
    return rows.length > 0;
  }

  async forgetUsed(nowMs: number): Promise<void> {
    await this.#tables.run(`delete from ${used} where expires_ms <= $1`, [nowMs]);
  }
}

const recordOf = (row: PasskeyRow): PasskeyRecord => ({
  passkeyId: row.passkey_id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports) as readonly string[],
  site: row.site,
  name: row.name,
  synced: row.synced,
  createdMs: Number(row.created_ms),
  usedMs: row.used_ms === null ? null : Number(row.used_ms),
});
