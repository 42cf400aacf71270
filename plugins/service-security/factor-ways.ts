import type { Sealing } from '../../core/contract/sealing.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { SignInSteps } from '../../core/contract/sign-in-steps.ts';
import type { FactorTable } from './factor-table.ts';
import type { PasskeyTable } from './passkey-table.ts';
import { freshRecoveryCodes, recoveryDigest } from './recovery-codes.ts';

interface WayParts {
  readonly table: FactorTable;
  readonly passkeys: PasskeyTable;
  readonly steps: Pick<SignInSteps, 'require'>;
  readonly sealing: Pick<Sealing, 'digest'>;
}

/** In which ways a person proves himself beside the password: follows from the factors that he has, and is written with each change of them. */
export class FactorWays {
  readonly #parts: WayParts;

  constructor(parts: WayParts) {
    this.#parts = parts;
  }

  /** One change of a person's factors after the other: two at once would each count on what the other takes away. */
  change<T>(userId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#parts.table.transaction(async (sql) => {
      await sql.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`second factor ${userId}`]);
      return work(sql);
    });
  }

  /** False: he has no factor, and the password alone lets him in. */
  async settle(sql: Sql, userId: string): Promise<boolean> {
    const { table, passkeys, steps } = this.#parts;
    const own = [
      ...((await passkeys.of(userId, sql)).length > 0 ? ['passkey'] : []),
      ...(((await table.totp(userId, sql))?.sinceMs ?? null) === null ? [] : ['totp']),
    ];
    if (own.length === 0) await table.giveRecovery(sql, userId, []);
    await steps.require(userId, own.length === 0 ? [] : [...own, 'recovery'], sql);
    return own.length > 0;
  }

  async has(userId: string, sql?: Sql): Promise<boolean> {
    const { table, passkeys } = this.#parts;
    return ((await table.totp(userId, sql))?.sinceMs ?? null) !== null || (await passkeys.of(userId, sql)).length > 0;
  }

  /** Recovery codes in place of those from before, told here once. */
  async freshRecovery(sql: Sql, userId: string): Promise<readonly string[]> {
    const { table, sealing } = this.#parts;
    const codes = freshRecoveryCodes();
    await table.giveRecovery(
      sql,
      userId,
      codes.map((code) => recoveryDigest(sealing, userId, code)),
    );
    return codes;
  }
}
