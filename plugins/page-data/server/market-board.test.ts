import { describe, expect, it } from 'vitest';
import type { Candle, Ticker } from '../../../core/contract/market.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { CandleShelf } from './candle-shelf.ts';
import { followedMarkets, type MarketsRead } from './followed-markets.ts';
import { MarketBoard } from './market-board.ts';

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 10, 20, 8);
const today = nowMs - (nowMs % dayMs);

interface Traded {
  readonly exchange?: string;
  readonly base: string;
  readonly quote?: string;
  readonly last: string;
  readonly open24h?: string;
  readonly volume: string;
  /** Closes of the days before today, and what was traded in each. */
  readonly past?: readonly (readonly [close: string, volume: string])[];
}

/** Markets of the test, whose symbol is their pair. */
function markets(rows: readonly Traded[]): MarketsRead {
  const listed = rows.map((row) => {
    const { exchange = 'aurora', base, quote = 'USDT' } = row;
    const symbol = `${base}${quote}`;
    return { row, instrument: { ...testInstrument, exchange, symbol, base, quote, id: `${exchange}/${symbol}/spot` } satisfies Instrument };
  });
  const of = (id: string) => listed.find(({ instrument }) => instrument.id === id)?.row;
  const candle = (openMs: number, [close, quoteVolume]: readonly [string, string]): Candle => ({
    ...{ openMs, open: close, high: close, low: close, close, volume: '0', quoteVolume, trades: 1 },
  });
  return {
    instruments: () => listed.map(({ instrument }) => instrument),
    ticker: (id) => {
      const row = of(id);
      return row === undefined
        ? null
        : ({ instrumentId: id, last: row.last, open24h: row.open24h ?? null, quoteVolume24h: row.volume } as Ticker);
    },
    isEphemeral: (exchange) => exchange.startsWith('replay'),
    candles: async (id, _interval, beforeMs, limit) => {
      const { past = [], last = '0' } = of(id) ?? {};
      const days = [...past, [last, '1'] as const].map((day, at, all) => candle(today - (all.length - 1 - at) * dayMs, day));
      return days.filter(({ openMs }) => openMs < beforeMs).slice(-limit);
    },
  };
}

describe('the markets that are followed', () => {
  it('are one for each pair, the most traded, in the order of what was traded in one money', () => {
    const rows: readonly Traded[] = [
      { base: 'BTC', last: '50000', volume: '900' },
      { base: 'BTC', exchange: 'meridian', last: '50000', volume: '1000' },
      { base: 'ETH', quote: 'BTC', last: '0.05', volume: '0.1' },
      { base: 'ETH', last: '2500', volume: '700' },
    ];
    expect(followedMarkets(markets(rows)).map(({ id }) => id)).toEqual([
      'aurora/ETHBTC/spot',
      'meridian/BTCUSDT/spot',
      'aurora/ETHUSDT/spot',
    ]);
  });

  it('are none of a replay, and none whose quote has no price', () => {
    const rows: readonly Traded[] = [
      { base: 'BTC', exchange: 'replay-aurora', last: '50000', volume: '900' },
      { base: 'ETH', quote: 'EUR', last: '2000', volume: '9' },
    ];
    expect(followedMarkets(markets(rows))).toEqual([]);
  });
});

describe('the board', () => {
  const open = (rows: readonly Traded[]) => {
    const clock = new ManualClock(nowMs);
    const read = markets(rows);
    return new MarketBoard({ markets: read, shelf: new CandleShelf(read, clock), clock });
  };

  it('has every day of the oldest market, volumes of the running one by the last 24 hours, and nothing where a market was not there', async () => {
    const board = open([
      {
        base: 'BTC',
        last: '110',
        open24h: '100',
        volume: '500',
        past: [
          ['90', '10'],
          ['100', '20'],
        ],
      },
      { base: 'ETH', last: '9', volume: '70', past: [['8', '5']] },
    ]);
    expect(await board.days()).toEqual({
      days: [today - 2 * dayMs, today - dayMs, today],
      pairs: [
        {
          id: 'aurora/BTCUSDT/spot',
          base: 'BTC',
          quote: 'USDT',
          closes: [90, 100, 110],
          volumes: [10, 20, 500],
          change: expect.closeTo(0.1, 12),
        },
        { id: 'aurora/ETHUSDT/spot', base: 'ETH', quote: 'USDT', closes: [null, 8, 9], volumes: [null, 5, 70], change: null },
      ],
    });
  });

  it('values what was traded for coins by what they cost on that day', async () => {
    const { pairs } = await open([
      { base: 'BTC', last: '110', volume: '500', past: [['100', '20']] },
      { base: 'ETH', quote: 'BTC', last: '0.1', volume: '2', past: [['0.1', '3']] },
    ]).days();
    expect(pairs[1]).toMatchObject({ base: 'ETH', quote: 'BTC', volumes: [300, 220] });
  });
});
