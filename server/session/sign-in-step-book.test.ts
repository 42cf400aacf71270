import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import type { RequiredStep } from '../store/records.ts';
import { SignInStepBook } from './sign-in-step-book.ts';

function bookOf(required: readonly RequiredStep[]) {
  const clock = new ManualClock(0);
  const store = { signInSteps: { of: async () => required }, of: () => store } as never;
  return { clock, book: new SignInStepBook({ store, clock }) };
}
const answerOf = async (book: SignInStepBook, done: readonly string[], kind: string, value = 'right') => {
  const outcome = await book.answer('ann', done, { kind, value });
  return outcome.ok ? outcome.value : outcome.error.code;
};
const step = { answer: async (_: string, { value }: { readonly value: string }) => value === 'right' };

it('lets nobody past a step whose plugin does not run, or has ended', async () => {
  const { book } = bookOf([{ step: 'codes', kinds: ['totp'] }]);
  expect(await book.wants('ann')).toEqual(['totp']);
  expect(await answerOf(book, [], 'totp')).toBe('LOGIN_STEP_AWAY');
  book.of('codes').add(step);
  expect(await answerOf(book, [], 'totp')).toBe('codes');
  book.release('codes');
  expect(await answerOf(book, [], 'totp')).toBe('LOGIN_STEP_AWAY');
});

it('asks for one step after the other, and takes no answer in a way that was not offered', async () => {
  const { book } = bookOf([
    { step: 'codes', kinds: ['totp', 'recovery'] },
    { step: 'mail', kinds: ['mail'] },
  ]);
  for (const plugin of ['codes', 'mail']) book.of(plugin).add(step);
  expect(await answerOf(book, [], 'mail'), 'not yet').toBeNull();
  expect(await answerOf(book, [], 'totp')).toBe('codes');
  expect(await book.wants('ann', ['codes'])).toEqual(['mail']);
  expect(await answerOf(book, ['codes'], 'mail')).toBe('mail');
  expect(await book.wants('ann', ['codes', 'mail'])).toEqual([]);
});

it('lets wrong answers of a user wait ever longer, whatever sign-in they are for, and forgets them with a right one', async () => {
  const { book, clock } = bookOf([{ step: 'codes', kinds: ['totp'] }]);
  book.of('codes').add(step);
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
  book.of('codes').add(step);
  expect(() => book.of('codes').add(step)).toThrow('plugin "codes" has a step of signing in already');
});
