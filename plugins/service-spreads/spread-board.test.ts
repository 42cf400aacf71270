import { describe, expect, it } from 'vitest';
import type { DepthSnapshot, Level } from '../../core/contract/market.ts';
import type { Instrument, InstrumentTerms, SpotInstrument } from '../../core/domain/markets/instrument.ts';
import { inversePerpetual, linearPerpetual } from '../../core/domain/markets/perpetual-terms.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { SpreadBoard } from './spread-board.ts';
import type { Spread } from './spread-rows.ts';

const startMs = Date.UTC(2026, 10, 20, 8);

const market = (exchange: string, change: Partial<InstrumentTerms> = {}): SpotInstrument => {
  const instrument = { ...testInstrument, exchange, ...change };
  return { ...instrument, id: `${exchange}/${instrument.symbol}/${instrument.accountType}` };
};
const aurora = market('aurora');
const meridian = market('meridian');

interface Books {
  [id: string]: { readonly bid?: Level; readonly ask?: Level; readonly timeMs?: number };
}

function open(instruments: readonly Instrument[], books: Books, replays: readonly string[] = []) {
  const clock = new ManualClock(startMs);
  const told: (readonly Spread[])[] = [];
  const depth = (id: string): DepthSnapshot => {
    const { bid, ask, timeMs = startMs } = books[id] ?? {};
    return { instrumentId: id, sequence: 1, bids: bid === undefined ? [] : [bid], asks: ask === undefined ? [] : [ask], timeMs };
  };
  const markets = { instruments: () => instruments, depth };
  return {
    board: new SpreadBoard({
      markets,
      isLive: (exchange) => !replays.includes(exchange),
      isWatched: () => true,
      tell: (rows) => told.push(rows),
      clock,
    }),
    clock,
    told,
    books,
  };
}

describe('a row of spreads', () => {
  it('sells the dear leg at its bid and buys the cheap one at its ask, with the spread, its rate and what both legs hold', () => {
    const { board } = open([aurora, meridian], {
      [aurora.id]: { bid: ['49900', '3'], ask: ['50000', '0.4'], timeMs: startMs - 5 },
      [meridian.id]: { bid: ['50250', '0.2'], ask: ['50260', '9'], timeMs: startMs - 9 },
    });
    expect(board.list()).toEqual([
      {
        id: `${aurora.id}~${meridian.id}`,
        base: 'BTC',
        quote: 'USDT',
        sell: { instrumentId: meridian.id, price: '50250', qty: '0.2' },
        buy: { instrumentId: aurora.id, price: '50000', qty: '0.4' },
        spread: '250',
        rate: '0.005',
        apr: null,
        liquidity: '10050',
        timeMs: startMs - 9,
      },
    ]);
  });

  it('has no figures while a side is empty, and the leg that is there', () => {
    const { board } = open([aurora, meridian], { [aurora.id]: { bid: ['100', '1'] } });
    expect(board.list()).toMatchObject([{ sell: { price: '100' }, buy: { price: null }, spread: null, rate: null, liquidity: null }]);
  });

  it('is by the year for a leg that is delivered: 2 % over 35 days are 20.857 %', () => {
    const dated = linearPerpetual(market('meridian', { accountType: 'usdm' }), { settlement: 'current_quarter' });
    const { board } = open([aurora, dated], {
      [aurora.id]: { bid: ['49999', '1'], ask: ['50000', '1'] },
      [dated.id]: { bid: ['51000', '1'], ask: ['51001', '1'] },
    });
    const [row] = board.list();
    expect(row?.rate).toBe('0.02');
    expect(row?.apr).toBe('0.20857143');
  });

  it('keeps its legs while they are equally dear, and turns round when the other way pays a basis point more', () => {
    const books: Books = {
      [aurora.id]: { bid: ['10000', '1'], ask: ['10001', '1'] },
      [meridian.id]: { bid: ['10000', '1'], ask: ['10001', '1'] },
    };
    const { board } = open([aurora, meridian], books);
    const sold = (): string | undefined => board.list()[0]?.sell.instrumentId;
    expect(sold()).toBe(aurora.id);
    books[meridian.id] = { bid: ['10000.5', '1'], ask: ['10001.2', '1'] };
    expect(sold()).toBe(aurora.id);
    books[meridian.id] = { bid: ['10003', '1'], ask: ['10004', '1'] };
    expect(sold()).toBe(meridian.id);
    books[meridian.id] = { bid: ['10000.5', '1'], ask: ['10001.2', '1'] };
    expect(sold()).toBe(meridian.id);
  });

  it('stands for two exchanges and one asset: not for a replay and today, not for coins of another quote, not for contracts in coins', () => {
    const instruments = [
      aurora,
      meridian,
      market('replay-aurora'),
      market('aurora', { symbol: 'BTCUSDC', quote: 'USDC' }),
      inversePerpetual(market('meridian', { symbol: 'BTCUSD', accountType: 'coinm' })),
    ];
    const { board } = open(instruments, {}, ['replay-aurora']);
    expect(board.list().map(({ id }) => id)).toEqual([`${aurora.id}~${meridian.id}`]);
  });
});

describe('whoever looks at spreads', () => {
  it('is told what changed, twice a second at most; nothing is worked out for nobody', async () => {
    const solana = [market('aurora', { symbol: 'SOLUSDT', base: 'SOL' }), market('meridian', { symbol: 'SOLUSDT', base: 'SOL' })] as const;
    const { board, clock, told, books } = open([aurora, meridian, ...solana], {
      [aurora.id]: { bid: ['100', '1'], ask: ['101', '1'] },
      [meridian.id]: { bid: ['102', '1'], ask: ['103', '1'] },
    });
    const stop = board.start();
    await clock.advance(500);
    expect(told.map((rows) => rows.length)).toEqual([2]);
    books[aurora.id] = { bid: ['100', '2'], ask: ['101', '1'], timeMs: startMs + 1 };
    await clock.advance(500);
    expect(told).toHaveLength(1);
    for (const ask of ['100.9', '100.8', '100.7']) {
      books[aurora.id] = { bid: ['100', '2'], ask: [ask, '1'] };
      await clock.advance(160);
    }
    await clock.advance(20);
    expect(told[1]?.map(({ base, buy }) => [base, buy.price])).toEqual([['BTC', '100.7']]);
    await stop();
    expect(clock.timers).toBe(0);
  });
});
