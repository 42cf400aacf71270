import { describe, expect, it } from 'vitest';
import { Mailbox } from './mailbox.ts';

const id = 'aurora/BTCUSDT/spot';
const trade = (price: string) => ({ instrumentId: id, tradeId: price, price, qty: '1', side: 'BUY', timeMs: 0 }) as const;
const book = { instrumentId: id, sequence: 1, bids: [], asks: [], timeMs: 0 };
const band = { type: 'band', instrumentId: id, low: '100', high: '110' } as const;
const open = () =>
  new Mailbox(
    (_id, levels) => ({ ...book, sequence: levels }),
    () => undefined,
  );
const said = (mailbox: Mailbox, most = 100) =>
  mailbox.take(most).map((input) => (input.type === 'price' ? input.price : input.type === 'market' ? input.event.type : input.type));

describe('a mailbox', () => {
  it('keeps the latest of books and tickers and each of the trades', () => {
    const mailbox = open();
    mailbox.listen({
      subscriptions: [
        { type: 'trade', instrumentId: id },
        { type: 'book', instrumentId: id, levels: 5 },
      ],
      zones: [],
      candles: {},
      histories: {},
    });
    mailbox.bookChanged(id);
    mailbox.bookChanged(id);
    mailbox.trades(id, [trade('1'), trade('2')]);
    expect(mailbox.take(100)).toMatchObject([
      { event: { trade: { price: '1' } } },
      { event: { trade: { price: '2' } } },
      { event: { type: 'book', book: { sequence: 5 } } },
    ]);
    expect(mailbox.isEmpty).toBe(true);
  });

  it('tells prices that cross a band, each crossing and nothing between', () => {
    const mailbox = open();
    mailbox.listen({ subscriptions: [band], zones: [null], candles: {}, histories: {} });
    mailbox.trades(id, ['105', '106', '111', '112', '105'].map(trade));
    expect(said(mailbox)).toEqual(['105', '111', '105']);
  });

  it('misses no crossing when bands are told anew while prices wait', () => {
    const mailbox = open();
    mailbox.listen({ subscriptions: [band], zones: ['inside'], candles: {}, histories: {} });
    mailbox.price(id, '120');
    mailbox.listen({ subscriptions: [band], zones: ['inside'], candles: {}, histories: {} });
    mailbox.price(id, '105');
    expect(said(mailbox)).toEqual(['120', '105']);
  });

  it('gives so many at a time, and forgets the oldest of far too many trades', () => {
    const mailbox = open();
    mailbox.listen({ subscriptions: [{ type: 'trade', instrumentId: id }], zones: [], candles: {}, histories: {} });
    mailbox.trades(
      id,
      Array.from({ length: 2_010 }, (_, at) => trade(String(at))),
    );
    expect(mailbox.dropped).toBe(10);
    expect(said(mailbox, 3)).toHaveLength(3);
    expect(mailbox.isEmpty).toBe(false);
  });

  it('forgets no candle and no gap, however many wait and however many trades come after them', () => {
    const mailbox = open();
    mailbox.listen({ subscriptions: [{ type: 'trade', instrumentId: id }], zones: [], candles: {}, histories: {} });
    const range = { instrumentId: id, interval: '1m' } as const;
    const candle = { open: '1', high: '1', low: '1', close: '1', volume: '1', quoteVolume: '1', trades: 1 };
    mailbox.told({ type: 'gap', ...range, fromMs: 0, toMs: 1 });
    for (let openMs = 1; openMs <= 3_000; openMs++) {
      mailbox.told({ type: 'candle', ...range, candle: { ...candle, openMs }, closed: true });
    }
    mailbox.trades(
      id,
      Array.from({ length: 2_010 }, (_, at) => trade(String(at))),
    );
    const inputs = mailbox.take(10_000);
    const told = inputs.flatMap((input) => (input.type === 'market' ? [input.event] : []));
    expect(told[0]).toMatchObject({ type: 'gap' });
    expect(told.flatMap((event) => (event.type === 'candle' ? [event.candle.openMs] : []))).toEqual(
      Array.from({ length: 3_000 }, (_, at) => at + 1),
    );
    expect(told.flatMap((event) => (event.type === 'trade' ? [event.trade.price] : [])).slice(0, 2)).toEqual(['10', '11']);
    expect(mailbox.dropped).toBe(10);
    mailbox.trades(id, [trade('1')]);
    expect(said(mailbox)).toEqual(['trade']);
    expect(mailbox.dropped).toBe(10);
  });
});
