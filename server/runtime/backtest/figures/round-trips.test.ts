import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance, Fill } from '../../../../core/contract/trading.ts';
import type { Instrument, InstrumentTerms } from '../../../../core/domain/markets/instrument.ts';
import { linearPerpetual } from '../../../../core/domain/markets/perpetual-terms.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../../core/domain/numbers/decimal.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { fillOf } from '../../../../tests/kit/strategy-kit.ts';
import { EquityValuer } from './equity-curve.ts';
import { RoundTrips } from './round-trips.ts';

const spot = testInstrument;
const market = (more: Partial<InstrumentTerms>): Instrument => ({ ...spot, ...more });
const perpetual = linearPerpetual(market({ id: 'aurora/BTCUSDT/usdm', accountType: 'usdm' }));
const cross = market({ id: 'aurora/ETHBTC/spot', symbol: 'ETHBTC', base: 'ETH', quote: 'BTC' });
const token = market({ id: 'aurora/BTCUSDC/spot', symbol: 'BTCUSDC', quote: 'USDC' });
const peg = market({ id: 'aurora/USDCUSDT/spot', symbol: 'USDCUSDT', base: 'USDC' });
const tokenPerpetual = linearPerpetual({ ...perpetual, id: 'aurora/BTCUSDC/usdm', symbol: 'BTCUSDC', quote: 'USDC' });
const coin = market({ id: 'aurora/BNBUSDT/spot', symbol: 'BNBUSDT', base: 'BNB' });
const balance = (asset: string, total: string): Balance => ({
  ...{ exchange: 'aurora', apiId: 1, accountType: 'spot', asset, total, held: '0' },
});

/** An account that only knows its wallets: what its equity is, whatever its fills are paired to. */
class Wallets {
  readonly prices = new Map<string, number>();
  readonly totals = new Map<string, string>();
  contracts = 0;
  readonly valuer: EquityValuer;
  readonly start: readonly Balance[];

  constructor(instruments: readonly Instrument[], start: Readonly<Record<string, string>>) {
    this.valuer = new EquityValuer(instruments, (id) => this.prices.get(id) ?? null);
    this.start = Object.entries(start).map(([asset, total]) => balance(asset, total));
    for (const [asset, total] of Object.entries(start)) this.totals.set(asset, total);
  }

  get equity(): number {
    const held = [...this.totals].map(([asset, total]) => balance(asset, total));
    return (this.valuer.value(held) ?? Number.NaN) + this.contracts;
  }

  change(asset: string, amount: string): void {
    this.totals.set(asset, addDecimals(this.totals.get(asset) ?? '0', amount));
  }

  spot({ side, price, qty, fee, feeAsset }: Fill, { base, quote }: Instrument): void {
    const [amount, worth] = [qty, multiplyDecimals(price, qty)];
    this.change(base, side === 'BUY' ? amount : negateDecimal(amount));
    this.change(quote, side === 'BUY' ? negateDecimal(worth) : worth);
    this.change(feeAsset, negateDecimal(fee));
  }
}

const sumOf = (trips: RoundTrips): number => trips.trips.reduce((sum, { profit }) => sum + profit, 0);

