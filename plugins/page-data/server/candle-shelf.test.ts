import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../core/contract/market.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { CandleShelf } from './candle-shelf.ts';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 20, 8);

/** A market with so many days behind it, whose close is the number of its day; every page that is asked for is written down. */
function market(days: number) {
  const clock = new ManualClock(startMs);
  const pages: number[] = [];
  const candles = async (_id: string, _interval: string, beforeMs: number, limit: number): Promise<readonly Candle[]> => {
    pages.push(limit);
    const first = startMs - (startMs % dayMs) - days * dayMs;
    const all = Array.from({ length: Math.floor((clock.nowMs() - first) / dayMs) + 1 }, (_, at) => first + at * dayMs);
    return all
      .filter((openMs) => openMs < beforeMs)
      .slice(-limit)
      .map((openMs) => ({
        openMs,
        ...{ open: '1', high: '1', low: '1', volume: '1', trades: 1 },
        close: String(openMs / dayMs),
        quoteVolume: '7',
      }));
  };
  return { shelf: new CandleShelf({ candles }, clock), clock, pages };
}

const today = Math.floor(startMs / dayMs);

describe('candles on the shelf', () => {
  it('are read in pages that grow, and come oldest first without a gap', async () => {
    const { shelf, pages } = market(1_000);
    const bars = await shelf.last('a', '1d', 60);
    expect(bars.map(({ close }) => close)).toEqual(Array.from({ length: 60 }, (_, at) => today - 59 + at));
    expect(pages).toEqual([4, 8, 16, 32]);
    expect(bars.at(-1)?.volume).toBe(7);
  });

  it('are not read again once they have settled, also where there are fewer than were asked for', async () => {
    const { shelf, clock, pages } = market(90);
    await shelf.last('a', '1d', 400);
    pages.length = 0;
    await clock.advance(dayMs);
    const bars = await shelf.last('a', '1d', 400);
    expect([bars.length, bars.at(-1)?.close, bars[0]?.close]).toEqual([92, today + 1, today - 90]);
    expect(pages).toEqual([4]);
  });

  it('reach further back when more are asked for, and stay there', async () => {
    const { shelf, pages } = market(1_000);
    await shelf.last('a', '1d', 10);
    expect(await shelf.last('a', '1d', 30)).toHaveLength(30);
    pages.length = 0;
    expect((await shelf.last('a', '1d', 10)).map(({ close }) => close)).toEqual(Array.from({ length: 10 }, (_, at) => today - 9 + at));
    expect(await shelf.last('a', '1d', 30)).toHaveLength(30);
    expect(pages).toEqual([4, 4]);
  });
});
