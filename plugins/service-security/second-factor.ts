import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Sealing } from '../../core/contract/sealing.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SignInStep, SignInSteps, StepAnswer } from '../../core/contract/sign-in-steps.ts';
import type { FactorTable } from './factor-table.ts';
import type { WriteSecurity } from './letters.ts';
import { freshSecret, keyUri, stepOf } from './one-time-codes.ts';
import { freshRecoveryCodes, recoveryDigest } from './recovery-codes.ts';

interface SecondFactorParts {
  readonly table: FactorTable;
  readonly sealing: Sealing;
  readonly steps: SignInSteps;
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

/** Codes of an authenticator, and recovery codes for the day when it is lost. Secrets are sealed, recovery codes kept as digests; each change stands in the audit in its transaction. */
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
    const { table, steps, clock, write } = this.#parts;
    const record = await table.totp(userId);
    if (record === null) return refused('TOTP_NOT_BEGUN');
    if (record.sinceMs !== null) return refused('TOTP_ON');
    const sinceMs = clock.nowMs();
    const step = stepOf(this.#secretOf(userId, record.sealed), typed, sinceMs);
    if (step === null) return refused('TOTP_CODE_WRONG', { field: 'code' });
    const codes = freshRecoveryCodes();
    const send = await write(userId, 'factorOn');
    const isConfirmed = await table.transaction(async (sql) => {
      if (!(await table.confirm(sql, userId, { sealed: record.sealed, sinceMs, step }))) return false;
      await table.giveRecovery(sql, userId, this.#digests(userId, codes));
      await steps.require(userId, ['totp', 'recovery'], sql);
      await send(sql);
      await this.#note(sql, userId, 'person.second-factor-on', { actor: userId, reason: null });
      return true;
    });
    return isConfirmed ? accepted(codes) : refused('TOTP_ON');
  }

  /** False: there was none. `more` is written with it. */
  async turnOff(userId: string, note: FactorNote, more: (sql: Sql) => Promise<void> = async () => undefined): Promise<boolean> {
    const { table, steps, write } = this.#parts;
    const send = await write(userId, 'factorOff');
    return table.transaction(async (sql) => {
      const wasOn = await table.remove(sql, userId);
      if (!wasOn) return false;
      await steps.require(userId, [], sql);
      await more(sql);
      await send(sql);
      await this.#note(sql, userId, 'person.second-factor-off', note);
      return true;
    });
  }

  /** New ones in place of those from before, told here once. TOTP_OFF: they are of no use without a second factor. */
  async renewRecovery(userId: string): Promise<Outcome<readonly string[]>> {
    const { table } = this.#parts;
    if (((await table.totp(userId))?.sinceMs ?? null) === null) return refused('TOTP_OFF');
    const codes = freshRecoveryCodes();
    await table.transaction(async (sql) => {
      await table.giveRecovery(sql, userId, this.#digests(userId, codes));
      await this.#note(sql, userId, 'person.recovery-codes', { actor: userId, reason: null });
    });
    return accepted(codes);
  }

  async answer(userId: string, { kind, value }: StepAnswer): Promise<boolean> {
    const { table, sealing, clock } = this.#parts;
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

  #digests(userId: string, codes: readonly string[]): readonly string[] {
    return codes.map((code) => recoveryDigest(this.#parts.sealing, userId, code));
  }

  #note(sql: Sql, userId: string, action: string, { actor, reason }: FactorNote): Promise<void> {
    return this.#parts.audit.append({ actor, action, subject: `person/${userId}`, reason, before: null, after: null }, sql);
  }
}

const place = (userId: string): string => `totp/${userId}`;
