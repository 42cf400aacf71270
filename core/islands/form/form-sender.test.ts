import { expect, it } from 'vitest';
import { islandOf } from '../../../tests/kit/site/islands.ts';
import type { PostAnswer, PostTerms } from '../../contract/site.ts';
import { FormSender, WorkFailed } from './form-sender.ts';

const taken: PostAnswer<null> = { ok: true, value: null };
const refusal = (code: 'LOGIN_CAPTCHA_EXPIRED' | 'FORM_EMAIL_EMPTY' | 'RATE_LIMITED'): PostAnswer<null> => ({
  ok: false,
  code,
  params: {},
});

/** A sender over answers in their order ('lost': none comes), and the proofs that it has sent. */
function senderWith(answers: readonly (PostAnswer<null> | 'lost')[], isFresh = true) {
  const proofs: string[] = [];
  let made = 0;
  const sender = new FormSender(
    islandOf({
      solve: async () => {
        const captcha_id = `proof ${++made}`;
        return { query: { captcha_id }, isFresh: () => isFresh };
      },
      post: async <T>(_: string, __: object, { query }: PostTerms = {}) => {
        const answer = answers[proofs.length];
        proofs.push(query?.captcha_id ?? '');
        if (answer === 'lost' || answer === undefined) throw new Error('lost');
        return answer as PostAnswer<T>;
      },
    }),
    { captchaPath: '/captcha', path: '/form' },
  );
  return { proofs, send: (letter = 'a') => sender.send({}, letter, {}), prepare: () => sender.prepare() };
}

it('does the work once, however often it is asked to begin, and again for the next letter', async () => {
  const { proofs, send, prepare } = senderWith([taken, refusal('FORM_EMAIL_EMPTY'), taken]);
  prepare();
  prepare();
  for (let letters = 0; letters < 3; letters++) await send();
  expect(proofs).toEqual(['proof 1', 'proof 2', 'proof 3']);
});

it('sends a letter whose answer was lost again with the same proof, however old, so that it is taken once', async () => {
  const { proofs, send } = senderWith(['lost', 'lost', taken], true);
  await expect(send()).rejects.toThrow('lost');
  await expect(send()).rejects.toThrow('lost');
  expect(await send()).toEqual(taken);
  expect(proofs).toEqual(['proof 1', 'proof 1', 'proof 1']);
});

it('sends another letter with another proof, though the answer to the first was lost', async () => {
  const { proofs, send } = senderWith(['lost', taken]);
  await expect(send('a')).rejects.toThrow('lost');
  await send('b');
  expect(proofs).toEqual(['proof 1', 'proof 2']);
});

it('does the work again by itself when the server does not take it, and only once', async () => {
  const expired = refusal('LOGIN_CAPTCHA_EXPIRED');
  const once = senderWith([expired, taken]);
  expect(await once.send()).toEqual(taken);
  expect(once.proofs).toEqual(['proof 1', 'proof 2']);
  const twice = senderWith([expired, expired]);
  expect(await twice.send()).toEqual(expired);
});

it('keeps the proof while it has to wait', async () => {
  const { proofs, send } = senderWith([refusal('RATE_LIMITED'), taken]);
  expect(await send()).toEqual(refusal('RATE_LIMITED'));
  await send();
  expect(proofs).toEqual(['proof 1', 'proof 1']);
});

it('does not send what has become too old before it was used', async () => {
  const { proofs, send, prepare } = senderWith([taken], false);
  prepare();
  await send();
  expect(proofs).toEqual(['proof 2']);
});

it('says that it was the work which failed, and tries it again the next time', async () => {
  let tries = 0;
  const solve = async () => {
    if (++tries === 1) throw new Error('no https');
    return { query: {}, isFresh: () => true };
  };
  const sender = new FormSender(islandOf({ solve, post: async <T>() => taken as PostAnswer<T> }), {
    captchaPath: '/captcha',
    path: '/form',
  });
  await expect(sender.send({}, '', {})).rejects.toThrow(WorkFailed);
  expect(await sender.send({}, '', {})).toEqual(taken);
});
