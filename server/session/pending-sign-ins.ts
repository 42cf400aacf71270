import { createHash, randomBytes } from 'node:crypto';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { StepAnswer, StepQuestion } from '../../core/contract/sign-in-steps.ts';
import type { SignInWants } from '../../schemas/wire/user.ts';
import type { PendingSignInRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { lasting, type SignInStepBook } from './sign-in-step-book.ts';

/** From the right password to the last step. */
const lifetimeMs = 5 * 60_000;
/** Answers of one sign-in. */
const mostTries = 5;
/** No token of a session or key begins so: what waits here opens nothing. */
const prefix = 'signin.';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const ofPending = (tokenHash: string): string => `sign-in/${tokenHash}`;

/** All steps are taken: whose sign-in it is, and what takes it off the list, once. */
interface Completed {
  readonly tokenHash: string;
  readonly userId: string;
  readonly account: string;
}

interface PendingParts {
  readonly store: Pick<Store, 'pendingSignIns'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly steps: SignInStepBook;
}

/** Sign-ins of people who know the password and have more to prove, or another one to choose. They have no rights, five minutes and five tries. */
export class PendingSignIns {
  readonly #parts: PendingParts;

  constructor(parts: PendingParts) {
    this.#parts = parts;
  }

  /** Null: nothing more is wanted of the user, who has taken `stepsDone` already. */
  async begin(userId: string, account: string, stepsDone: readonly string[] = []): Promise<SignInWants | null> {
    const { store, clock, steps } = this.#parts;
    const wants = await steps.wants(userId, stepsDone);
    if (wants.length === 0) return null;
    const token = prefix + randomBytes(32).toString('base64url');
    const expiresMs = clock.nowMs() + lifetimeMs;
    await store.pendingSignIns.create({ tokenHash: hashOf(token), userId, account, stepsDone, tries: 0, expiresMs });
    return { pending_token: token, expiry_time: expiresMs, wants: [...wants] };
  }

  /** What a browser needs for an answer that is made and not typed. LOGIN_STEP_ENDED, LOGIN_STEP_AWAY, and what the step says. */
  async terms(token: string, question: Pick<StepQuestion, 'kind' | 'page'>): Promise<Outcome<string>> {
    const { store, clock, steps } = this.#parts;
    const tokenHash = hashOf(token);
    const pending = await store.pendingSignIns.find(tokenHash, clock.nowMs());
    if (pending === null) return refused('LOGIN_STEP_ENDED');
    return steps.terms(pending.userId, pending.stepsDone, { ...question, of: ofPending(tokenHash) });
  }

  /** Done, or what is wanted next. LOGIN_STEP_WRONG, LOGIN_STEP_ENDED, LOGIN_LOCKED, LOGIN_STEP_AWAY. `onWrong` hears whose sign-in is guessed at. */
  async answer(
    token: string,
    answer: Pick<StepAnswer, 'kind' | 'value'>,
    onWrong: (userId: string) => void,
  ): Promise<Outcome<SignInWants | Completed>> {
    const { store, clock, steps } = this.#parts;
    const tokenHash = hashOf(token);
    const pending = await store.pendingSignIns.tried(tokenHash, clock.nowMs(), mostTries);
    if (pending === null) return refused('LOGIN_STEP_ENDED');
    const answered = await steps.answer(pending.userId, pending.stepsDone, { ...answer, of: ofPending(tokenHash) });
    if (!answered.ok) return answered;
    if (answered.value === null) {
      onWrong(pending.userId);
      const left = mostTries - pending.tries;
      if (left <= 0) await store.pendingSignIns.take(tokenHash);
      return left > 0 ? refused('LOGIN_STEP_WRONG', { left }) : refused('LOGIN_STEP_ENDED');
    }
    return this.#further(pending, token, [...pending.stepsDone, answered.value]);
  }

  async #further(pending: PendingSignInRecord, token: string, done: readonly string[]): Promise<Outcome<SignInWants | Completed>> {
    const { tokenHash, userId, account, expiresMs } = pending;
    const wants = await this.#parts.steps.wants(userId, done);
    if (wants.length === 0) return accepted({ tokenHash, userId, account });
    await this.#parts.store.pendingSignIns.done(tokenHash, lasting(done));
    return accepted({ pending_token: token, expiry_time: expiresMs, wants: [...wants] });
  }
}