describe('round trips', () => {
  it('take a fee that is paid in coins off the holding: a thousand trades leave nothing behind that a later one could gain from', () => {
    const wallets = new Wallets([spot], { USDT: '100000' });
    const trips = new RoundTrips([spot], wallets.valuer, wallets.start);
    const there = (price: string): void => {
      wallets.prices.set(spot.id, Number(price));
      const fee = multiplyDecimals(multiplyDecimals(price, '0.999'), '0.001');
      trips.add(fillOf({ price, qty: '1', fee: '0.001', feeAsset: 'BTC' }));
      trips.add(fillOf({ side: 'SELL', price, qty: '0.999', fee, feeAsset: 'USDT' }));
    };
    for (let time = 0; time < 1_000; time++) there('100');
    there('200');
    expect(trips.trips).toHaveLength(1_001);
    expect(trips.trips.at(-1)?.profit).toBeCloseTo(-0.3998, 9);
    expect(sumOf(trips)).toBeCloseTo(-1_000 * 0.1999 - 0.3998, 6);
    expect(trips.openProfit).toBeCloseTo(0, 9);
  });

  it('sell coins that were there from the start against the first price, not as a short', () => {
    const wallets = new Wallets([spot], { BTC: '2' });
    const trips = new RoundTrips([spot], wallets.valuer, wallets.start);
    wallets.prices.set(spot.id, 100);
    expect(wallets.valuer.startValue(wallets.start)).toBe(200);
    wallets.prices.set(spot.id, 150);
    trips.add(fillOf({ side: 'SELL', price: '150', qty: '0.5' }));
    expect(trips.trips).toMatchObject([{ qty: 0.5, entryPrice: 100, exitPrice: 150, profit: 25 }]);
    expect(trips.openProfit).toBe(75);
  });

  it('keep accounts apart that hold the same contract against each other', () => {
    const wallets = new Wallets([perpetual], { USDT: '1000' });
    const trips = new RoundTrips([perpetual], wallets.valuer, wallets.start);
    wallets.prices.set(perpetual.id, 100);
    trips.add(fillOf({ instrumentId: perpetual.id, apiId: 1, price: '100' }));
    trips.add(fillOf({ instrumentId: perpetual.id, apiId: 2, side: 'SELL', price: '100' }));
    expect(trips.trips).toEqual([]);
    trips.add(fillOf({ instrumentId: perpetual.id, apiId: 1, side: 'SELL', price: '103' }));
    expect(trips.trips).toMatchObject([{ profit: 3 }]);
  });

  it('carry the funding of a position into the trip that closes it', () => {
    const wallets = new Wallets([perpetual], { USDT: '1000' });
    const trips = new RoundTrips([perpetual], wallets.valuer, wallets.start);
    wallets.prices.set(perpetual.id, 100);
    trips.add(fillOf({ instrumentId: perpetual.id, price: '100', qty: '2' }));
    trips.fund({ apiId: 1, instrumentId: perpetual.id, amount: '-3' });
    trips.add(fillOf({ instrumentId: perpetual.id, side: 'SELL', price: '101', qty: '1' }));
    expect(trips.trips).toMatchObject([{ profit: 1 - 1.5 }]);
    expect(trips.openProfit).toBeCloseTo(-1.5, 12);
  });

  const step = fc.record({
    market: fc.constantFrom(spot, cross, coin, perpetual, token, peg, tokenPerpetual),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    ticks: fc.integer({ min: 500, max: 1_500 }),
    lots: fc.integer({ min: 1, max: 3_000 }),
    feeLots: fc.integer({ min: 0, max: 40 }),
    feeAsset: fc.constantFrom('BASE', 'QUOTE', 'BNB', 'USDT'),
    funding: fc.integer({ min: -30, max: 30 }),
  });

  it('and what is open make exactly the change of the equity, whatever is traded, paid and funded', () => {
    const instruments = [spot, cross, coin, perpetual, token, peg, tokenPerpetual];
    const start = { USDT: '10000', USDC: '3000', BTC: '3', ETH: '40', BNB: '25' };
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const wallets = new Wallets(instruments, start);
        const trips = new RoundTrips(instruments, wallets.valuer, wallets.start);
        for (const { id } of instruments) wallets.prices.set(id, id === cross.id ? 0.05 : id === peg.id ? 1 : 100);
        const startValue = wallets.valuer.startValue(wallets.start) ?? Number.NaN;
        const positions = new Map([perpetual, tokenPerpetual].map((on) => [on.id, { on, qty: '0', cash: '0' }]));
        for (const { market: on, side, ticks, lots, feeLots, funding, ...more } of steps) {
          const price = on === cross ? (ticks / 20_000).toFixed(5) : on === peg ? (ticks / 1_000).toFixed(4) : (ticks / 10).toFixed(1);
          const qty = (lots / 1_000).toFixed(3);
          wallets.prices.set(on.id, Number(price));
          const named = { BASE: on.base, QUOTE: on.quote, BNB: 'BNB', USDT: 'USDT' }[more.feeAsset];
          const position = positions.get(on.id);
          const feeAsset = position === undefined ? named : on.quote;
          const fill = fillOf({ instrumentId: on.id, side, price, qty, fee: (feeLots / 10_000).toFixed(4), feeAsset });
          if (position !== undefined) {
            const worth = multiplyDecimals(price, qty);
            position.qty = addDecimals(position.qty, side === 'BUY' ? qty : negateDecimal(qty));
            position.cash = addDecimals(position.cash, side === 'BUY' ? negateDecimal(worth) : worth);
            wallets.change(on.quote, negateDecimal(fill.fee));
          } else wallets.spot(fill, on);
          trips.add(fill);
          if (position !== undefined && position.qty !== '0') {
            const amount = (funding / 100).toFixed(2).replace('-0.00', '0.00');
            wallets.change(on.quote, amount);
            trips.fund({ apiId: 1, instrumentId: on.id, amount });
          }
          wallets.contracts = [...positions.values()].reduce((sum, { on: of, qty: held, cash }) => {
            const made = Number(cash) + Number(held) * (wallets.prices.get(of.id) ?? 0);
            return sum + made * (wallets.valuer.price('aurora', of.quote) ?? 0);
          }, 0);
          expect(sumOf(trips) + trips.openProfit).toBeCloseTo(wallets.equity - startValue, 6);
        }
      }),
    );
  });
});
