import { describe, expect, it } from 'vitest';
import type { PreviewContext } from '../../core/contract/strategy-preview.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';

const { id } = testInstrument;
const params: Params = { apiId: 1, instrumentId: id, lowPrice: '90', highPrice: '110', levels: 4, orderQty: '0.1', sellAtStop: false };
const figures = (changes: Partial<Params> = {}, context: Partial<PreviewContext<Params>> = {}) =>
  strategy.figures?.({
    params: { ...params, ...changes },
    instruments: { [id]: testInstrument },
    books: {},
    lastPrices: { [id]: '101' },
    fees: { [id]: { makerFee: '0.0008', takerFee: '0.00095', isOwn: true } },
    balances: [],
    ...context,
  }) ?? [];
const figure = (title: string, ...args: Parameters<typeof figures>) => figures(...args).find((one) => one.title === `figures.${title}`);

describe('the figures of a grid', () => {
  it('say what a line earns after the fees of the account, from the dearest line to the cheapest', () => {
    // 105 → 110: 0.5 − 21.5 × 0.0008 = 0.4828 of 10.5; 90 → 95: 0.5 − 18.5 × 0.0008 = 0.4852.
    expect(figure('profit')).toEqual({
      title: 'figures.profit',
      key: 'figures.profitText',
      params: { price: '0.4828', value: '0.4852', quote: 'USDT', rate: '4.6%' },
      warns: false,
    });
  });

  it('say how far lines stand apart, and what of it fees take', () => {
    // (105 + 110) × 0.0008.
    expect(figure('distance')).toMatchObject({ params: { step: '5', rate: '4.76%', value: '0.172', quote: 'USDT' }, warns: false });
  });

  it('warn where fees take all that the dearest line earns, though the rules refuse it as well', () => {
    // 109.8 → 110 with 1 %: 0.02 − 21.98 × 0.01 = −0.1998.
    const dear = { fees: { [id]: { makerFee: '0.01', takerFee: '0.01', isOwn: true } } };
    expect(figure('profit', { levels: 100 }, dear)).toMatchObject({ key: 'figures.loss', params: { price: '-0.1998' }, warns: true });
    expect(figure('distance', { levels: 100 }, dear)).toMatchObject({ params: { step: '0.2', value: '2.198' }, warns: true });
  });

  it('count the money for buys below the price, and for the coins that the sells above it need', () => {
    // Nearest to 101 is 100: (90 + 95) × 0.1 and 2 × 0.1 bought at 101.
    expect(figure('capital')).toMatchObject({
      key: 'figures.capitalText',
      params: { amount: '38.7', value: '18.5', price: '20.2', qty: '0.2', quote: 'USDT', base: 'BTC' },
    });
    expect(figure('capital', { startPosition: '0.15' })).toMatchObject({ params: { amount: '23.55', price: '5.05' } });
    expect(figure('capital', { startPosition: '7' })).toMatchObject({ params: { amount: '18.5', price: '0' } });
  });

  it('name the fees and whose they are', () => {
    expect(figure('fees')).toMatchObject({ key: 'figures.ownFees', params: { maker: '0.08%', taker: '0.095%' } });
    const fees = { [id]: { makerFee: '0.001', takerFee: '0.001', isOwn: false } };
    expect(figure('fees', {}, { fees })).toMatchObject({ key: 'figures.marketFees', params: { maker: '0.1%' } });
  });

  it('say nothing of lines that there are not', () => {
    expect(figures({ highPrice: '90' })).toEqual([]);
    expect(figures({ highPrice: '90.02', levels: 200 })).toEqual([]);
    expect(figures({}, { instruments: {} })).toEqual([]);
  });
});
