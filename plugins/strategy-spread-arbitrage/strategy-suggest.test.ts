import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import type { SuggestContext } from '../../core/contract/strategy-preview.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { evenCandles, freeUsdt, suggestContext } from '../../tests/kit/strategies/suggest-context.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const a = { ...testInstrument, id: 'borealis/BTCUSDT/spot', exchange: 'borealis', lot: '0.001' };
const b = testInstrument;
const params = { legA: { apiId: 2, instrumentId: a.id }, legB: { apiId: 1, instrumentId: b.id } };
const closes = (...values: readonly number[]): readonly Candle[] =>
  evenCandles(20, 1, 1).map((candle, at) => ({ ...candle, close: `${values[at % values.length]}` }));
const suggested = (changes: Partial<SuggestContext<Params>> = {}, typed: Partial<Params> = params) =>
  strategy.suggest?.values(
    suggestContext<Params>(typed, '1000', {
      instruments: { [a.id]: a, [b.id]: b },
      lastPrices: { [a.id]: '1010', [b.id]: '1000' },
      candles: [closes(1_000, 1_004), closes(1_000)],
      ...changes,
    }),
  );
const valuesOf = (changes: Partial<SuggestContext<Params>> = {}) =>
  Object.fromEntries(suggested(changes)?.values.map(({ field, value }) => [field, value]) ?? []);

describe('what a spread arbitrage suggests', () => {
  it('opens two deviations above the mean and above its fees, and closes at the mean', () => {
    // Spreads of 0 and 0.4 %: mean 0.2 %, deviation 0.2 %. Fees 4 × 0.1 %: 0.2 % + 0.5 % is more than 0.6 %.
    // It earns 0.005 − 0.001 × 2.009 − 0.002 = 0.000991, a quarter of it is 0.00024775.
    expect(valuesOf()).toEqual({
      minOpenSpread: '0.007',
      minCloseSpread: '0.002',
      maxSlippage: '0.00025',
      // 5 / 1,000 in lots of 0.001; ten of them at 1,010 are 50.5.
      baseOrderQty: '0.005',
      maxOrderAmount: '51',
      maxUnhedgedAmount: '11',
    });
  });

  it('opens at what is rare where that is more than the fees, with a tenth of the free money', () => {
    // Spreads of 0 and 2 %: 1 % + 2 × 1 %.
    const wide = { candles: [closes(1_000, 1_020), closes(1_000)], balances: [freeUsdt('5000')] };
    expect(valuesOf(wide)).toMatchObject({ minOpenSpread: '0.03', minCloseSpread: '0.01', maxOrderAmount: '500' });
  });

  it('keeps its own rules, also where A is usually the cheaper one', () => {
    const candles = [closes(1_000), closes(1_003, 1_005)];
    const values = valuesOf({ candles });
    expect(Number(values.minCloseSpread)).toBeLessThan(0);
    const rest = {
      impactMode: 'LEVEL',
      impactLevel: 1,
      orderTimeoutSeconds: 10,
      maxDataAgeSeconds: 5,
      maxUnhedgedSeconds: 5,
      unwindRule: 'COMPLETE',
      closeAtStop: false,
    };
    expect(checkParams({ ...params, ...rest, ...values } as unknown as Params, { [a.id]: a, [b.id]: b })).toBeNull();
  });

  it('says what is lacking', () => {
    expect(strategy.suggest?.history(params)).toEqual([a.id, b.id].map((instrumentId) => ({ instrumentId, interval: '1m', history: 240 })));
    expect(suggested({}, { legA: params.legA })?.lack?.key).toBe('suggest.noMarkets');
    const coins = { ...b, base: 'ETH' };
    expect(suggested({ instruments: { [a.id]: a, [b.id]: coins } })?.lack).toEqual({ key: 'suggest.otherAsset', params: { asset: 'BTC' } });
    expect(suggested({ lastPrices: { [a.id]: '1' } })?.lack?.key).toBe('suggest.noPrice');
    // Only minutes that both know count.
    const late = closes(1_000).map((candle) => ({ ...candle, openMs: candle.openMs + 15 }));
    expect(suggested({ candles: [closes(1_000), late] })?.lack).toEqual({ key: 'suggest.fewMinutes', params: { minutes: 5, needed: 20 } });
  });
});
