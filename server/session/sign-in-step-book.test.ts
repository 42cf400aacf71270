import { expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { StepQuestion } from '../../core/contract/sign-in-steps.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import type { RequiredStep } from '../store/records.ts';
import { SignInStepBook } from './sign-in-step-book.ts';

function bookOf(required: readonly RequiredStep[]) {
  const clock = new ManualClock(0);
  const store = { signInSteps: { of: async () => required }, of: () => store } as never;
  return { clock, book: new SignInStepBook({ store, clock }) };
}
const answerOf = async (book: SignInStepBook, done: readonly string[], kind: string, value = 'right') => {
  const outcome = await book.answer('ann', done, { kind, value, of: 'sign-in/1' });
  return outcome.ok ? outcome.value : outcome.error.code;
};
const nobody = () => {
  throw new Error('nobody comes in here');
};
const step = { answer: async (_: string, { value }: { readonly value: string }) => value === 'right' };

it('lets nobody past a step whose plugin does not run, or has ended', async () => {
  const { book } = bookOf([{ step: 'codes', kinds: ['totp'] }]);
  expect(await book.wants('ann')).toEqual(['totp']);
  expect(await answerOf(book, [], 'totp')).toBe('LOGIN_STEP_AWAY');
  book.of('codes', nobody).add(step);
  expect(await answerOf(book, [], 'totp')).toBe('codes');
  book.release('codes');
  expect(await answerOf(book, [], 'totp')).toBe('LOGIN_STEP_AWAY');
});

it('asks for one step after the other, and takes no answer in a way that was not offered', async () => {
  const { book } = bookOf([
    { step: 'codes', kinds: ['totp', 'recovery'] },
    { step: 'mail', kinds: ['mail'] },
  ]);
  for (const plugin of ['codes', 'mail']) book.of(plugin, nobody).add(step);
  expect(await answerOf(book, [], 'mail'), 'not yet').toBeNull();
  expect(await answerOf(book, [], 'totp')).toBe('codes');
  expect(await book.wants('ann', ['codes'])).toEqual(['mail']);
  expect(await answerOf(book, ['codes'], 'mail')).toBe('mail');
  expect(await book.wants('ann', ['codes', 'mail'])).toEqual([]);
});

it('lets wrong answers of a user wait ever longer, whatever sign-in they are for, and forgets them with a right one', async () => {
  const { book, clock } = bookOf([{ step: 'codes', kinds: ['totp'] }]);
  book.of('codes', nobody).add(step);
  for (let guess = 0; guess < 5; guess++) expect(await answerOf(book, [], 'totp', 'wrong')).toBeNull();
  expect(await answerOf(book, [], 'totp')).toBe('LOGIN_LOCKED');
  await clock.advance(15_000);
  expect(await answerOf(book, [], 'totp', 'wrong')).toBeNull();
  await clock.advance(15_000);
  expect(await answerOf(book, [], 'totp'), 'twice as long').toBe('LOGIN_LOCKED');
  await clock.advance(15_000);
  expect(await answerOf(book, [], 'totp')).toBe('codes');
  expect(await answerOf(book, [], 'totp', 'wrong')).toBeNull();
});

it('has one step of a plugin', () => {
  const { book } = bookOf([]);
  book.of('codes', nobody).add(step);
  expect(() => book.of('codes', nobody).add(step)).toThrow('plugin "codes" has a step of signing in already');
});

it('hands what a browser has to make its answer of to whom the step is wanted from, in a way that was offered', async () => {
  const { book } = bookOf([
    { step: 'codes', kinds: ['passkey', 'totp'] },
    { step: 'mail', kinds: ['mail'] },
  ]);
  const terms = async (userId: string, { kind, of, page }: StepQuestion) => accepted([userId, kind, of, page].join(' '));
  book.of('codes', nobody).add({ ...step, terms });
  book.of('mail', nobody).add(step);
  const termsOf = async (done: readonly string[], kind: string) => {
    const outcome = await book.terms('ann', done, { kind, of: 'sign-in/1', page: null });
    return outcome.ok ? outcome.value : outcome.error.code;
  };
  expect(await termsOf([], 'passkey')).toBe('ann passkey sign-in/1 ');
  expect(await termsOf([], 'mail'), 'not yet').toBe('REQUEST_INVALID');
  expect(await termsOf(['codes'], 'mail'), 'is typed').toBe('REQUEST_INVALID');
  expect(await termsOf(['codes', 'mail'], 'passkey'), 'is done').toBe('REQUEST_INVALID');
  book.release('codes');
  expect(await termsOf([], 'passkey'), 'does not run').toBe('LOGIN_STEP_AWAY');
});
