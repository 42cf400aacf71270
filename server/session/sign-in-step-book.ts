import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SignInStep, SignInSteps, StepAnswer, StepQuestion } from '../../core/contract/sign-in-steps.ts';
import { newPasswordWay } from '../../core/domain/accounts/password-rules.ts';
import type { RequiredStep } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { AttemptCounts } from './attempt-counts.ts';

/** Wrong answers of a user within an hour that cost nothing; whoever gives them knows the password or has a session. */
const freeFailures = 5;

/** The step of the house: no plugin has such a name. */
const ownStep = 'house:new-password';
/** What is required of somebody with a password that he was given, or was not. */
export const ownPassword = (isGiven: boolean): RequiredStep => ({ step: ownStep, kinds: isGiven ? [newPasswordWay] : [] });
/** Taken by whoever has a session: what else is required of him, he can confirm himself by. */
export const takenInSessions: readonly string[] = [ownStep];
/** What a sign-in that waits for more keeps of the steps taken: a password is chosen with the last answer or not at all. */
export const lasting = (done: readonly string[]): readonly string[] => done.filter((step) => step !== ownStep);

const notAsked = refused('REQUEST_INVALID', { field: 'kind', rule: 'one that is asked for now and for which a browser makes the answer' });

interface StepBookParts {
  readonly store: Pick<Store, 'signInSteps' | 'of'>;
  readonly clock: Pick<Clock, 'elapsedMs'>;
}

/** Opens a session for whom the step of a plugin has proven. */
export type EnterByStep = (pluginId: string, ...whom: Parameters<SignInSteps['enter']>) => ReturnType<SignInSteps['enter']>;

/** What people have to prove beside the password: which steps are required of whom, and what the plugins that run ask for. */
export class SignInStepBook {
  readonly #parts: StepBookParts;
  readonly #failures: AttemptCounts;
  /** By plugin. */
  readonly #steps = new Map<string, SignInStep>();

  constructor(parts: StepBookParts) {
    this.#parts = parts;
    this.#failures = new AttemptCounts(parts.clock, freeFailures);
  }

  /** For one plugin. */
  of(pluginId: string, enter: EnterByStep): SignInSteps {
    return {
      enter: (userId, caller) => enter(pluginId, userId, caller),
      add: (step) => {
        if (this.#steps.has(pluginId)) throw new Error(`plugin "${pluginId}" has a step of signing in already`);
        this.#steps.set(pluginId, step);
      },
      require: (userId, kinds, within) => this.#parts.store.of(within).signInSteps.require(userId, { step: pluginId, kinds }),
    };
  }

  release(pluginId: string): void {
    this.#steps.delete(pluginId);
  }

  /** In which ways the user can answer what is required of him beyond `done`, of the first step that is left; none: nothing is. */
  async wants(userId: string, done: readonly string[] = []): Promise<readonly string[]> {
    return (await this.#next(userId, done))?.kinds ?? [];
  }

  /** What a browser needs for its answer to the step that is left. REQUEST_INVALID: that one is not answered so; LOGIN_STEP_AWAY: it does not run. */
  async terms(userId: string, done: readonly string[], question: StepQuestion): Promise<Outcome<string>> {
    const next = await this.#next(userId, done);
    if (next?.kinds.includes(question.kind) !== true || next.step === ownStep) return notAsked;
    const step = this.#steps.get(next.step);
    if (step === undefined) return refused('LOGIN_STEP_AWAY');
    return step.terms?.(userId, question) ?? notAsked;
  }

  /** The step that was answered rightly; null for a wrong answer. LOGIN_LOCKED: there were too many of them; LOGIN_STEP_AWAY. */
  async answer(userId: string, done: readonly string[], answer: StepAnswer): Promise<Outcome<string | null>> {
    const waitS = this.#failures.waitS(userId);
    if (waitS > 0) return refused('LOGIN_LOCKED', { retryAfterS: waitS });
    const next = await this.#next(userId, done);
    // Whether the password may be chosen is seen where it is set.
    if (next?.step === ownStep) return accepted(answer.kind === newPasswordWay ? ownStep : null);
    const step = next === null ? undefined : this.#steps.get(next.step);
    if (next === null || step === undefined) return refused('LOGIN_STEP_AWAY');
    let isRight = false;
    this.#failures.begun(userId);
    try {
      isRight = next.kinds.includes(answer.kind) && (await step.answer(userId, answer));
    } finally {
      this.#failures.ended(userId, (before) => (isRight ? 0 : before + 1));
    }
    return accepted(isRight ? next.step : null);
  }

  /** The house's own comes last: nobody chooses a password who has not proven all the rest. */
  async #next(userId: string, done: readonly string[]): Promise<RequiredStep | null> {
    const left = (await this.#parts.store.signInSteps.of(userId)).filter(({ step }) => !done.includes(step));
    return left.find(({ step }) => step !== ownStep) ?? left[0] ?? null;
  }
}
