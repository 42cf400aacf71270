import { expect, test } from 'vitest';
import { accepted, refused } from '../../core/contract/app-error.ts';
import type { Matching, MatchingOptions, MatchingVenue } from '../../core/contract/server-services.ts';
import { intervals, nextIntervalOpenMs } from '../../core/domain/markets/interval.ts';
import { toUnits } from '../../core/domain/numbers/decimal.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger, testVenue } from '../../tests/kit/market-fixtures.ts';
import { symbolCalibrations } from './calibration.ts';
import { candleGrid } from './candle-grid.ts';
import { paperAssets, paperExchanges, paperInstruments } from './exchanges.ts';
import { openExchanges } from './open-exchanges.ts';
import { priceHistories } from './price-histories.ts';
import { PriceHistory } from './price-history.ts';

test('every exchange has its markets with its own fees, on grids that the ledger holds exactly', () => {
  expect(paperExchanges.map(({ exchange }) => exchange)).toEqual(['aurora', 'meridian', 'polaris']);
  const scale = paperAssets[0]?.scale ?? 0;
  for (const exchange of paperExchanges) {
    const instruments = paperInstruments(exchange);
    expect(instruments).toHaveLength(exchange.exchange === 'aurora' ? 8 : 6);
    for (const { tick, lot } of instruments) {
      const units = (toUnits(tick, scale) ?? 0n) * (toUnits(lot, scale) ?? 0n);
      expect(units % 10n ** BigInt(scale)).toBe(0n);
    }
  }
  expect(new Set(paperExchanges.map(({ takerFee }) => takerFee)).size).toBe(3);
});

/** A matching service whose desks write down what they are told. */
function fakeMatching(told: string[]): Matching {
  return {
    open: async (options: MatchingOptions): Promise<MatchingVenue> => ({
      ...testVenue({ exchange: options.exchange, title: options.title, instruments: options.instruments }),
      recall: () => 'UNSURE',
      fees: () => null,
      changeFees: async (change) => accepted(change),
      chargedFees: () => ({ tiers: [], discounts: [] }),
      countsIn: () => null,
      terms: () => null,
      changeTerms: async (instrument) => refused('MARKET_UNKNOWN_INSTRUMENT', { instrument }),
      tellReferencePrice: async () => accepted(undefined),
      waitsFor: () => false,
      withdraw: async () => accepted(undefined),
      hold: async () => accepted(undefined),
      release: async () => accepted(undefined),
      holds: () => [],
      audit: () => ({ sequence: 7, stateHash: options.exchange }),
      desk: async (name) => ({
        limit: (id, side) => {
          told.push(`${name} limit ${id} ${side}`);
          return String(told.length);
        },
        market: (id, side) => void told.push(`${name} market ${id} ${side}`),
        cancel: () => undefined,
        cancelAll: async () => void told.push(`${options.exchange} ${name} cancelAll`),
        resting: () => [],
        best: () => ({ bidTicks: 1000, askTicks: 1001 }),
      }),
    }),
  };
}

const opening = { sink: { batch: () => undefined, health: () => undefined }, projectedThrough: async () => 0 };
const environment = { demo: true, publicUrl: null, replayFolder: null, seed: 1 };

test('agents cancel what was left before they quote, and end with their venue', async () => {
  const told: string[] = [];
  const clock = new ManualClock(1_750_000_000_000);
  const venues = await openExchanges({ matching: fakeMatching(told), clock, logger: silentLogger, environment }, opening);
  expect(venues.map(({ exchange }) => exchange)).toEqual(['aurora', 'meridian', 'polaris']);
  expect(told.slice(0, 2)).toEqual(['aurora makers cancelAll', 'aurora takers cancelAll']);
  expect(venues.map((venue) => venue.audit?.().stateHash)).toEqual(['aurora', 'meridian', 'polaris']);
  expect(told).toContain('makers limit polaris/DOGEUSDT/spot SELL');
  await clock.advance(5000);
  expect(told.some((line) => line.startsWith('takers market aurora/BTCUSDT/spot'))).toBe(true);
  for (const venue of venues) await venue.close();
  expect(clock.timers).toBe(0);
});

