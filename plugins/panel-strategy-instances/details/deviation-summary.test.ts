import { expect, it } from 'vitest';
import type { InstanceDeviationView } from '../../../schemas/wire/strategy.ts';
import { deviationSummary } from './deviation-summary.ts';

const row = (change: Partial<InstanceDeviationView>): InstanceDeviationView =>
  ({ price: '100', qty: '1', liquidity: 'TAKER', delay: 10, slippage_bps: '0', ...change }) as InstanceDeviationView;

it('weighs prices by value and counts time by fill', () => {
  const rows = [
    row({ slippage_bps: '4', qty: '3', delay: 30 }),
    row({ slippage_bps: '-2', liquidity: 'MAKER' }),
    row({ slippage_bps: null, qty: '0' }),
  ];
  expect(deviationSummary(rows)).toEqual({ fills: 3, meanBps: 2.5, worstBps: 4, meanDelayMs: 50 / 3, worstDelayMs: 30, makerShare: 0.25 });
});

it('says nothing of prices where none was expected, and nothing at all without fills', () => {
  expect(deviationSummary([row({ slippage_bps: null })])).toMatchObject({ meanBps: null, worstBps: null });
  expect(deviationSummary([])).toBeNull();
});
