import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { place, type Script, scripted } from '../../../tests/kit/strategy-kit.ts';
import { noLimits } from '../driver/trading-limits.ts';
import { SimulatedSession } from './simulated-session.ts';

const { id } = testInstrument;
const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 };

function begin(script: Script, { kind = 'recorded' as 'recorded' | 'bars', latencyMs = 0 } = {}) {
  const lines: string[] = [];
  const session = new SimulatedSession(
    {
      definition: scripted(script),
      executors: {},
      params: {},
      seed: 1,
      markets: [{ instrument: testInstrument, grid, kind }],
      accounts: [{ apiId: 1, exchange: 'aurora', balances: { USDT: '10000', BTC: '10' } }],
      limits: noLimits,
      latencyMs,
      isOptimistic: false,
      idPrefix: 'i',
      listener: { line: ({ timeMs, clientOrderId, what }) => lines.push(`${timeMs} ${clientOrderId} ${what}`) },
    },
    0,
  );
  return { session, lines, heard: () => (session.driver.state as { heard: readonly string[] }).heard };
}

const book = (timeMs: number, bid: string, ask: string) =>
  ({ type: 'book', timeMs, updateId: timeMs, bids: [[bid, '1']], asks: [[ask, '1']] }) as const;
const trade = (timeMs: number, price: string, takerSide: 'BUY' | 'SELL' = 'SELL', qty = '1') =>
  ({ type: 'trade', timeMs, tradeId: String(timeMs), price, qty, takerSide }) as const;

describe('a simulated session', () => {
  it('lets orders travel, and answers them at the time of the feed', () => {
    const { session, lines } = begin({ start: [place('a', { price: '100.5' })] }, { latencyMs: 30 });
    session.play(id, book(10, '99', '100'));
    session.play(id, book(29, '99', '101'));
    session.play(id, book(40, '99', '100'));
    expect(lines).toEqual([
      '0 i-1 place BUY LIMIT 1 @ 100.5 aurora/BTCUSDT/spot',
      '30 i-1 accepted',
      '40 i-1 filled 1 @ 100.5 MAKER fee 0.001 BTC',
    ]);
  });

  it('tells orders, trades, books and bands in the order of the feed', () => {
    const subscribe = [
      { type: 'book', instrumentId: id, levels: 1 },
      { type: 'trade', instrumentId: id },
      { type: 'band', instrumentId: id, low: '95', high: '105' },
    ] as const;
    const { session, heard } = begin({ subscribe, start: [place('a', { price: '98' })] });
    session.play(id, book(1, '99', '100'));
    session.play(id, trade(2, '97.5'));
    session.play(id, trade(3, '94'));
    session.play(id, trade(4, '94.5'));
    expect(heard()).toEqual(['accepted a', 'book', 'filled a', 'trade', 'band inside', 'trade', 'band below', 'trade']);
  });

  it('closes candles by the clock of the feed, before what belongs to the next one', () => {
    const { session, heard } = begin({ subscribe: [{ type: 'candle', instrumentId: id, interval: '1m' }] });
    session.play(id, trade(1_000, '100'));
    session.play(id, trade(59_999, '101'));
    expect(heard()).toEqual([]);
    session.play(id, trade(60_000, '102'));
    expect(heard()).toEqual(['candle']);
    session.advance(200_000);
    expect(heard()).toEqual(['candle', 'candle']);
  });

  it('makes longer candles of bars and closes them with their last bar', () => {
    const { session, heard } = begin({ subscribe: [{ type: 'candle', instrumentId: id, interval: '3m' }] }, { kind: 'bars' });
    const bar = { open: 10_000, high: 10_100, low: 9_900, close: 10_000 };
    for (let minute = 0; minute < 5; minute++) session.playBar(id, bar, minute * 60_000, 60_000, 1);
    session.advance(5 * 60_000 - 1);
    expect(heard()).toEqual(['candle']);
  });

  it('denies what the account cannot pay or does not own', () => {
    const { heard } = begin({ start: [place('dear', { qty: '1000' }), place('foreign', { apiId: 2 })] });
    expect(heard()).toEqual(['denied dear ORDER_INSUFFICIENT_BALANCE', 'denied foreign ACCESS_ACCOUNT']);
  });

  it('amends orders where there is a book, and says so', () => {
    const change = { type: 'amend', tag: 'a', price: '98', qty: '2' } as const;
    const { session, lines } = begin({
      start: [place('a', { price: '97' }), { type: 'setTimer', timer: 't', afterMs: 15 }],
      on: { 'timer t': [change] },
    });
    session.play(id, book(10, '96', '101'));
    session.play(id, trade(20, '97.5', 'SELL', '3'));
    expect(lines.slice(1)).toEqual([
      '0 i-1 accepted',
      '15 i-1 amend 2 @ 98',
      '15 i-1 accepted',
      '20 i-1 filled 2 @ 98 MAKER fee 0.002 BTC',
    ]);
  });

  it('rings timers between events, at their own time', () => {
    const { session, lines } = begin({ start: [{ type: 'setTimer', timer: 't', afterMs: 15 }], on: { 'timer t': [place('a')] } });
    session.play(id, book(10, '99', '101'));
    session.play(id, book(20, '99', '101'));
    expect(lines[0]).toBe('15 i-1 place BUY LIMIT 1 @ 100 aurora/BTCUSDT/spot');
  });

  it('stops once: the strategy clears up and hears nothing of the market any more', () => {
    const script: Script = {
      subscribe: [{ type: 'trade', instrumentId: id }],
      start: [place('a', { price: '90' })],
      on: { trade: [{ type: 'finish', key: 'done', params: {} }], stop: [{ type: 'cancel', tag: 'a' }] },
    };
    const { session, lines, heard } = begin(script);
    expect(session.isStopped).toBe(false);
    session.play(id, trade(5, '100'));
    session.play(id, trade(6, '100'));
    expect(session.isStopped).toBe(true);
    expect(heard()).toEqual(['accepted a', 'trade', 'stop', 'canceled a']);
    expect(lines.at(-1)).toBe('5 i-1 canceled CANCELED_BY_USER');
  });
});
