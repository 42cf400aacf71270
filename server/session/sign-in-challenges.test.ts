import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { kitWork, solved } from '../../tests/kit/servers/http-client.ts';
import { challengeLifetimeMs, type SignInChallenge, SignInChallenges } from './sign-in-challenges.ts';

const setUp = () => {
  const clock = new ManualClock(1_000_000_000_000);
  const challenges = new SignInChallenges(clock, kitWork);
  const answer = async ({ captchaId, challenge }: SignInChallenge) => {
    const { captcha_value } = await solved({ captcha_id: captchaId, challenge } as never);
    return (await challenges.answer(captchaId, captcha_value)).outcome;
  };
  return { clock, challenges, answer };
};
const change = (captchaId: string, edit: (text: string) => string): string =>
  Buffer.from(edit(Buffer.from(captchaId, 'base64url').toString())).toString('base64url');

it('still takes the first challenge after any number of others were given out: nobody can drive it out', async () => {
  const { challenges, answer } = setUp();
  const first = await challenges.generate();
  for (let at = 0; at < 2_400; at++) await challenges.generate();
  expect(await answer(first)).toBe('RIGHT');
});

it('says how much work was asked for, which is doubled by each step', async () => {
  const { challenges } = setUp();
  const work = await challenges.generate(3);
  expect(work.tries).toBe(kitWork.tries * 8);
  const { captcha_value } = await solved({ captcha_id: work.captchaId, challenge: work.challenge } as never);
  expect(await challenges.answer(work.captchaId, captcha_value)).toEqual({ outcome: 'RIGHT', effort: 3 });
});

it('takes one answer once, also of many that come together', async () => {
  const { challenges, answer } = setUp();
  const work = await challenges.generate();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => answer(work)));
  expect(outcomes.filter((outcome) => outcome === 'RIGHT')).toHaveLength(1);
  expect(await challenges.isOpen(work.captchaId)).toBe(false);
});

it('tells what is too old from what is wrong, and keeps nothing of it', async () => {
  const { clock, challenges, answer } = setUp();
  const work = await challenges.generate();
  expect(await challenges.isOpen(work.captchaId)).toBe(true);
  await clock.advance(challengeLifetimeMs);
  expect(await answer(work)).toBe('EXPIRED');
  expect(await answer(work)).toBe('EXPIRED');
  expect(await challenges.isOpen(work.captchaId)).toBe(false);
});

it.each([
  ['less effort', (text: string) => text.replace('"effort":3', '"effort":0')],
  ['a later end', (text: string) => text.replace(/"expiresMs":\d/, '"expiresMs":99')],
  ['less cost', (text: string) => text.replace('"cost":1', '"cost":0')],
  ['a signature of nobody', (text: string) => text.replace(/"signature":"[0-9a-f]{2}/, '"signature":"zz')],
  ['no signature', (text: string) => text.replace(/,"signature":"[0-9a-f]+"/, '')],
  ['no parameters', () => '{"parameters":null,"signature":"00"}'],
  ['parameters that are none', () => '{"parameters":[[[[]]]],"signature":"00"}'],
  ['no JSON', () => 'x'],
])('refuses a challenge with %s', async (_, edit) => {
  const { challenges } = setUp();
  const { captchaId, challenge } = await challenges.generate(3);
  const { captcha_value } = await solved({ captcha_id: captchaId, challenge } as never);
  const forged = change(captchaId, edit);
  expect(forged).not.toBe(captchaId);
  expect((await challenges.answer(forged, captcha_value)).outcome).toBe('WRONG');
  expect(await challenges.isOpen(forged)).toBe(false);
});

it.each(['', '.', '0.', '0.00', '1e3.00', '-1.00', '99999999999.00', 'x.y', '0.ZZ'])('refuses the answer %j', async (value) => {
  const { challenges } = setUp();
  const { captchaId } = await challenges.generate();
  expect((await challenges.answer(captchaId, value)).outcome).toBe('WRONG');
});
