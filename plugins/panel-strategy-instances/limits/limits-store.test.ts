import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { LimitNumbers, StrategyLimits } from '../../../core/contract/strategies.ts';
import { LimitsStore } from './limits-store.ts';

const none: LimitNumbers = { maxOrderAmount: null, maxPosition: null, maxDailyLoss: null, maxOrdersPerMinute: null };
const open = () => {
  let saved: StrategyLimits = { ...none, halted: false };
  const api = new FakeApi({
    strategyLimits: () => saved,
    strategyLimitsSave: ({ body }) => {
      saved = { ...saved, ...(body as { limits: LimitNumbers }).limits };
      return saved;
    },
    strategyHalt: ({ body }) => {
      saved = { ...saved, halted: (body as { halted: boolean }).halted };
      return saved;
    },
  });
  return { api, store: new LimitsStore(api as never, 7) };
};

it('saves what was typed for its account, an empty field as no limit', async () => {
  const { api, store } = open();
  await store.load();
  expect([store.state, store.isChanged]).toEqual(['ready', false]);
  store.type('maxOrderAmount', '5000');
  store.type('maxOrdersPerMinute', '60');
  expect(store.isChanged).toBe(true);
  expect(await store.save()).toBe(true);
  expect(api.calls.at(-1)?.body).toEqual({ apiId: 7, limits: { ...none, maxOrderAmount: '5000', maxOrdersPerMinute: 60 } });
  expect(store.isChanged).toBe(false);
});

it('sends nothing that cannot be right, and keeps what was typed when the server refuses', async () => {
  const { api, store } = open();
  await store.load();
  store.type('maxOrdersPerMinute', '1.5');
  expect(store.problem).toBe('maxOrdersPerMinute');
  expect(await store.save()).toBe(false);
  expect(api.calls).toHaveLength(1);
  store.type('maxOrdersPerMinute', '2');
  api.handlers.strategyLimitsSave = () => refused('ACCESS_ACCOUNT', { apiId: 7 });
  expect(await store.save()).toBe(false);
  expect([store.error?.code, store.fields.maxOrdersPerMinute]).toEqual(['ACCESS_ACCOUNT', '2']);
});

it("throws the account's kill switch with its limits as they are, whatever is being typed", async () => {
  const { api, store } = open();
  await store.load();
  store.type('maxPosition', '5');
  store.type('maxOrdersPerMinute', '1.5');
  expect(await store.halt(true)).toBe(true);
  expect(api.calls.at(-1)).toMatchObject({ name: 'strategyHalt', body: { apiId: 7, halted: true } });
  expect([store.saved?.halted, store.fields.maxPosition, store.fields.maxOrdersPerMinute]).toEqual([true, '5', '1.5']);
  store.type('maxOrdersPerMinute', '');
  await store.save();
  expect(api.calls.at(-1)?.body).toEqual({ apiId: 7, limits: { ...none, maxPosition: '5' } });
  expect([store.saved?.halted, store.isChanged]).toEqual([true, false]);
});
