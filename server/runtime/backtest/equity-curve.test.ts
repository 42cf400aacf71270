import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../core/domain/instrument.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { EquityValuer, type Holding } from './equity-curve.ts';

const market = (base: string, quote: string, exchange = 'aurora'): Instrument => ({
  ...testInstrument,
  ...{ id: `${exchange}/${base}${quote}/spot`, exchange, symbol: `${base}${quote}`, base, quote },
});
const held = (totals: Readonly<Record<string, string>>, exchange = 'aurora'): Holding[] =>
  Object.entries(totals).map(([asset, total]) => ({ apiId: 1, exchange, asset, total }));
const prices: Readonly<Record<string, number>> = { 'aurora/BTCUSDT/spot': 60_000, 'aurora/USDCEUR/spot': 0.9 };
const valuerOf = (...markets: readonly Instrument[]) => new EquityValuer(markets, (id) => prices[id] ?? null);

describe('the worth of a run', () => {
  it('is of what its markets give a price in one money', () => {
    expect(valuerOf(market('BTC', 'USDT'), market('ETH', 'BTC')).unpriced(held({ USDT: '1', USDC: '1', BTC: '1', ETH: '1' }))).toBeNull();
    expect(valuerOf(market('ETH', 'BTC')).unpriced(held({ BTC: '1', ETH: '1' }))).toBeNull();
    expect(valuerOf(market('BTC', 'USDT')).unpriced(held({ USDT: '1', DOGE: '0' }))).toBeNull();
  });

  it.each<[string, readonly Instrument[], Readonly<Record<string, string>>, string, string]>([
    ['a coin that no market trades', [market('BTC', 'USDT')], { USDT: '100', DOGE: '1000' }, 'DOGE', 'USDT'],
    ['dollars beside coins that are quoted in coins', [market('ETH', 'BTC')], { USDT: '100', BTC: '1' }, 'USDT', 'BTC'],
    ['markets in two moneys', [market('BTC', 'USDT'), market('SOL', 'EUR')], { USDT: '100' }, 'EUR', 'USDT'],
    ['a quote that no market trades', [market('ETH', 'USDT'), market('ETH', 'BTC', 'borealis')], { USDT: '1' }, 'BTC', 'USDT'],
  ])('is not known with %s', (_, markets, balances, asset, money) => {
    expect(valuerOf(...markets).unpriced(held(balances))).toEqual({ asset, money });
  });

  it('takes a coin where its own exchange does not trade it at what another market of the run says', () => {
    const perpetual: Instrument = { ...market('BTC', 'USDT', 'borealis'), contractKind: 'linear', settlement: 'perpetual' };
    for (const markets of [
      [market('BTC', 'USDT'), market('ETH', 'USDT', 'borealis')],
      [market('BTC', 'USDT'), perpetual],
    ]) {
      const valuer = valuerOf(...markets);
      expect(valuer.unpriced(held({ BTC: '2' }, 'borealis'))).toBeNull();
      expect(valuer.value(held({ BTC: '2' }, 'borealis'))).toBe(120_000);
    }
    expect(valuerOf(perpetual).unpriced(held({ BTC: '2' }, 'borealis'))).toBeNull();
  });

  it('takes a dollar token by its market in another money', () => {
    const valuer = valuerOf(market('USDC', 'EUR'));
    expect(valuer.unpriced(held({ USDC: '100', EUR: '10' }))).toBeNull();
    expect(valuer.value(held({ USDC: '100', EUR: '10' }))).toBe(100);
  });
});
