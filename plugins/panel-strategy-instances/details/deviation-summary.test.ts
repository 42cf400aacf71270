import { expect, it } from 'vitest';
import type { InstanceDeviation } from '../../../core/contract/strategies.ts';
import { deviationSummary } from './deviation-summary.ts';

const row = (change: Partial<InstanceDeviation>): InstanceDeviation =>
  ({ price: '100', qty: '1', liquidity: 'TAKER', delay: 10, slippageBps: '0', ...change }) as InstanceDeviation;

it('weighs prices by value and counts time by fill', () => {
  const rows = [
    row({ slippageBps: '4', qty: '3', delay: 30 }),
    row({ slippageBps: '-2', liquidity: 'MAKER' }),
    row({ slippageBps: null, qty: '0' }),
  ];
  expect(deviationSummary(rows)).toEqual({ fills: 3, meanBps: 2.5, worstBps: 4, meanDelayMs: 50 / 3, worstDelayMs: 30, makerShare: 0.25 });
});

it('says nothing of prices where none was expected, and nothing at all without fills', () => {
  expect(deviationSummary([row({ slippageBps: null })])).toMatchObject({ meanBps: null, worstBps: null });
  expect(deviationSummary([])).toBeNull();
});
