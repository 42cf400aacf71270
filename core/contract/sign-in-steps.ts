import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export interface StepAnswer {
  /** The way in which it is answered, as the wire calls it: `totp`, `recovery`, `passkey`. */
  readonly kind: string;
  /** What was typed, or what the browser made of the terms, as JSON. */
  readonly value: string;
}

/** Something that a person proves beside his password, or again after a while. */
export interface SignInStep {
  /** True for a right answer, which is used up. Guesses are counted by the house: they end a sign-in, and those of a user wait ever longer. */
  answer(userId: string, answer: StepAnswer): Promise<boolean>;
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
}
export const SIGN_IN_STEPS: Token<SignInSteps> = token<SignInSteps>('tessera.sign-in-steps', 'What a person proves beside the password');
