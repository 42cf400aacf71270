import type { WorkTask } from '../../schemas/wire/work-task.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';

/** A proof of work before what guests may do, the one that signing in asks for as well: see docs/decisions/sign-in.md. */
export interface Captcha {
  /** A task of this process: only the process that gave it takes its answer, so the plugin that asks for one gives it too. */
  task(): Promise<WorkTask>;
  /** Uses the task up when it was solved. LOGIN_CAPTCHA_WRONG, LOGIN_CAPTCHA_EXPIRED. */
  solved(answer: { readonly captcha_id: string; readonly captcha_value: string }): Promise<Outcome<null>>;
}
export const CAPTCHA: Token<Captcha> = token<Captcha>('tessera.captcha', 'A proof of work before what guests may do');
