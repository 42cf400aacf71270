import { expect, it } from 'vitest';
import type { Candle, Ticker } from '../../../core/contract/market.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { CandleShelf } from './candle-shelf.ts';
import type { MarketsRead } from './followed-markets.ts';
import { MarketAnalytics } from './market-analytics.ts';
import { MarketBoard } from './market-board.ts';

const dayMs = 86_400_000;
const bases = ['BTC', 'ETH', 'SOL', 'XRP'];

/** Four markets, of which the last one is only five days old, and how often their candles were read. */
function open() {
  const clock = new ManualClock(100 * dayMs);
  let reads = 0;
  const markets: MarketsRead = {
    instruments: () => bases.map((base) => ({ ...testInstrument, base, symbol: base, id: `aurora/${base}/spot` })),
    ticker: (id) => ({ last: '1', open24h: '1', quoteVolume24h: String(9 - bases.indexOf(id.split('/')[1] ?? '')) }) as Ticker,
    isEphemeral: () => false,
    candles: async (id, _interval, beforeMs, limit) => {
      reads++;
      const at = bases.indexOf(id.split('/')[1] ?? '');
      const days = Array.from({ length: 101 }, (_, day) => day).slice(at === 3 ? 95 : 0);
      return days
        .map((day) => ({ openMs: day * dayMs, close: String(50 + ((day * (at + 3)) % 7)), quoteVolume: '1' }) as Candle)
        .filter(({ openMs }) => openMs < beforeMs)
        .slice(-limit);
    },
  };
  const shelf = new CandleShelf(markets, clock);
  const board = new MarketBoard({ markets, shelf, clock });
  return { figures: new MarketAnalytics({ markets, shelf, board, clock }), reads: () => reads };
}

it('cuts every matrix of a span from one, so that asking for all sizes reads no candles again', async () => {
  const { figures, reads } = open();
  const all = await figures.correlation('30d', 30);
  const once = reads();
  const three = await figures.correlation('30d', 3);
  expect(three.markets.map(({ base }) => base)).toEqual(['BTC', 'ETH', 'SOL']);
  expect(three.values).toEqual(all.values.slice(0, 3).map((row) => row.slice(0, 3)));
  // The young market shares few returns, and stands in the larger matrix alone.
  expect([three.least, all.least]).toEqual([30, 4]);
  for (let most = 2; most <= 30; most++) await figures.correlation('30d', most);
  expect(reads()).toBe(once);
});

it('tells the breadth of a market from one working out, and follows the pairs that it names', async () => {
  const { figures } = open();
  const view = await figures.breadth();
  expect(await figures.breadth()).toBe(view);
  expect(await Promise.all(view.markets.map(({ id }) => figures.follows(id)))).toEqual([true, true, true, true]);
  expect(await figures.follows('aurora/DOGE/spot')).toBe(false);
});
