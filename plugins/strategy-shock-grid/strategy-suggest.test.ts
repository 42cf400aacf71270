import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import type { SuggestContext } from '../../core/contract/strategy-preview.ts';
import type { Balance } from '../../core/contract/trading.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const { id } = testInstrument;
const candle = (at: number, low: number, high: number): Candle => ({
  openMs: at,
  open: `${low}`,
  high: `${high}`,
  low: `${low}`,
  close: `${(low + high) / 2}`,
  volume: '1',
  quoteVolume: '1',
  trades: 1,
});
/** Every candle has the same true range. */
const candles = (count: number, low: number, high: number): readonly Candle[] =>
  Array.from({ length: count }, (_, at) => candle(at, low, high));
const money: Balance = { exchange: 'aurora', apiId: 1, accountType: 'spot', asset: 'USDT', total: '100000', held: '5000' };

const context = (changes: Partial<SuggestContext<Params>> = {}): SuggestContext<Params> => ({
  params: { apiId: 1, instrumentId: id },
  instruments: { [id]: testInstrument },
  books: {},
  lastPrices: { [id]: '95012.34' },
  fees: { [id]: { makerFee: '0.0008', takerFee: '0.001', isOwn: true } },
  balances: [money],
  // Days of 2,700 and hours of 500.
  candles: [candles(14, 93_600, 96_300), candles(70, 94_800, 95_300)],
  ...changes,
});
const suggested = (changes: Partial<SuggestContext<Params>> = {}) => strategy.suggest?.values(context(changes));
const valuesOf = (changes: Partial<SuggestContext<Params>> = {}) =>
  Object.fromEntries(suggested(changes)?.values.map(({ field, value }) => [field, value]) ?? []);

describe('what a grid suggests', () => {
  it('takes two weeks of days and the hours of its market', () => {
    expect(strategy.suggest?.history({ instrumentId: id })).toEqual([
      { instrumentId: id, interval: '1d', history: 14 },
      { instrumentId: id, interval: '1h', history: 70 },
    ]);
    expect(strategy.suggest?.history({})).toEqual([]);
  });

  it('lays a day’s average range around the price, in prices that people read, with steps wider than an hour and four fees', () => {
    // 95,012.34 ± 2,700 in hundreds; 5,300 wide. A step takes max(500, 4 × 0.001 × 97,700 = 390.8): ten of them. Stop loss: 92,400 − 1,350.
    expect(valuesOf()).toEqual({
      lowPrice: '92400',
      highPrice: '97700',
      levels: 10,
      // 95,000 × 0.2 / 10 / 97,700 = 0.019447…
      orderQty: '0.01944',
      stopLoss: '91000',
    });
    expect(suggested()?.values.map(({ key, params }) => [key, params])).toEqual([
      ['suggest.lowPrice', { days: 14, value: '2700' }],
      ['suggest.highPrice', { days: 14, value: '2700' }],
      ['suggest.levels', { value: '500', fee: '0.08%' }],
      ['suggest.orderQty', { amount: '95000', asset: 'USDT', levels: 10 }],
      ['suggest.stopLoss', { value: '1350' }],
    ]);
  });

  it('has wider steps where fees ask for more than an hour moves', () => {
    // 4 × 0.003 × 97,700 = 1,172.4: 5,300 hold four of them.
    const dear = { ...testInstrument, makerFee: '0.003' };
    expect(valuesOf({ instruments: { [id]: dear } }).levels).toBe(4);
  });

  it('takes the smallest order that the lowest line may have, where the money does not reach for more', () => {
    // 5 / 92,400 = 0.0000541…, on the lot.
    expect(suggested({ balances: [] })?.values).toContainEqual({
      field: 'orderQty',
      value: '0.00006',
      key: 'suggest.leastQty',
      params: {},
    });
    expect(valuesOf({ balances: [{ ...money, total: '5010' }] }).orderQty).toBe('0.00006');
  });

  it('keeps to a coarse tick, and inside the price band', () => {
    const coarse = { ...testInstrument, tick: '250', priceBand: '0.02' };
    // 95,012.34 × 0.018 = 1,710.22: 93,302.12 up and 96,722.56 down to 250.
    expect(valuesOf({ instruments: { [id]: coarse } })).toMatchObject({ lowPrice: '93500', highPrice: '96500' });
  });

  it.each([1.2345, 95_012.34, 0.00042])('suggests what its own rules take at a price of %d', (price) => {
    const instrument = { ...testInstrument, tick: '0.000001', lot: '0.001', minQty: '0.001', maxQty: '90000000', makerFee: '0.0005' };
    const days = candles(14, price * 0.98, price * 1.02);
    const hours = candles(70, price * 0.997, price * 1.003);
    const values = valuesOf({ instruments: { [id]: instrument }, lastPrices: { [id]: price.toFixed(6) }, candles: [days, hours] });
    expect(values.levels).toBeGreaterThanOrEqual(2);
    expect(checkParams({ apiId: 1, instrumentId: id, sellAtStop: false, ...values } as unknown as Params, { [id]: instrument })).toBeNull();
  });

  it.each([
    ['too few days', { candles: [candles(6, 1, 2), []] }, 'suggest.fewDays', { days: 6, needed: 7 }],
    ['no market', { params: {} }, 'suggest.noMarket', {}],
    ['no price', { lastPrices: {} }, 'suggest.noPrice', {}],
    ['fees that no step earns', { instruments: { [id]: { ...testInstrument, makerFee: '0.02' } } }, 'suggest.belowFees', { fee: '0.08%' }],
    ['a tick that is wider than its range', { instruments: { [id]: { ...testInstrument, tick: '5000' } } }, 'suggest.narrow', {}],
  ] as const)('says what is lacking with %s, and suggests nothing', (_what, changes, key, params) => {
    expect(suggested(changes as Partial<SuggestContext<Params>>)).toEqual({ values: [], lack: { key, params } });
  });
});
