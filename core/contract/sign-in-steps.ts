import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import type { Outcome } from './app-error.ts';
import type { Caller, Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export interface StepAnswer {
  /** The way in which it is answered, as the wire calls it: `totp`, `recovery`, `passkey`. */
  readonly kind: string;
  /** What was typed, or what the browser made of the terms, as JSON. */
  readonly value: string;
  /** Names the sign-in or the session that it is given for, and opens neither. */
  readonly of: string;
}

/** What is to be answered: `kind` and `of` as in {@link StepAnswer}. */
export interface StepQuestion extends Pick<StepAnswer, 'kind' | 'of'> {
  /** Origin of the page that asks, one of the product's own; null: it did not say. */
  readonly page: string | null;
}

/** Something that a person proves beside his password, or again after a while. */
export interface SignInStep {
  /** True for a right answer, which is used up. Guesses are counted by the house: they end a sign-in, and those of a user wait ever longer. */
  answer(userId: string, answer: StepAnswer): Promise<boolean>;
  /** What a browser needs for an answer that is made and not typed, as JSON. Absent: all answers are typed. */
  terms?(userId: string, question: StepQuestion): Promise<Outcome<string>>;
}

/**
 * What stands between a right password and a session. A person of whom a plugin's step is required comes in only after it, on every server; while
 * the plugin does not run he does not come in at all. A call that wants a fresh confirmation asks for the same.
 */
export interface SignInSteps {
  /** The one step of the plugin. Throws for a second one. */
  add(step: SignInStep): void;
  /** In which ways the person has to take the plugin's step from now on, each of them enough; none: not any more. In the transaction that makes it so. */
  require(userId: string, kinds: readonly string[], within: Sql): Promise<void>;
  /**
   * Opens a session for somebody who has proven by the plugin's step alone who he is, without a password; steps of others are still wanted of him.
   * LOGIN_WRONG: he may not come in.
   */
  enter(userId: string, caller: Pick<Caller, 'ip' | 'userAgent'>): Promise<Outcome<SessionUser | SignInWants>>;
}
export const SIGN_IN_STEPS: Token<SignInSteps> = token<SignInSteps>('tessera.sign-in-steps', 'What a person proves beside the password');
