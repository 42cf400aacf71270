import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { EquityValuer } from '../../backtest/figures/equity-curve.ts';
import { rateSource } from './asset-rates.ts';
import { assetRoute, commonAssets, valuedRoute } from './asset-route.ts';

const market = (base: string, quote: string, exchange = 'aurora'): Instrument => ({
  ...testInstrument,
  ...{ id: `${exchange}/${base}${quote}/spot`, exchange, symbol: `${base}${quote}`, base, quote },
});
const wayOf = (markets: readonly Instrument[], asset: string, into: string): string | null =>
  assetRoute(markets, asset, new Set([into]))
    ?.map(({ id, isTurned }) => `${isTurned ? '÷' : '×'} ${id.split('/')[1]}`)
    .join(' ') ?? null;

it('leads from one asset to another by the shortest way, whichever way round its markets are', () => {
  const markets = [market('ETH', 'BTC'), market('BTC', 'USDT'), market('USDT', 'EUR')];
  expect(wayOf(markets, 'ETH', 'ETH')).toBe('');
  expect(wayOf(markets, 'ETH', 'USDT')).toBe('× ETHBTC × BTCUSDT');
  expect(wayOf(markets, 'EUR', 'BTC')).toBe('÷ USDTEUR ÷ BTCUSDT');
  expect(wayOf(markets, 'BTC', 'ETH')).toBe('÷ ETHBTC');
  expect(wayOf([...markets, market('ETH', 'USDC'), market('ETH', 'EUR')], 'ETH', 'EUR')).toBe('× ETHEUR');
  expect(wayOf(markets, 'ETH', 'SOL')).toBeNull();
});

it('goes over the most common assets where ways are equally short', () => {
  const markets = [
    market('SOL', 'BTC'),
    market('SOL', 'USDC'),
    market('SOL', 'USDT'),
    market('EUR', 'BTC'),
    market('EUR', 'USDC'),
    market('EUR', 'USDT'),
  ];
  expect(wayOf(markets, 'SOL', 'EUR')).toBe('× SOLUSDT ÷ EURUSDT');
});

it('takes the price of the exchange that an asset lies at first, and values that', () => {
  const [own, other, peg] = [market('BTC', 'USDC'), market('BTC', 'USDT', 'borealis'), market('USDC', 'USDT', 'cygnus')];
  const way = (all: readonly Instrument[]) => valuedRoute([[own], all], 'BTC', new Set(['USDT']))?.map(({ id }) => id);
  expect(way([own, other, peg])).toEqual([own.id, peg.id]);
  expect(way([own, other])).toEqual([other.id]);
});

it('takes no rate between two moneys from two prices of one coin, whose spread it would hide', () => {
  expect(wayOf([market('BTC', 'USDT'), market('BTC', 'USDC', 'borealis')], 'USDC', 'USDT')).toBeNull();
});

const assets = ['BTC', 'ETH', ...commonAssets, 'EUR'];
const quoted = fc
  .record({
    base: fc.constantFrom(...assets),
    quote: fc.constantFrom(...assets),
    price: fc.integer({ min: 1, max: 900 }),
    exchange: fc.constantFrom('aurora', 'borealis'),
  })
  .filter(({ base, quote }) => base !== quote);

it('is one worth: what a backtest and a running instance say of the same prices is the same', () => {
  let rated = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(quoted, { maxLength: 10, selector: ({ base, quote, exchange }) => `${exchange} ${base}${quote}` }),
      (listed) => {
        const markets = listed.map(({ base, quote, exchange }) => market(base, quote, exchange));
        const prices = new Map(markets.map(({ id }, at) => [id, (listed[at]?.price ?? 0) / 100]));
        const valuer = new EquityValuer(markets, (id) => prices.get(id) ?? null);
        const rate = rateSource(
          () => markets,
          (id) => String(prices.get(id)),
          () => new Set(['aurora']),
        );
        const { money } = valuer;
        // Where a backtest has to assume a rate, a running instance says that it knows none.
        const all = assets.map((asset) => ({ apiId: 1, exchange: 'aurora', asset, total: '1' }));
        for (const { asset } of valuer.assumed(all)) expect(rate(asset, money)).toBeNull();
        if (valuer.assumed(all).length > 0) return;
        for (const asset of assets) {
          const [tested, running] = [
            valuer.isPriced('aurora', asset) ? valuer.price('aurora', asset) : null,
            asset === money ? null : rate(asset, money),
          ];
          expect(tested === null).toBe(running === null);
          if (tested === null || running === null) continue;
          rated++;
          expect(tested / Number(running)).toBeCloseTo(1, 9);
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(rated).toBeGreaterThan(50);
});
