import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import type { Clock, Matching, MatchingOptions, MatchingVenue, VenuePast } from '../../core/contract/server-services.ts';
import { decimalsOf, toUnits } from '../../core/domain/numbers/decimal.ts';
import { assets, instruments } from './instruments.ts';
import { plugin } from './server.ts';

const openedMs = 1_700_000_000_000;
const clock: Clock = { nowMs: () => openedMs, elapsedMs: () => 0, every: () => () => undefined, after: () => () => undefined };
const candle = { openMs: openedMs - 60_000, close: '61000' } as Candle;
const venuePast: VenuePast = {
  candlesOf: ({ base }, endMs) => (base === 'BTC' && endMs === openedMs ? () => [candle] : null),
};

describe('venue-house', () => {
  it('opens the exchange tessera on the matching engine and keeps its journal for ever', async () => {
    const opened: MatchingOptions[] = [];
    const venue = { exchange: 'tessera' } as MatchingVenue;
    const matching: Matching = {
      open: async (options) => {
        opened.push(options);
        return venue;
      },
    };
    const sink = { batch: () => undefined, health: () => undefined };
    const open = (past: VenuePast | null) =>
      plugin.venues?.tessera?.open({ matching, clock }, { sink, projectedThrough: async () => 7 }, { past });
    expect(await open(null)).toEqual([venue]);
    expect(opened[0]).toMatchObject({ exchange: 'tessera', retain: 'all', sink });
    expect(opened[0]?.candles).toBeUndefined();
    await open(venuePast);
    const [bitcoin, ada] = await Promise.all(
      ['BTC', 'ADA'].map((base) => opened[1]?.candles?.(`tessera/${base}USDT/spot`, '1m', openedMs, 100)),
    );
    expect(bitcoin).toEqual([candle]);
    expect(ada).toEqual([]);
  });

  it.each(instruments)('$symbol has a grid that its assets can express exactly', (instrument) => {
    const scaleOf = (code: string): number => assets.find((asset) => asset.code === code)?.scale ?? -1;
    expect(decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.base));
    expect(decimalsOf(instrument.tick) + decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.quote));
    expect(toUnits(instrument.minNotional, scaleOf(instrument.quote))).not.toBeNull();
  });
});
