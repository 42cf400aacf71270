import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { place, type Script, scripted } from '../../../tests/kit/strategy-kit.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import { SimulatedSession } from './simulated-session.ts';

const { id } = testInstrument;
const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 };

function begin(script: Script, { kind = 'recorded' as 'recorded' | 'bars' | 'trades', latencyMs = 0 } = {}) {
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

  it('lends nothing and moves nothing between accounts, and says so', () => {
    const money = { apiId: 1, asset: 'USDT', amount: '5' } as const;
    const loan = { type: 'borrow', tag: 'loan', accountType: 'spot', ...money } as const;
    const { heard, lines } = begin({ start: [loan, { type: 'transfer', tag: 'move', from: 'spot', to: 'usdm', ...money }] });
    expect(heard()).toEqual(['refused loan LOAN_NOT_OFFERED', 'refused move TRANSFER_NOT_OFFERED']);
    expect(lines).toEqual(['0 i-1 not moved LOAN_NOT_OFFERED', '0 i-2 not moved TRANSFER_NOT_OFFERED']);
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

  it('denies what breaks a rule of the market, in the same words whatever is known of it', () => {
    const orders = {
      offTick: { price: '100.001' },
      offLot: { qty: '0.000001' },
      tooLarge: { qty: '9001' },
      tooSmall: { qty: '0.01' },
      noPrice: { price: undefined as never },
      forbidden: { triggerPrice: '90' },
      postOnly: { type: 'MARKET', timeInForce: 'GTX' },
      closing: { reduceOnly: true },
    } as const;
    const start = Object.entries(orders).map(([tag, more]) => place(tag, more));
    for (const kind of ['bars', 'trades', 'recorded'] as const) {
      expect(begin({ start }, { kind }).heard()).toEqual([
        'denied offTick ORDER_PRICE_OFF_GRID',
        'denied offLot ORDER_QTY_OFF_GRID',
        'denied tooLarge ORDER_QTY_TOO_LARGE',
        'denied tooSmall ORDER_NOTIONAL_TOO_SMALL',
        'denied noPrice ORDER_FIELD_MISSING',
        'denied forbidden ORDER_FIELD_FORBIDDEN',
        'denied postOnly ORDER_NOT_SUPPORTED',
        'denied closing ORDER_NOT_SUPPORTED',
      ]);
    }
  });

  it('denies beyond the band, and a market order worth too little, once there is a price to measure at', () => {
    const script: Script = {
      start: [{ type: 'setTimer', timer: 't', afterMs: 60_000 }],
      on: { 'timer t': [place('far', { price: '121' }), place('small', { type: 'MARKET', qty: '0.04' })] },
    };
    const expected = ['timer t', 'denied far ORDER_PRICE_OUT_OF_BAND', 'denied small ORDER_NOTIONAL_TOO_SMALL'];
    const bars = begin(script, { kind: 'bars' });
    bars.session.playBar(id, { open: 10_000, high: 10_000, low: 10_000, close: 10_000 }, 0, 60_000, 1);
    bars.session.advance(60_000);
    expect(bars.heard()).toEqual(expected);
    for (const kind of ['trades', 'recorded'] as const) {
      const { session, heard } = begin(script, { kind });
      session.play(id, trade(5, '100'));
      session.advance(60_000);
      expect(heard()).toEqual(expected);
    }
  });

  it('amends orders in a market of bars', () => {
    const script: Script = {
      start: [place('a', { price: '97' }), { type: 'setTimer', timer: 't', afterMs: 60_000 }],
      on: {
        'timer t': [
          { type: 'amend', tag: 'a', price: '98.001', qty: '1' },
          { type: 'amend', tag: 'a', price: '98', qty: '2' },
        ],
      },
    };
    const { session, lines, heard } = begin(script, { kind: 'bars' });
    const bar = { open: 10_000, high: 10_000, low: 9_790, close: 10_000 };
    for (const minute of [0, 1]) {
      session.playBar(id, bar, minute * 60_000, 60_000, 1);
      session.advance((minute + 1) * 60_000 - 1);
    }
    session.advance(120_000);
    expect(heard()).toEqual(['accepted a', 'timer t', 'refused a ORDER_PRICE_OFF_GRID', 'accepted a', 'filled a']);
    expect(lines.filter((line) => /amend|filled/.test(line))).toEqual([
      '60000 i-1 amend 1 @ 98.001',
      '60000 i-1 amend 2 @ 98',
      '60000 i-1 amend refused ORDER_PRICE_OFF_GRID',
      expect.stringMatching(/filled 2 @ 98 MAKER fee 0.002 BTC$/),
    ]);
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
