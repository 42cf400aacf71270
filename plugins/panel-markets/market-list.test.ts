import { describe, expect, it } from 'vitest';
import type { Ticker } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { MarketIndex } from './market-index.ts';
import { groupMarkets, isGroup, rankOf, rowKeyOf, sortMarkets } from './market-list.ts';

const market = (exchange: string, symbol: string): Instrument =>
  ({ id: `${exchange}/${symbol}/spot`, exchange, symbol, base: symbol, quote: 'USDT', accountType: 'spot' }) as Instrument;
const ticker = (last: string | null, open: string | null = '100', volume = '1'): Ticker =>
  ({ last, open24h: open, high24h: '120', low24h: '90', volume24h: volume, quoteVolume24h: '5' }) as Ticker;

describe('the order of markets', () => {
  const markets = [market('b', 'A'), market('a', 'C'), market('a', 'B'), market('a', 'A')];
  const tickers: Readonly<Record<string, Ticker>> = {
    'b/A/spot': ticker('105'),
    'a/C/spot': ticker('1000', '1000'),
    'a/B/spot': ticker(null, null),
  };
  const sorted = (column: string, direction: 'ascending' | 'descending'): string =>
    sortMarkets(markets, { column, direction }, ({ id }) => ({ ticker: tickers[id] ?? null, index: null }))
      .map(({ exchange, symbol }) => exchange + symbol)
      .join();

  it('is by name, by price or by change, and keeps markets without a price behind all others', () => {
    expect(sorted('symbol', 'ascending')).toBe('aA,bA,aB,aC');
    expect(sorted('last', 'descending')).toBe('aC,bA,aB,aA');
    expect(sorted('change', 'descending')).toBe('bA,aC,aB,aA');
  });

  it('stays as it was without a column, or with one that has no order', () => {
    expect(sortMarkets(markets, null, () => ({ ticker: null, index: null }))).toBe(markets);
    expect(sorted('spark', 'ascending')).toBe('bA,aC,aB,aA');
  });

  it('reads every 24 hour figure', () => {
    const one = ticker('110', '100', '7');
    expect(
      (['last', 'changeAmount', 'high', 'low', 'volume', 'quoteVolume'] as const).map((column) =>
        rankOf(column, { ticker: one, index: null }),
      ),
    ).toEqual([110, 10, 120, 90, 7, 5]);
    expect(rankOf('change', { ticker: one, index: null })).toBeCloseTo(0.1);
    expect(rankOf('change', { ticker: ticker('1', '0'), index: null })).toBe(Number.NEGATIVE_INFINITY);
  });

  it('reads the index of the pair, and how far the middle of the book is from it while it is one of now', () => {
    const quoted = { ...ticker('1'), bid: '110', ask: '112' };
    const index = { base: 'A', quote: 'B', price: '100', stale: false, time: 1, sources: [] };
    expect(rankOf('index', { ticker: null, index })).toBe(100);
    expect(rankOf('deviation', { ticker: quoted, index })).toBeCloseTo(0.11);
    expect(rankOf('deviation', { ticker: quoted, index: { ...index, stale: true } })).toBe(Number.NEGATIVE_INFINITY);
    expect(rankOf('deviation', { ticker: quoted, index: null })).toBe(Number.NEGATIVE_INFINITY);
  });

  it('stands under a title for each exchange, whose closed groups keep their title', () => {
    const rows = groupMarkets(markets, new Set(['b/spot']));
    expect(rows.map((row) => (isGroup(row) ? `${row.key} ${row.count} ${row.isOpen}` : rowKeyOf(row)))).toEqual([
      'a/spot 3 true',
      'a/C/spot',
      'a/B/spot',
      'a/A/spot',
      'b/spot 1 false',
    ]);
  });
});

describe('five thousand markets', () => {
  const markets = Array.from({ length: 5_000 }, (_, at) => market(`exchange${at % 7}`, `L${String((at * 7919) % 5_000).padStart(4, '0')}`));
  const tickers = new Map(markets.map((one, at) => [one.id, ticker(String((at * 31) % 997), String(1 + (at % 50)))]));

  it('are searched, ordered and grouped within a frame', () => {
    const index = new MarketIndex(markets, (exchange) => exchange);
    const run = (): number => {
      const beginMs = performance.now();
      const found = index.find('', 'l1');
      const sorted = sortMarkets(index.find('', ''), { column: 'change', direction: 'descending' }, ({ id }) => ({
        ticker: tickers.get(id) ?? null,
        index: null,
      }));
      expect(groupMarkets(sorted, new Set())).toHaveLength(5_007);
      expect(found.length).toBeGreaterThan(0);
      return performance.now() - beginMs;
    };
    const times = Array.from({ length: 15 }, run).sort((a, b) => a - b);
    // The fastest of many runs: what the work costs, not what else this machine does.
    expect(times[0]).toBeLessThan(33);
  });
});
