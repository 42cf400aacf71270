import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { evenCandles, suggestContext } from '../../tests/kit/strategies/suggest-context.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const { id } = testInstrument;
const params: Partial<Params> = { apiId: 1, instrumentId: id, side: 'BUY', qty: '10', mode: 'TWAP' };
const suggested = (typed: Partial<Params> = params, volume = 100, hours = 24) =>
  strategy.suggest?.values(suggestContext<Params>(typed, '1000', { candles: [evenCandles(hours, 990, 1_000, volume)] }));
const valuesOf = (...args: Parameters<typeof suggested>) =>
  Object.fromEntries(suggested(...args)?.values.map(({ field, value }) => [field, value]) ?? []);

describe('what smart execution suggests', () => {
  it('trades a twentieth of what its market trades, in a slice for every five minutes', () => {
    // 5 an hour: two hours for 10.
    expect(valuesOf()).toEqual({ durationSeconds: 7_200, baseSplitOrders: 24, maxSplitOrders: 96, totalTimeoutSeconds: 7_800 });
    expect(valuesOf({ ...params, mode: 'POV' }).participationRate).toBe('0.05');
  });

  it('takes ten minutes at least, no more slices than the market takes, and stays within the form', () => {
    // 0.012 is worth 12: two orders of 5.
    expect(valuesOf({ ...params, qty: '0.012' })).toMatchObject({ durationSeconds: 600, baseSplitOrders: 2 });
    expect(valuesOf({ ...params, qty: '9000' }, 0.001)).toMatchObject({
      durationSeconds: 600_000,
      baseSplitOrders: 1_000,
      maxSplitOrders: 4_000,
      totalTimeoutSeconds: 600_600,
    });
  });

  it('keeps its own rules', () => {
    const rest = { orderTimeoutSeconds: 30, timeoutTakerAction: 'MARKET_REST' };
    expect(checkParams({ ...params, ...rest, ...valuesOf() } as unknown as Params, { [id]: testInstrument })).toBeNull();
  });

  it('says what is lacking', () => {
    expect(suggested({})?.lack?.key).toBe('suggest.noMarket');
    expect(suggested({ instrumentId: id })?.lack?.key).toBe('suggest.noQuantity');
    expect(suggested(params, 100, 5)?.lack).toEqual({ key: 'suggest.fewHours', params: { hours: 5, needed: 6 } });
    expect(suggested(params, 0)?.lack?.key).toBe('suggest.fewHours');
  });
});
