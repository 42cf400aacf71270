import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { evenCandles, suggestContext } from '../../tests/kit/strategies/suggest-context.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const { id } = testInstrument;
const params = { apiId: 1, instrumentId: id };
const suggested = (volume: number, typed: Partial<Params> = params, hours = 24) =>
  strategy.suggest?.values(suggestContext<Params>(typed, '1000', { candles: [evenCandles(hours, 990, 1_000, volume)] }));

describe('what a random taker suggests', () => {
  it('takes a hundredth of what its market trades', () => {
    // 600 an hour: 6 of them in 120 orders of 30 s, or in 60 of 60 s.
    expect(suggested(600)?.values.map(({ field, value }) => [field, value])).toEqual([
      ['averageQty', '0.05'],
      ['maxPosition', '0.5'],
    ]);
    expect(suggested(600, { ...params, averageWaitSeconds: 60 })?.values[0]?.value).toBe('0.1');
  });

  it('takes the smallest order of a quiet market, as its rules do', () => {
    const values = Object.fromEntries(suggested(0)?.values.map(({ field, value }) => [field, value]) ?? []);
    expect(values).toEqual({ averageQty: '0.005', maxPosition: '0.05' });
    expect(checkParams({ ...params, averageWaitSeconds: 30, ...values } as Params, { [id]: testInstrument })).toBeNull();
  });

  it('says what is lacking', () => {
    expect(strategy.suggest?.history(params)).toEqual([{ instrumentId: id, interval: '1h', history: 24 }]);
    expect(suggested(600, {})?.lack?.key).toBe('suggest.noMarket');
    expect(suggested(600, params, 5)?.lack).toEqual({ key: 'suggest.fewHours', params: { hours: 5, needed: 6 } });
  });
});
