import { expect, it } from 'vitest';
import { refused } from '../../contract/app-error.ts';
import { ConfirmationStore } from './confirmation-store.ts';

function storeOf(right = 'right') {
  const asked: string[] = [];
  const store = new ConfirmationStore();
  store.attachApi({
    call: async (name: string, { body }: { readonly body?: { readonly value: string } }) => {
      asked.push(name);
      if (name === 'confirmWays') return { ok: true, value: { wants: ['totp', 'recovery'] } };
      return body?.value === right ? { ok: true, value: null } : refused('CONFIRMATION_WRONG', { field: 'value' });
    },
  } as never);
  return { store, asked };
}

it('asks once for all calls that wait, and lets them go on when it is answered', async () => {
  const { store, asked } = storeOf();
  store.host();
  const waiting = Promise.all([store.ask(), store.ask()]);
  await Promise.resolve();
  expect([store.isAsked, store.ways]).toEqual([true, ['totp', 'recovery']]);
  expect((await store.answer('totp', 'wrong'))?.code).toBe('CONFIRMATION_WRONG');
  expect(store.isAsked).toBe(true);
  expect(await store.answer('totp', 'right')).toBeNull();
  expect([await waiting, store.isAsked]).toEqual([[true, true], false]);
  expect(asked.filter((name) => name === 'confirmWays')).toHaveLength(1);
});

it('gives up when the person does, and asks nobody where no page draws the question', async () => {
  const { store, asked } = storeOf();
  const stop = store.host();
  const waiting = store.ask();
  store.cancel();
  expect(await waiting).toBe(false);
  stop();
  asked.length = 0;
  expect([await store.ask(), asked]).toEqual([false, []]);
});
