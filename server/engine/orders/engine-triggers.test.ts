import { describe, expect, it } from 'vitest';
import { Venue } from '../../../tests/engine/venue.ts';

/** Last price 50,000 and nothing on the book. */
function atFiftyThousand(): Venue {
  const venue = new Venue();
  venue.printLast(50_000);
  return venue;
}

describe('the price that triggers watch', () => {
  it('is moved by trades between owners, not by what an owner trades with itself', () => {
    const venue = atFiftyThousand();
    const stop = venue.buy(2, 1, 0, { orderType: 'STOP_MARKET', trigger: 50_500 }).id;
    venue.sell(0, 1, 51_000);
    expect(venue.buy(0, 1, 51_000, { stp: 'NONE' }).fills).toEqual(['1@51000']);
    expect(venue.engine.lastPrice(0)).toBe(50_000);
    expect(venue.order(stop).status).toBe('WAITING');
    venue.sell(0, 1, 51_000);
    expect(venue.buy(1, 1, 51_000).story(stop)).toContain('TRADING TRIGGERED');
  });

  it('is moved by a desk that trades with itself: it plays many traders', () => {
    const venue = new Venue(1);
    venue.run({ type: 'ADD_ACCOUNT', account: 1, key: 'desk', accountType: 'spot', tradeGroup: 0, desk: true });
    for (const asset of [0, 1]) venue.run({ type: 'TRANSFER', from: -1, to: 1, asset, amount: 10_000n, reference: `desk-${asset}` });
    venue.sell(1, 1, 100);
    venue.buy(1, 1, 100, { stp: 'NONE' });
    expect(venue.engine.lastPrice(0)).toBe(100);
  });
});

describe('trigger conditions (trading rules §6)', () => {
  const sell = (orderType: 'STOP_MARKET' | 'TAKE_PROFIT', trigger: number) =>
    atFiftyThousand().place({ side: 'SELL', orderType, trigger, qty: 1, price: orderType === 'TAKE_PROFIT' ? 50_900 : 0 });

  it('accepts a SELL stop market at 49,000 and refuses one at 51,000', () => {
    expect(sell('STOP_MARKET', 49_000).last().status).toBe('WAITING');
    expect(sell('STOP_MARKET', 51_000).rejected).toBe('WOULD_TRIGGER');
  });

  it('accepts a SELL take profit at 51,000', () => {
    expect(sell('TAKE_PROFIT', 51_000).last().status).toBe('WAITING');
    expect(sell('TAKE_PROFIT', 50_000).rejected).toBe('WOULD_TRIGGER');
  });

  it('fires a BUY trigger limit at 48,000 from above and rests it at 48,050', () => {
    const venue = atFiftyThousand();
    const { id } = venue.buy(0, 2, 48_050, { orderType: 'TRIGGER_LIMIT', trigger: 48_000 });
    venue.printLast(48_500);
    expect(venue.order(id).status).toBe('WAITING');
    venue.printLast(47_900);
    expect(venue.order(id)).toMatchObject({ status: 'TRADING', filled: 0 });
    expect(venue.book()).toBe(' | 48050x2');
  });

  it('refuses a trigger order at the last price and any waiting order before the first trade', () => {
    expect(atFiftyThousand().place({ orderType: 'TRIGGER_MARKET', trigger: 50_000, qty: 1 }).rejected).toBe('WOULD_TRIGGER');
    expect(new Venue().place({ orderType: 'TRIGGER_MARKET', trigger: 50_000, qty: 1 }).rejected).toBe('NO_REFERENCE_PRICE');
  });

  it('fires each type in its own direction', () => {
    const firing = (orderType: 'STOP_MARKET' | 'TAKE_PROFIT_MARKET', side: 'BUY' | 'SELL', trigger: number) => {
      const venue = atFiftyThousand();
      venue.place({ orderType, side, trigger, qty: 1 });
      const events = [49_000, 51_000].map((price) => {
        venue.sell(1, 1, price);
        return venue.buy(2, 1, price, { stp: 'NONE' }).story(3);
      });
      return events.map((story) => story.length > 0);
    };
    expect(firing('STOP_MARKET', 'BUY', 50_500)).toEqual([false, true]);
    expect(firing('STOP_MARKET', 'SELL', 49_500)).toEqual([true, false]);
    expect(firing('TAKE_PROFIT_MARKET', 'BUY', 49_500)).toEqual([true, false]);
    expect(firing('TAKE_PROFIT_MARKET', 'SELL', 50_500)).toEqual([false, true]);
  });

  it('reserves nothing while an order waits, and ends it in FAILURE when the balance is short at firing', () => {
    const venue = new Venue(3, {}, 1_000_000n);
    venue.printLast(50_000);
    const { id } = venue.place({ orderType: 'STOP_MARKET', side: 'BUY', trigger: 51_000, qty: 100 });
    expect(venue.engine.balance(0, 1).held).toBe(0n);
    venue.sell(1, 100, 51_100);
    venue.sell(1, 1, 51_000);
    const outcome = venue.buy(2, 1, 51_000);
    expect(outcome.story(id)).toEqual(['FAILURE FAILED_BALANCE']);
  });

  it('runs triggers that fire together in the order of their creation, and what they fire after them', () => {
    const venue = atFiftyThousand();
    const ids = [49_300, 49_500, 49_400].map(
      (trigger) => venue.place({ account: 0, side: 'SELL', orderType: 'STOP_MARKET', trigger, qty: 1 }).id,
    );
    const later = venue.place({ account: 0, side: 'SELL', orderType: 'STOP_MARKET', trigger: 48_900, qty: 1 }).id;
    for (const price of [49_200, 49_100, 48_900, 48_800]) venue.buy(2, 1, price);
    venue.buy(2, 1, 49_250);
    const outcome = venue.sell(1, 1, 49_250);
    const fired = outcome.events.flatMap((event) => (event.kind === 'order' && event.cause === 'TRIGGERED' ? [event.order.orderId] : []));
    expect(fired).toEqual([...ids, later]);
    expect(outcome.fills).toEqual(['1@49250', '1@49200', '1@49100', '1@48900', '1@48800']);
  });
});

