import { expect, it } from 'vitest';
import type { Candle } from '../../../../core/contract/market.ts';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../../../tests/kit/market-fixtures.ts';
import type { PastCandles } from '../../../market/candles/candle-pages.ts';
import { CandleFeed, closeGraceMs } from './candle-feed.ts';

const minuteMs = 60_000;
const id = 'aurora/BTCUSDT/spot';
const candle = (minute: number, close = '100'): Candle => ({
  openMs: minute * minuteMs,
  open: '100',
  high: '100',
  low: '100',
  close,
  volume: '1',
  quoteVolume: '100',
  trades: 1,
});

interface World {
  /** Minutes whose candles the venue or the store knows; null: the past is not kept. */
  readonly known: readonly number[] | null;
  readonly throughMinute?: number;
  readonly nowMinute: number;
  readonly fails?: boolean;
  readonly wanted?: number;
  /** By how much the market's clock is before the one that timers go by. */
  readonly stepped?: { ms: number };
}

function open({ known, throughMinute, nowMinute, fails = false, wanted = 0, stepped = { ms: 0 } }: World) {
  const clock = new ManualClock(nowMinute * minuteMs);
  const told: string[] = [];
  const world = { fails };
  const feed = new CandleFeed(
    id,
    '1m',
    throughMinute === undefined ? undefined : throughMinute * minuteMs,
    {
      clock,
      logger: silentLogger,
      markets: {
        marketTime: () => clock.nowMs() + stepped.ms,
        pastBefore: async (_id, _interval, beforeMs, limit) => {
          if (world.fails) throw new Error('the venue does not answer');
          return (known ?? [3, 4])
            .filter((minute) => minute * minuteMs < beforeMs)
            .slice(-limit)
            .map((minute) => candle(minute));
        },
        pastCandles: async (_id, _interval, { fromMs, untilMs, limit }): Promise<PastCandles | null> => {
          if (world.fails) throw new Error('the venue does not answer');
          const endMs = Math.min(untilMs, clock.nowMs()) - (Math.min(untilMs, clock.nowMs()) % minuteMs);
          const minutes = known?.filter((minute) => minute * minuteMs >= fromMs && minute * minuteMs < endMs) ?? [];
          return known === null ? null : { candles: minutes.slice(-limit).map((minute) => candle(minute)), untilMs: endMs };
        },
      },
      tell: (event) => {
        if (event.type === 'history') told.push(`history ${event.candles.map(({ openMs }) => openMs / minuteMs).join(' ')}`);
        else if (event.type === 'gap') told.push(`gap ${event.fromMs / minuteMs}-${event.toMs / minuteMs}`);
        else told.push(`${event.candle.openMs / minuteMs} at ${event.candle.close}`);
      },
    },
    wanted,
  );
  return { clock, feed, told, world };
}
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('tells what closed while it did not listen in order, with gaps for what nobody knows, and then what closes live', async () => {
  const { clock, feed, told } = open({ known: [10, 11, 14], throughMinute: 10, nowMinute: 16 });
  // The market goes on while the past is looked up.
  feed.take(candle(16, '101'));
  feed.take(candle(17, '102'));
  await settle();
  expect(told).toEqual(['10 at 100', '11 at 100', 'gap 12-14', '14 at 100', 'gap 15-16', '16 at 101']);
  await clock.advance(2 * minuteMs + closeGraceMs);
  expect(told.slice(6)).toEqual(['17 at 102']);
});

it('closes a candle when its time is over, without waiting for the next trade, and tells it once', async () => {
  const { clock, feed, told } = open({ known: [], throughMinute: 10, nowMinute: 10 });
  await settle();
  feed.take(candle(10, '100'));
  await clock.advance(30_000);
  feed.take(candle(10, '105'));
  await clock.advance(30_000);
  expect(told).toEqual([]);
  await clock.advance(closeGraceMs);
  expect(told).toEqual(['10 at 105']);
  feed.take(candle(10, '106'));
  feed.take(candle(12, '107'));
  await settle();
  expect(told).toEqual(['10 at 105']);
});

