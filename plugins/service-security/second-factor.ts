import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Sealing } from '../../core/contract/sealing.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SignInStep, StepAnswer, StepQuestion } from '../../core/contract/sign-in-steps.ts';
import type { FactorTable } from './factor-table.ts';
import type { FactorWays } from './factor-ways.ts';
import type { WriteSecurity } from './letters.ts';
import { freshSecret, keyUri, stepOf } from './one-time-codes.ts';
import type { PasskeyTable } from './passkey-table.ts';
import type { Passkeys } from './passkeys.ts';
import { recoveryDigest } from './recovery-codes.ts';

interface SecondFactorParts {
  readonly table: FactorTable;
  readonly sealing: Sealing;
  readonly ways: FactorWays;
  readonly passkeyTable: PasskeyTable;
  readonly passkeys: Pick<Passkeys, 'terms' | 'answer'>;
  readonly audit: AuditLog;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly write: WriteSecurity;
}

/** Who acts, and why where it is not the person himself. */
export interface FactorNote {
  readonly actor: string;
  readonly reason: string | null;
}

/** Codes of an authenticator and passkeys, either of them enough, and recovery codes for the day when it is lost. Secrets are sealed, recovery codes kept as digests; each change stands in the audit in its transaction. */
export class SecondFactor implements SignInStep {
  readonly #parts: SecondFactorParts;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
  }

  async state(userId: string): Promise<{ readonly sinceMs: number | null; readonly recoveryLeft: number }> {
    const { table } = this.#parts;
    return { sinceMs: (await table.totp(userId))?.sinceMs ?? null, recoveryLeft: await table.recoveryLeft(userId) };
  }

  /** A new secret, which counts once a code of it is known. TOTP_ON: there is one already. */
  async begin(userId: string, username: string): Promise<Outcome<{ readonly secret: string; readonly uri: string }>> {
    const { table, sealing, platform } = this.#parts;
    const secret = freshSecret();
    const isBegun = await table.begin(userId, sealing.seal(place(userId), secret));
    return isBegun ? accepted({ secret, uri: keyUri(secret, platform.state.settings.firmName, username) }) : refused('TOTP_ON');
  }

  /** From now on nobody comes in without a code; gives the recovery codes, which are told here once. TOTP_CODE_WRONG, TOTP_ON, TOTP_NOT_BEGUN. */
  async confirm(userId: string, typed: string): Promise<Outcome<readonly string[]>> {
    const { table, ways, clock, write } = this.#parts;
    const record = await table.totp(userId);
    if (record === null) return refused('TOTP_NOT_BEGUN');
    if (record.sinceMs !== null) return refused('TOTP_ON');
    const sinceMs = clock.nowMs();
    const step = stepOf(this.#secretOf(userId, record.sealed), typed, sinceMs);
    if (step === null) return refused('TOTP_CODE_WRONG', { field: 'code' });
    const send = await write(userId, 'factorOn');
    const codes = await ways.change(userId, async (sql) => {
      if (!(await table.confirm(sql, userId, { sealed: record.sealed, sinceMs, step }))) return null;
      const fresh = await ways.freshRecovery(sql, userId);
      await ways.settle(sql, userId);
      await send(sql);
      await this.#note(sql, userId, 'person.second-factor-on', { actor: userId, reason: null });
      return fresh;
    });
    return codes === null ? refused('TOTP_ON') : accepted(codes);
  }

  /** Codes of the authenticator are not asked for any more. False: they were not. */
  async turnOff(userId: string): Promise<boolean> {
    const { table, ways, write } = this.#parts;
    const [sendLast, sendStill] = [await write(userId, 'factorOff'), await write(userId, 'totpOff')];
    return ways.change(userId, async (sql) => {
      if (!(await table.remove(sql, userId))) return false;
      await ((await ways.settle(sql, userId)) ? sendStill : sendLast)(sql);
      await this.#note(sql, userId, 'person.second-factor-off', { actor: userId, reason: null });
      return true;
    });
  }

  isOn(userId: string): Promise<boolean> {
    return this.#parts.ways.has(userId);
  }

  /** Takes the authenticator and all passkeys away. False: there were none. `more` is written with it. */
  async reset(userId: string, note: FactorNote, more: (sql: Sql) => Promise<void>): Promise<boolean> {
    const { table, passkeyTable, ways, write } = this.#parts;
    const send = await write(userId, 'factorOff');
    return ways.change(userId, async (sql) => {
      const hadCodes = await table.remove(sql, userId);
      const passkeys = await passkeyTable.removeAllOf(sql, userId);
      if (!hadCodes && passkeys === 0) return false;
      await ways.settle(sql, userId);
      await more(sql);
      await send(sql);
      await this.#note(sql, userId, 'person.second-factor-off', note);
      return true;
    });
  }

  /** New ones in place of those from before, told here once. TOTP_OFF: they are of no use without a second factor. */
  async renewRecovery(userId: string): Promise<Outcome<readonly string[]>> {
    const { ways } = this.#parts;
    return ways.change<Outcome<readonly string[]>>(userId, async (sql) => {
      if (!(await ways.has(userId, sql))) return refused('TOTP_OFF');
      const codes = await ways.freshRecovery(sql, userId);
      await this.#note(sql, userId, 'person.recovery-codes', { actor: userId, reason: null });
      return accepted(codes);
    });
  }

  terms(userId: string, question: StepQuestion): Promise<Outcome<string>> {
    return question.kind === 'passkey' ? this.#parts.passkeys.terms(userId, question) : Promise.resolve(refused('LOGIN_STEP_AWAY'));
  }

  async answer(userId: string, answer: StepAnswer): Promise<boolean> {
    const { table, sealing, clock, passkeys } = this.#parts;
    const { kind, value } = answer;
    if (kind === 'passkey') return passkeys.answer(userId, answer);
    if (kind === 'recovery') return table.takeRecovery(userId, recoveryDigest(sealing, userId, value));
    const record = await table.totp(userId);
    if (kind !== 'totp' || record === null || record.sinceMs === null) return false;
    const step = stepOf(this.#secretOf(userId, record.sealed), value, clock.nowMs());
    return step !== null && table.take(userId, step);
  }

  #secretOf(userId: string, sealed: string): string {
    const secret = this.#parts.sealing.unseal(place(userId), sealed);
    if (secret === null) throw new Error('a second factor was sealed under another master key');
    return secret;
  }

  #note(sql: Sql, userId: string, action: string, { actor, reason }: FactorNote): Promise<void> {
    return this.#parts.audit.append({ actor, action, subject: `person/${userId}`, reason, before: null, after: null }, sql);
  }
}

const place = (userId: string): string => `totp/${userId}`;