describe('pairs (trading rules §7)', () => {
  const legs = { instrument: 0, account: 0, side: 'SELL', qty: 10 } as const;

  function oco(venue: Venue, more: { qty?: number; profit?: number; stop?: number } = {}) {
    return venue.placeOco({ ...legs, qty: more.qty ?? 10 }, { price: more.profit ?? 110 }, { trigger: more.stop ?? 95 });
  }

  it('holds the funds of an OCO once', () => {
    const venue = new Venue();
    venue.printLast(100);
    oco(venue);
    expect(venue.engine.balance(0, 0).held).toBe(10n);
    expect(venue.book()).toBe('110x10 | ');
  });

  it('cancels the stop at the first fill of the limit leg and keeps only the own hold of the rest', () => {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = oco(venue);
    const outcome = venue.buy(2, 4, 110);
    expect(outcome.story(id + 1)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(venue.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 4 });
    expect(venue.engine.balance(0, 0).held).toBe(6n);
  });

  it('cancels the limit leg when the stop fires, in the same step', () => {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = oco(venue);
    venue.buy(2, 30, 94);
    const outcome = venue.sell(1, 1, 94);
    expect(outcome.story(id)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(outcome.story(id + 1)).toEqual(['TRADING TRIGGERED', 'FILLED FILLED']);
    expect(venue.engine.balance(0, 0).held).toBe(0n);
  });

  it('refuses a SELL pair unless limit > last > stop, and a BUY pair unless limit < last < stop', () => {
    const venue = new Venue();
    expect(oco(venue).rejected).toBe('NO_REFERENCE_PRICE');
    venue.printLast(100);
    expect(oco(venue, { profit: 100 }).rejected).toBe('OCO_PRICES');
    expect(oco(venue, { stop: 100 }).rejected).toBe('OCO_PRICES');
    const buys = { ...legs, side: 'BUY' } as const;
    expect(venue.placeOco(buys, { price: 110 }, { trigger: 95 }).rejected).toBe('OCO_PRICES');
    expect(venue.placeOco(buys, { price: 95 }, { trigger: 110 }).rejected).toBeNull();
  });

  it('holds the larger need of a BUY pair: the stop market at the edge of the band', () => {
    const venue = new Venue();
    venue.printLast(100);
    venue.placeOco({ ...legs, side: 'BUY' }, { price: 95 }, { trigger: 110 });
    expect(venue.engine.balance(0, 1).held).toBe(1_320n);
  });

  it('cancels both legs when the user cancels one', () => {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = oco(venue);
    venue.run({ type: 'CANCEL', account: 0, orderId: id + 1 });
    expect(venue.engine.order(id)).toBeUndefined();
    expect(venue.engine.balance(0, 0).held).toBe(0n);
  });

  /** The bracket of trading rules §8 in tenths: entry BUY 2 with TP 110 / SL 95; 1.5 filled, then canceled. */
  function bracket() {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = venue.placeBracket({ account: 0, side: 'BUY', qty: 20, price: 100 }, { price: 110 }, { trigger: 95 });
    return { venue, id };
  }

  it('arms the pair of a bracket for 1.5 of 2, sells 1.5 at the take-profit and cancels the stop', () => {
    const { venue, id } = bracket();
    venue.sell(1, 15, 100);
    venue.run({ type: 'CANCEL', account: 0, orderId: id });
    expect(venue.order(id + 1)).toMatchObject({ status: 'TRADING', qty: 15, triggerKind: 'CONDITIONAL_OCO', parent: id, pair: id + 2 });
    expect(venue.order(id + 2)).toMatchObject({ status: 'WAITING', qty: 15 });
    const outcome = venue.buy(2, 30, 110);
    expect(outcome.fills).toEqual(['15@110']);
    expect(outcome.story(id + 1)).toEqual(['FILLED FILLED']);
    expect(outcome.story(id + 2)).toEqual(['CANCELED CANCELED_BY_PAIR']);
  });

  it('arms cumulatively as the entry fills', () => {
    const { venue, id } = bracket();
    venue.sell(1, 5, 100);
    venue.sell(1, 5, 100);
    expect(venue.order(id + 1).qty).toBe(10);
    expect(venue.book()).toBe('110x10 | 100x10');
  });

  it('cancels the pair when the entry ends without a fill', () => {
    const { venue, id } = bracket();
    venue.run({ type: 'CANCEL', account: 0, orderId: id });
    for (const leg of [id + 1, id + 2]) expect(venue.engine.order(leg)).toBeUndefined();
  });

  it('cancels what is left of the entry when the pair has executed', () => {
    const { venue, id } = bracket();
    venue.sell(1, 5, 100);
    const outcome = venue.buy(2, 1, 110);
    expect(outcome.story(id)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(outcome.story(id + 2)).toEqual(['CANCELED CANCELED_BY_PAIR']);
  });

  it('lets the entry go on alone when the user cancels a leg', () => {
    const { venue, id } = bracket();
    venue.run({ type: 'CANCEL', account: 0, orderId: id + 1 });
    venue.sell(1, 20, 100);
    expect(venue.book()).toBe(' | ');
    expect(venue.engine.order(id + 2)).toBeUndefined();
  });

  it('sells no more than the fee has left of what the entry bought', () => {
    const venue = new Venue(3, { takerFeePpm: 100_000, makerFeePpm: 100_000 }, 0n);
    for (const account of [0, 1, 2])
      venue.run({ type: 'TRANSFER', from: -1, to: account, asset: 1, amount: 100_000n, reference: `q${account}` });
    for (const account of [1, 2])
      venue.run({ type: 'TRANSFER', from: -1, to: account, asset: 0, amount: 1_000n, reference: `b${account}` });
    venue.printLast(100);
    const { id } = venue.placeBracket({ account: 0, side: 'BUY', qty: 20, price: 100 }, { price: 110 }, { trigger: 95 });
    venue.sell(1, 20, 100);
    expect(venue.order(id + 1).qty).toBe(18);
    expect(venue.engine.balance(0, 0)).toEqual({ total: 18n, held: 18n });
  });
});