it('says a gap for the whole time when the venue cannot be asked', async () => {
  const { feed, told } = open({ known: [10, 11], throughMinute: 10, nowMinute: 13, fails: true });
  await settle();
  feed.take(candle(13));
  feed.take(candle(14));
  await settle();
  expect(told).toEqual(['gap 10-13', '13 at 100']);
});

it('tells no more of the past than a thousand candles, and the rest as a gap', async () => {
  const minutes = Array.from({ length: 1_500 }, (_, minute) => minute);
  const { told } = open({ known: minutes, throughMinute: 0, nowMinute: 1_500 });
  await settle();
  expect(told).toHaveLength(1_001);
  expect(told.slice(0, 2)).toEqual(['gap 0-500', '500 at 100']);
});

it('follows a replay, which lives in a time of its own and begins anew with each start', async () => {
  const { feed, told } = open({ known: null, throughMinute: 900, nowMinute: 5 });
  await settle();
  feed.take(candle(5));
  feed.take(candle(6));
  expect(told).toEqual(['5 at 100']);
});

it('tells the history that is wanted first, as much as is known, and then what follows it', async () => {
  const { feed, told, clock } = open({ known: [10, 11, 13, 14, 15], throughMinute: 15, nowMinute: 16, wanted: 3 });
  feed.take(candle(16, '101'));
  feed.take(candle(17, '102'));
  await settle();
  expect(told).toEqual(['history 11 13 14', '15 at 100', '16 at 101']);
  // Who begins to want it later hears what lies before the next candle.
  feed.want(2);
  feed.take(candle(18, '103'));
  await settle();
  expect(told.slice(3)).toEqual(['history 14 15', '17 at 102']);
  await clock.advance(1);
});

it('asks for a history again while nobody answers, and keeps candles back until then', async () => {
  const { feed, told, clock, world } = open({ known: [10, 11], throughMinute: 12, nowMinute: 12, wanted: 5, fails: true });
  feed.take(candle(12, '101'));
  feed.take(candle(13, '102'));
  await settle();
  expect(told).toEqual([]);
  world.fails = false;
  await clock.advance(5_000);
  await settle();
  expect(told).toEqual(['history 10 11', '12 at 101']);
});

it('tells of a market whose past is not kept what it has seen of it', async () => {
  const { feed, told } = open({ known: null, throughMinute: 900, nowMinute: 5, wanted: 9 });
  await settle();
  feed.take(candle(5));
  feed.take(candle(6));
  await settle();
  expect(told).toEqual(['history 3 4', '5 at 100']);
});

it('closes by the clock where the past is not kept as well, and once', async () => {
  const { feed, told, clock } = open({ known: null, throughMinute: 900, nowMinute: 5 });
  await settle();
  feed.take(candle(5, '101'));
  await clock.advance(minuteMs + closeGraceMs);
  expect(told).toEqual(['5 at 101']);
  feed.take(candle(5, '102'));
  feed.take(candle(7, '103'));
  await clock.advance(0);
  expect(told).toEqual(['5 at 101']);
});

it('closes no candle before its time when the clock is put back, and each once and in order when it is put forward', async () => {
  const stepped = { ms: 0 };
  const { feed, told, clock } = open({ known: [], throughMinute: 10, nowMinute: 10, stepped });
  await settle();
  feed.take(candle(10, '101'));
  // Put back by half a minute: what is traded meanwhile belongs to the candle.
  stepped.ms = -30_000;
  await clock.advance(minuteMs + closeGraceMs);
  expect(told).toEqual([]);
  feed.take(candle(10, '102'));
  await clock.advance(30_000 + closeGraceMs);
  expect(told).toEqual(['10 at 102']);
  // Put forward by an hour: noticed within a minute, without a trade.
  feed.take(candle(11, '103'));
  stepped.ms = 3_600_000;
  await clock.advance(minuteMs + closeGraceMs);
  feed.take(candle(72, '104'));
  feed.take(candle(73, '105'));
  expect(told).toEqual(['10 at 102', '11 at 103', '72 at 104']);
  feed.close();
  expect(clock.timers).toBe(0);
});
