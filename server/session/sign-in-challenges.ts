import { randomBytes, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Clock } from '../../core/contract/server-services.ts';
import { workFactor } from '../../core/domain/accounts/sign-in-effort.ts';

/** What a browser has to do before a password is looked at: up to `tries` keys, each of `cost` rounds of HMAC-SHA-256. */
export interface SignInWork {
  readonly cost: number;
  readonly tries: number;
}

/** Half a second of a desktop's core at most, two of a phone's. Making one costs the server a single key. */
const standardWork: SignInWork = { cost: 2_000, tries: 200 };
export const challengeLifetimeMs = 5 * 60_000;
/** Answered ones that are remembered, some 10 MB. Each has cost its work, so more of them within a lifetime only let the oldest be used twice. */
const capacity = 100_000;

export interface SignInChallenge {
  /** The whole challenge and its signature: nothing is kept here, so nobody's can be driven out. */
  readonly captchaId: string;
  readonly challenge: Challenge;
  /** Keys that are tried at most. */
  readonly tries: number;
}

/** What stands in the signed part. */
interface Signed {
  readonly effort: number;
  readonly expiresMs: number;
}

type ChallengeAnswer = { readonly outcome: 'RIGHT'; readonly effort: number } | { readonly outcome: 'WRONG' | 'EXPIRED' };

const wrong: ChallengeAnswer = { outcome: 'WRONG' };

/** Proofs of work that come before a password (ALTCHA, version 2). Signed by a key of this process: after a restart none of before is good. */
export class SignInChallenges {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #work: SignInWork;
  readonly #secrets = {
    hmacSignatureSecret: randomBytes(32).toString('hex'),
    hmacKeySignatureSecret: randomBytes(32).toString('hex'),
  };
  /** Nonces of answered ones, in order of their answers, until they expire. */
  readonly #used = new Map<string, number>();

  constructor(clock: Pick<Clock, 'elapsedMs'>, work: SignInWork = standardWork) {
    this.#clock = clock;
    this.#work = work;
  }

  async generate(effort = 0): Promise<SignInChallenge> {
    const { cost } = this.#work;
    const tries = this.#work.tries * workFactor(effort);
    const signed: Signed = { effort, expiresMs: Math.ceil(this.#clock.elapsedMs()) + challengeLifetimeMs };
    const algorithm = 'PBKDF2/SHA-256';
    const challenge = await createChallenge({
      algorithm,
      cost,
      counter: randomInt(tries),
      deriveKey,
      data: { ...signed },
      ...this.#secrets,
    });
    return { captchaId: Buffer.from(JSON.stringify(challenge)).toString('base64url'), challenge, tries };
  }

  /** Whether an answer would be taken. */
  async isOpen(captchaId: string): Promise<boolean> {
    const challenge = challengeOf(captchaId);
    // A solution that is none: the signature is looked at first.
    return challenge !== null && (await this.#verify(challenge, 0, '00')).invalidSignature === false && this.#stateOf(challenge) === null;
  }

  /** Uses the challenge up when it was solved. `value`: the counter and its key in hexadecimal digits, with a dot between. */
  async answer(captchaId: string, value: string): Promise<ChallengeAnswer> {
    const challenge = challengeOf(captchaId);
    const [counter = '', derivedKey = ''] = value.split('.');
    if (challenge === null || !/^\d{1,9}$/.test(counter)) return wrong;
    const { invalidSignature, verified } = await this.#verify(challenge, Number(counter), derivedKey);
    if (invalidSignature !== false) return wrong;
    const closed = this.#stateOf(challenge);
    if (closed !== null || !verified) return closed ?? wrong;
    const { effort, expiresMs } = signedOf(challenge);
    this.#use(challenge.parameters.nonce, expiresMs);
    return { outcome: 'RIGHT', effort };
  }

  async #verify(challenge: Challenge, counter: number, derivedKey: string) {
    return verifySolution({ challenge, solution: { counter, derivedKey }, deriveKey, ...this.#secrets });
  }

  #stateOf(challenge: Challenge): ChallengeAnswer | null {
    if (signedOf(challenge).expiresMs <= this.#clock.elapsedMs()) return { outcome: 'EXPIRED' };
    return this.#used.has(challenge.parameters.nonce) ? wrong : null;
  }

  #use(nonce: string, expiresMs: number): void {
    const nowMs = this.#clock.elapsedMs();
    for (const [oldest, endMs] of this.#used) {
      if (endMs > nowMs && this.#used.size < capacity) break;
      this.#used.delete(oldest);
    }
    this.#used.set(nonce, expiresMs);
  }
}

/** Only of a challenge whose signature is ours. */
const signedOf = ({ parameters }: Challenge): Signed => parameters.data as unknown as Signed;

/** Null for what was never one. Whether it is ours its signature says. */
function challengeOf(captchaId: string): Challenge | null {
  try {
    const { parameters, signature } = JSON.parse(Buffer.from(captchaId, 'base64url').toString('utf8')) as Challenge;
    return typeof parameters === 'object' && parameters !== null && typeof signature === 'string' ? { parameters, signature } : null;
  } catch {
    return null;
  }
}