test('an opening that fails at one exchange leaves none of the others open', async () => {
  const closed: string[] = [];
  const clock = new ManualClock(0);
  const matching = (failsAt: (step: string) => boolean): Matching => ({
    open: async (options) => {
      if (failsAt(`open ${options.exchange}`)) throw new Error('no journal');
      const venue = await fakeMatching([]).open(options);
      const desk = async (name: string) => (failsAt(`seat ${options.exchange}`) ? Promise.reject(new Error('no desk')) : venue.desk(name));
      return { ...venue, desk, close: async () => void closed.push(options.exchange) };
    },
  });
  const services = { clock, logger: silentLogger, environment };
  await expect(openExchanges({ ...services, matching: matching((step) => step === 'open meridian') }, opening)).rejects.toThrow(
    'no journal',
  );
  expect(closed.splice(0)).toEqual(['aurora']);
  // By then the agents of the first exchange quote.
  await expect(openExchanges({ ...services, matching: matching((step) => step === 'seat meridian') }, opening)).rejects.toThrow('no desk');
  expect(closed).toEqual(['polaris', 'meridian', 'aurora']);
  expect(clock.timers).toBe(0);
});

const [btc] = symbolCalibrations;
const [aurora] = paperExchanges;
const instrument = aurora === undefined ? undefined : paperInstruments(aurora)[0];

test('candles of the past add up: every interval equals its minutes, and one end is the next beginning', () => {
  if (btc === undefined || instrument === undefined) throw new Error('nothing to test');
  const grid = candleGrid(instrument, btc, 1, 1);
  const endMs = Date.UTC(2025, 5, 18, 10, 7, 30);
  const history = new PriceHistory(btc, 1);
  const minutes = history.candles('1m', endMs, endMs, 20_000, grid);
  const broken = minutes.filter(
    ({ open, high, low, close }, at) =>
      (at > 0 && open !== minutes[at - 1]?.close) ||
      Math.max(Number(open), Number(close)) > Number(high) ||
      Math.min(Number(open), Number(close)) < Number(low),
  );
  expect(broken).toEqual([]);
  for (const interval of intervals.filter((name) => !['1w', '1M'].includes(name))) {
    const [candle] = history.candles(interval, endMs, endMs, 1, grid);
    if (candle === undefined) throw new Error(`no ${interval}`);
    const inside = minutes.filter(({ openMs }) => openMs >= candle.openMs && openMs < nextIntervalOpenMs(interval, candle.openMs));
    const sum = (of: 'volume' | 'quoteVolume') => inside.reduce((total, minute) => total + (toUnits(minute[of], 10) ?? 0n), 0n);
    expect(candle.open).toBe(inside[0]?.open);
    expect(candle.close).toBe(inside.at(-1)?.close);
    expect(Number(candle.high)).toBe(Math.max(...inside.map(({ high }) => Number(high))));
    expect(toUnits(candle.volume, 10)).toBe(sum('volume'));
    expect(toUnits(candle.quoteVolume, 10)).toBe(sum('quoteVolume'));
    expect(candle.trades).toBe(inside.reduce((total, { trades }) => total + trades, 0));
  }
});

test('the past is the same whenever it is asked', () => {
  if (btc === undefined || instrument === undefined) throw new Error('nothing to test');
  const grid = candleGrid(instrument, btc, 1, 1);
  const atMs = Date.UTC(2025, 5, 18);
  const early = new PriceHistory(btc, 1).candles('1h', atMs, atMs, 24, grid);
  const late = new PriceHistory(btc, 1).candles('1h', atMs, atMs + 5 * 86_400_000, 24, grid);
  expect(early).toEqual(late);
  expect(new PriceHistory(btc, 2).candles('1h', atMs, atMs, 24, grid)).not.toEqual(early);
});

test('the past of a cross is the ratio of the two pasts that it is made of', () => {
  const histories = priceHistories(1);
  const log = (symbol: string, timeMs: number): number => histories.get(symbol)?.logPrice(timeMs) ?? Number.NaN;
  for (const atMs of [Date.UTC(2025, 5, 18), Date.UTC(2025, 5, 18, 7, 31)]) {
    expect(log('ETHBTC', atMs)).toBeCloseTo(log('ETHUSDT', atMs) - log('BTCUSDT', atMs), 12);
  }
});
