import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Sealing } from '../../core/contract/sealing.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import type { StepAnswer, StepQuestion } from '../../core/contract/sign-in-steps.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { FactorWays } from './factor-ways.ts';
import { copiedWords, type WriteSecurity } from './letters.ts';
import { type ChallengePlace, challengeLifeMs, type PasskeyChallenges } from './passkey-challenges.ts';
import { madePasskey, provenBy, type SentProof, sentProof, siteOf } from './passkey-proof.ts';
import type { PasskeyRecord, PasskeyTable } from './passkey-table.ts';

/** Of one person. */
const mostPasskeys = 10;

interface PasskeyParts {
  readonly table: PasskeyTable;
  readonly ways: FactorWays;
  readonly challenges: PasskeyChallenges;
  readonly sealing: Pick<Sealing, 'digest'>;
  readonly audit: AuditLog;
  readonly messages: Messages;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly write: WriteSecurity;
}

/** A person on a page, in one of his sessions. */
export interface PasskeyMaker {
  readonly userId: string;
  readonly username: string;
  readonly sessionId: string;
  readonly page: string | null;
}

/** Passkeys of people (WebAuthn): made on a page of the house's own, and from then on one of the ways in which they prove themselves, or come in without a password. */
export class Passkeys {
  readonly #parts: PasskeyParts;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
  }

  of(userId: string): Promise<readonly PasskeyRecord[]> {
    return this.#parts.table.of(userId);
  }

  /** Terms of `navigator.credentials.create`, as JSON. PASSKEY_ADDRESS, PASSKEY_MANY. */
  async begin({ userId, username, sessionId, page }: PasskeyMaker): Promise<Outcome<string>> {
    const { table, challenges, platform } = this.#parts;
    const site = page === null ? null : siteOf(page);
    if (page === null || site === null) return refused('PASSKEY_ADDRESS');
    const own = await table.of(userId);
    if (own.length >= mostPasskeys) return refused('PASSKEY_MANY', { most: mostPasskeys });
    const terms = await generateRegistrationOptions({
      rpName: platform.state.settings.firmName,
      rpID: site,
      userName: username,
      userDisplayName: username,
      userID: new Uint8Array(Buffer.from(userId)),
      challenge: challenges.make({ purpose: 'add', of: sessionId, page }),
      timeout: challengeLifeMs,
      excludeCredentials: own.filter((one) => one.site === site).map(named),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    return accepted(JSON.stringify(terms));
  }

  /** Keeps what the browser has made; gives recovery codes, told here once, where it is the first factor, else null. PASSKEY_WRONG, PASSKEY_MANY, FORM_FIELD_EMPTY. */
  async add({ userId, sessionId }: PasskeyMaker, typed: string, value: string): Promise<Outcome<readonly string[] | null>> {
    const { table, ways, clock, ids, write, audit } = this.#parts;
    const name = tidyText(typed);
    if (name === '') return refused('FORM_FIELD_EMPTY', { field: 'name' });
    const sent = sentProof(value);
    const site = sent === null ? null : siteOf(sent.page);
    if (sent === null || site === null) return refused('PASSKEY_WRONG');
    const endMs = this.#endOf(sent, 'add', sessionId);
    const made = endMs === null ? null : await madePasskey(sent, site);
    if (endMs === null || made === null || !(await this.#use(sent, endMs))) return refused('PASSKEY_WRONG');
    const send = await write(userId, 'passkeyOn');
    return ways.change<Outcome<readonly string[] | null>>(userId, async (sql) => {
      const isFirst = !(await ways.has(userId, sql));
      if ((await table.of(userId, sql)).length >= mostPasskeys) return refused('PASSKEY_MANY', { most: mostPasskeys });
      const record = { ...made, passkeyId: ids.next(), userId, site, name, createdMs: clock.nowMs(), usedMs: null };
      // Somebody's name for a key is another's already: no authenticator gives one twice.
      if (!(await table.add(sql, record))) return refused('PASSKEY_WRONG');
      const codes = isFirst ? await ways.freshRecovery(sql, userId) : null;
      await ways.settle(sql, userId);
      await send(sql);
      await audit.append({ ...entry(userId, 'person.passkey-added'), after: { name, site, synced: made.synced } }, sql);
      return accepted(codes);
    });
  }

  async rename(userId: string, passkeyId: string, typed: string): Promise<Outcome<null>> {
    const name = tidyText(typed);
    if (name === '') return refused('FORM_FIELD_EMPTY', { field: 'name' });
    return (await this.#parts.table.rename(userId, passkeyId, name)) ? accepted(null) : refused('PASSKEY_UNKNOWN');
  }

  /** With the last factor the recovery codes go, and the password alone lets in. */
  async remove(userId: string, passkeyId: string): Promise<Outcome<null>> {
    const { table, ways, audit, write } = this.#parts;
    const send = await write(userId, 'passkeyOff');
    return ways.change<Outcome<null>>(userId, async (sql) => {
      const name = await table.remove(sql, userId, passkeyId);
      if (name === null) return refused('PASSKEY_UNKNOWN');
      await ways.settle(sql, userId);
      await send(sql);
      await audit.append({ ...entry(userId, 'person.passkey-removed'), before: { name } }, sql);
      return accepted(null);
    });
  }

  /** Terms of `navigator.credentials.get`, as JSON, for somebody who is known. PASSKEY_ADDRESS, PASSKEY_ELSEWHERE: his are of another address. */
  async terms(userId: string, { of, page }: StepQuestion): Promise<Outcome<string>> {
    const { table, challenges } = this.#parts;
    const site = page === null ? null : siteOf(page);
    if (page === null || site === null) return refused('PASSKEY_ADDRESS');
    const own = await table.of(userId);
    const here = own.filter((one) => one.site === site);
    if (here.length === 0) return refused('PASSKEY_ELSEWHERE', { site: own[0]?.site ?? '' });
    return accepted(
      JSON.stringify(
        await generateAuthenticationOptions({
          rpID: site,
          allowCredentials: here.map(named),
          challenge: challenges.make({ purpose: 'prove', of, page }),
          timeout: challengeLifeMs,
          userVerification: 'preferred',
        }),
      ),
    );
  }

  async answer(userId: string, { value, of }: StepAnswer): Promise<boolean> {
    return (await this.#prove(value, { purpose: 'prove', of })) === userId;
  }

  /** Terms for whoever comes, who is known by his passkey alone. PASSKEY_ADDRESS. */
  async openTerms(page: string | null): Promise<Outcome<string>> {
    const site = page === null ? null : siteOf(page);
    if (page === null || site === null) return refused('PASSKEY_ADDRESS');
    const challenge = this.#parts.challenges.make({ purpose: 'enter', of: '', page });
    return accepted(
      JSON.stringify(
        await generateAuthenticationOptions({ rpID: site, challenge, timeout: challengeLifeMs, userVerification: 'required' }),
      ),
    );
  }

  /** Whom a passkey stands for that has made sure of its person by itself; null: for nobody. */
  entered(value: string): Promise<string | null> {
    return this.#prove(value, { purpose: 'enter', of: '' });
  }

  async #prove(value: string, { purpose, of }: Pick<ChallengePlace, 'purpose' | 'of'>): Promise<string | null> {
    const { table, clock } = this.#parts;
    const sent = sentProof(value);
    const endMs = sent === null ? null : this.#endOf(sent, purpose, of);
    if (sent === null || endMs === null) return null;
    const record = await table.byCredential(sent.credentialId);
    if (record === null || record.site !== siteOf(sent.page) || (sent.userId ?? record.userId) !== record.userId) return null;
    const proven = await provenBy(record, sent, purpose === 'enter');
    if (proven === null || !(await this.#use(sent, endMs))) return null;
    if (await table.answered(record.passkeyId, { ...proven, nowMs: clock.nowMs() })) return record.userId;
    await this.#tellOfCopy(record);
    return null;
  }

  #endOf({ challenge, page }: SentProof, purpose: ChallengePlace['purpose'], of: string): number | null {
    return this.#parts.challenges.endOf(challenge, { purpose, of, page });
  }

  #use({ challenge }: SentProof, endMs: number): Promise<boolean> {
    const { table, sealing } = this.#parts;
    return table.use(sealing.digest('used challenge', challenge), endMs);
  }

  /** It has signed rightly and counts behind itself: somebody has a copy of it. */
  async #tellOfCopy({ userId, name }: PasskeyRecord): Promise<void> {
    const { ways, audit, messages, clock, write } = this.#parts;
    const send = await write(userId, 'passkeyCopied');
    await ways.change(userId, async (sql) => {
      await send(sql);
      await messages.send({ userId, kind: 'system', about: 'security', ...copiedWords(name), timeMs: clock.nowMs() }, sql);
      await audit.append({ ...entry(userId, 'person.passkey-copied'), before: { name } }, sql);
    });
  }
}

const named = ({ credentialId, transports }: PasskeyRecord) => ({ id: credentialId, transports: [...transports] });
const entry = (userId: string, action: string) =>
  ({ actor: userId, action, subject: `person/${userId}`, reason: null, before: null, after: null }) as const;
