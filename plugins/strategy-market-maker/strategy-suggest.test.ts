import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { evenCandles, freeUsdt, suggestContext } from '../../tests/kit/strategies/suggest-context.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const { id } = testInstrument;
const params = { apiId: 1, instrumentId: id };
const suggested = (price: string, changes: Parameters<typeof suggestContext<Params>>[2] = {}, typed: Partial<Params> = params) =>
  strategy.suggest?.values(suggestContext<Params>(typed, price, { candles: [evenCandles(70, 990, 1_000)], ...changes }));
const valuesOf = (...args: Parameters<typeof suggested>) =>
  Object.fromEntries(suggested(...args)?.values.map(({ field, value }) => [field, value]) ?? []);

describe('what a market maker suggests', () => {
  it('quotes wider than a minute of its market, with a hundredth of the free money', () => {
    // A minute moves 10 of 1,000: 1 %, above 3 × 0.1 %. 20,000 × 0.01 / 1,000.
    expect(valuesOf('1000', { balances: [freeUsdt('20000')] })).toEqual({
      minOpenSpread: '0.01',
      priceInterval: '0.005',
      baseOrderQty: '0.2',
      maxPosition: '2',
      maxMove: '0.05',
    });
  });

  it('quotes wider than its fees where minutes are calm, and the smallest size without money', () => {
    // 10 of 100,000 is 0.01 %; 3 × 0.1 %. 5 / 100,000 = 0.00005.
    expect(valuesOf('100000')).toMatchObject({
      minOpenSpread: '0.003',
      priceInterval: '0.0015',
      baseOrderQty: '0.00005',
      maxPosition: '0.0005',
      maxMove: '0.003',
    });
  });

  it('sells on spot the coins that are free there, and says nothing of a start without any', () => {
    const coins = { ...freeUsdt('0.50000001'), asset: testInstrument.base };
    expect(valuesOf('1000', { balances: [coins] })).toMatchObject({ startPosition: '0.5' });
    expect(valuesOf('1000', { balances: [coins] }, { ...params, spotSide: 'BUY' })).not.toHaveProperty('startPosition');
    expect(valuesOf('1000', { balances: [freeUsdt('20000')] })).not.toHaveProperty('startPosition');
  });

  it('keeps its own rules', () => {
    const rest = { levels: 3, fairPrice: 'MID', spotSide: 'ALL', orderTimeoutSeconds: 60, maxDataAgeSeconds: 5, pauseSeconds: 60 };
    expect(checkParams({ ...params, ...rest, ...valuesOf('1000') } as unknown as Params, { [id]: testInstrument })).toBeNull();
  });

  it('says what is lacking', () => {
    expect(strategy.suggest?.history(params)).toEqual([{ instrumentId: id, interval: '1m', history: 70 }]);
    expect(suggested('1000', {}, {})?.lack?.key).toBe('suggest.noMarket');
    expect(suggested('1000', { lastPrices: {} })?.lack?.key).toBe('suggest.noPrice');
    expect(suggested('1000', { candles: [evenCandles(13, 990, 1_000)] })?.lack).toEqual({
      key: 'suggest.fewMinutes',
      params: { minutes: 13, needed: 14 },
    });
    expect(suggested('10', {})?.lack?.key).toBe('suggest.wild');
  });
});
