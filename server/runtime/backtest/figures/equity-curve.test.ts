import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { linearPerpetual } from '../../../../core/domain/markets/perpetual-terms.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { EquityValuer, exposedAt, type Holding } from './equity-curve.ts';

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
    const perpetual = linearPerpetual(market('BTC', 'USDT', 'borealis'));
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

  it('takes a dollar token at what a market of the run says, whichever way round, and as one only where none does', () => {
    const two = [market('BTC', 'USDT'), market('BTC', 'USDC', 'borealis')];
    for (const [peg, price] of [
      [market('USDC', 'USDT', 'cygnus'), 0.96],
      [market('USDT', 'USDC', 'cygnus'), 1 / 0.96],
    ] as const) {
      const valuer = new EquityValuer([...two, peg], (id) => (id === peg.id ? price : null));
      expect(valuer.assumed(held({ USDT: '5' }))).toEqual([]);
      expect(valuer.value(held({ USDC: '100', USDT: '5' }))).toBeCloseTo(101, 9);
    }
    const valuer = valuerOf(market('BTC', 'USDT'), market('ETH', 'USDC', 'borealis'));
    expect(valuer.unpriced(held({ USDT: '5' }))).toBeNull();
    expect(valuer.assumed(held({ USDT: '5', USD: '1' }))).toEqual([
      { asset: 'USDC', money: 'USDT' },
      { asset: 'USD', money: 'USDT' },
    ]);
    expect(valuer.value(held({ USDC: '100', USDT: '5' }))).toBe(105);
  });

  it('moves with each market on the way as a played price would move it', () => {
    const amount = fc.integer({ min: 0, max: 1_000 }).map(String);
    const price = fc.double({ min: 0.5, max: 2, noNaN: true });
    const markets = [market('BTC', 'USDT'), market('BTC', 'USDC', 'borealis'), market('USDT', 'USDC', 'cygnus'), market('ETH', 'BTC')];
    fc.assert(
      fc.property(fc.array(price, { minLength: 5, maxLength: 5 }), amount, amount, amount, fc.nat(3), (values, usdt, usdc, eth, which) => {
        const prices = new Map(markets.map(({ id }, at) => [id, values[at] as number]));
        const valuer = new EquityValuer(markets, (id) => prices.get(id) ?? null);
        const { id } = markets[which] as Instrument;
        const holdings = [...held({ USDT: usdt, ETH: eth }), ...held({ USDC: usdc }, 'borealis')];
        const exposure = valuer.exposure(holdings, id);
        const rest = (valuer.value(holdings) ?? Number.NaN) - exposedAt(exposure, values[which] as number);
        prices.set(id, values[4] as number);
        expect(rest + exposedAt(exposure, values[4] as number)).toBeCloseTo(valuer.value(holdings) ?? Number.NaN, 6);
      }),
    );
  });

  it('takes a dollar token by its market in another money', () => {
    const valuer = valuerOf(market('USDC', 'EUR'));
    expect(valuer.unpriced(held({ USDC: '100', EUR: '10' }))).toBeNull();
    expect(valuer.value(held({ USDC: '100', EUR: '10' }))).toBe(100);
  });
});
