import { accepted, refused } from '../../core/contract/app-error.ts';
import type { Captcha } from '../../core/contract/captcha.ts';
import type { WorkChallenge, WorkTask } from '../../schemas/wire/work-task.ts';
import { challengeLifetimeMs, type SignInChallenges } from './sign-in-challenges.ts';

/** A proof of work in the words of the wire. */
export async function workTask(challenges: SignInChallenges, effort?: number): Promise<WorkTask> {
  const { captchaId, challenge, tries } = await challenges.generate(effort);
  return { captcha_id: captchaId, lifetime_ms: challengeLifetimeMs, tries, challenge: challenge as WorkChallenge };
}

/** The proof of work of signing in, for what plugins let guests do. */
export const captchaOf = (challenges: SignInChallenges): Captcha => ({
  task: () => workTask(challenges),
  solved: async ({ captcha_id, captcha_value }) => {
    const { outcome } = await challenges.answer(captcha_id, captcha_value);
    if (outcome === 'RIGHT') return accepted(null);
    return refused(outcome === 'EXPIRED' ? 'LOGIN_CAPTCHA_EXPIRED' : 'LOGIN_CAPTCHA_WRONG');
  },
});
