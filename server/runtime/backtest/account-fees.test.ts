import { expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { recordedRuns } from '../../../tests/kit/recordings/recorded-run.ts';
import { madeSet } from '../../../tests/kit/recordings/recorded-sets.ts';
import { scripted } from '../../../tests/kit/strategy-kit.ts';

const { instrumentId } = madeSet.book;
const nothing = (_: unknown, state: unknown) => ({ state, actions: [] });

/** Buys once. */
const buyer = {
  ...(scripted({}) as StrategyDefinition),
  onOrder: nothing,
  onTimer: nothing,
  onStop: nothing,
  start: () => ({ state: { done: false }, subscribe: [{ type: 'book', instrumentId, levels: 1 }] }),
  onMarket: (_: unknown, state: unknown) => {
    const intent = { apiId: 1, instrumentId, side: 'BUY', type: 'MARKET', qty: '0.01' } as const;
    return { state: { done: true }, actions: (state as { done: boolean }).done ? [] : [{ type: 'place', tag: 'once', intent }] };
  },
} as StrategyDefinition;

const run = recordedRuns(buyer, madeSet);
const job = { params: { apiId: 1, instrumentId }, balances: { USDT: '100000' } };
const own = { apiId: 1, instrumentId, makerFee: '0.0006', takerFee: '0.0009' };

it('a backtest charges what the account pays, else what the market asks, and above both what the run gives all', async () => {
  const feeOf = async (more: object) => (await run({ ...job, ...more })).fills[0]?.fee;
  expect(await feeOf({})).toBe('0.00001');
  expect(await feeOf({ accountFees: [own] })).toBe('0.000009');
  expect(await feeOf({ accountFees: [{ ...own, apiId: 2 }] })).toBe('0.00001');
  expect(await feeOf({ accountFees: [own], fees: { takerFee: '0.002' } })).toBe('0.00002');
});
