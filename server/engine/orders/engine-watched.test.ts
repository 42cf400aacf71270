import { describe, expect, it } from 'vitest';
import { limitTerms, Venue } from '../../../tests/engine/venue.ts';
import { pricesWatched } from '../codec/edition.ts';
import type { OrderTerms } from '../command.ts';
import { restoreEngine } from '../engine.ts';

/** A venue with a last price of 100, bids for a hundred lots at 99 and asks for as many at 101. */
function venueAt100(): Venue {
  const venue = new Venue(3);
  venue.printLast(100);
  venue.buy(2, 100, 99);
  venue.sell(2, 100, 101);
  return venue;
}

const index = (venue: Venue, price: number): ReturnType<Venue['run']> =>
  venue.run({ type: 'SET_REFERENCE_PRICE', instrument: 0, watchedPrice: 'INDEX', price });

const stop: Partial<OrderTerms> = {
  account: 0,
  side: 'SELL',
  orderType: 'STOP_MARKET',
  timeInForce: 'IOC',
  qty: 5,
  trigger: 95,
  watchedPrice: 'INDEX',
};

/** Ids of the orders that were told as fired, in order. */
const firedIn = (events: ReturnType<Venue['run']>): number[] =>
  events.flatMap((event) => (event.kind === 'order' && event.cause === 'TRIGGERED' ? [event.order.orderId] : []));

describe('an order that watches the index', () => {
  it('is refused while nobody knows an index', () => {
    const venue = venueAt100();
    expect(venue.place(stop).rejected).toBe('NO_REFERENCE_PRICE');
    index(venue, 100);
    expect(venue.place(stop).rejected).toBeNull();
    index(venue, 0);
    expect(venue.place(stop).rejected).toBe('NO_REFERENCE_PRICE');
  });

  it('fires when the index comes to its trigger, which fires nothing that watches the last price', () => {
    const venue = venueAt100();
    index(venue, 100);
    const { id: orderId } = venue.place(stop);
    const last: Partial<OrderTerms> = { ...stop, account: 1, watchedPrice: 'LAST', qty: 1 };
    const other = venue.place(last).id;
    index(venue, 96);
    expect(venue.order(orderId).status).toBe('WAITING');
    expect(firedIn(index(venue, 95))).toEqual([orderId]);
    expect(venue.order(other).status).toBe('WAITING');
  });

  it('is not fired by the last price', () => {
    const venue = venueAt100();
    index(venue, 100);
    const { id: orderId } = venue.place(stop);
    venue.run({ type: 'CANCEL_ALL', account: 2, instrument: -1 });
    venue.printLast(90);
    expect(venue.order(orderId).status).toBe('WAITING');
  });

  it('is refused when the index is beyond its trigger already, wherever the last price is', () => {
    const venue = venueAt100();
    index(venue, 94);
    expect(venue.place(stop).rejected).toBe('WOULD_TRIGGER');
    expect(venue.place({ ...stop, watchedPrice: 'LAST' }).rejected).toBeNull();
  });

  it('has the way of a trigger order from the index at its placement', () => {
    const venue = venueAt100();
    index(venue, 90);
    const { id: orderId } = venue.place({ ...stop, orderType: 'TRIGGER_MARKET', trigger: 95 });
    index(venue, 80);
    expect(venue.order(orderId).status).toBe('WAITING');
    expect(firedIn(index(venue, 95))).toEqual([orderId]);
  });

  it('acts with others in the order in which they began to wait, whatever they watch', () => {
    const venue = venueAt100();
    index(venue, 100);
    const ids = [95, 97, 96].map((trigger) => venue.place({ ...stop, qty: 1, trigger }).id);
    expect(firedIn(index(venue, 90))).toEqual(ids);
  });

  it('stays put in a halted market, and runs when it opens again while the index is still there', () => {
    const venue = venueAt100();
    index(venue, 100);
    const { id: orderId } = venue.place(stop);
    venue.run({ type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'HALTED' });
    expect(firedIn(index(venue, 90))).toEqual([]);
    expect(firedIn(venue.run({ type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'TRADING' }))).toEqual([orderId]);
  });

  it('is amended against the index', () => {
    const venue = venueAt100();
    index(venue, 100);
    const { id: orderId } = venue.place(stop);
    index(venue, 96);
    expect(venue.amend(orderId, { trigger: 97 }).rejected).toBe('WOULD_TRIGGER');
    expect(venue.amend(orderId, { trigger: 94 }).rejected).toBeNull();
    expect(firedIn(index(venue, 95))).toEqual([]);
    expect(firedIn(index(venue, 94))).toEqual([orderId]);
  });

  it('survives a snapshot with the index that it waits against', () => {
    const venue = venueAt100();
    index(venue, 100);
    const { id: orderId } = venue.place(stop);
    const before = venue.engine.stateHash();
    venue.engine = restoreEngine(venue.engine.snapshot());
    expect(venue.engine.stateHash()).toBe(before);
    expect([venue.engine.referencePrice(0, 'INDEX'), venue.engine.waiting(0, 'INDEX'), venue.engine.waiting(0, 'LAST')]).toEqual([
      100, 1, 0,
    ]);
    expect(firedIn(index(venue, 95))).toEqual([orderId]);
    expect(venue.engine.waiting(0, 'INDEX')).toBe(0);
  });
});

describe('what may be watched', () => {
  it('is the last price and the index on spot; a mark is none that it has', () => {
    const venue = venueAt100();
    expect(venue.place({ ...stop, watchedPrice: 'MARK' }).rejected).toBe('NOT_SUPPORTED');
    const [refused] = venue.run({ type: 'SET_REFERENCE_PRICE', instrument: 0, watchedPrice: 'MARK', price: 100 });
    expect(refused).toMatchObject({ kind: 'rejected', reason: 'NOT_SUPPORTED', field: 'watchedPrice', limit: 'MARK' });
    const [last] = venue.run({ type: 'SET_REFERENCE_PRICE', instrument: 0, watchedPrice: 'LAST', price: 100 });
    expect(last).toMatchObject({ kind: 'rejected', reason: 'NOT_SUPPORTED' });
  });

  it('is nothing for an order that does not wait, and the last price alone for a pair and a bracket', () => {
    const venue = venueAt100();
    index(venue, 100);
    expect(venue.buy(0, 1, 99, { watchedPrice: 'INDEX' }).rejected).toBe('NOT_SUPPORTED');
    const pair = { account: 0, side: 'SELL', qty: 1 } as const;
    expect(venue.placeOco(pair, { price: 110 }, { trigger: 90, timeInForce: 'IOC', watchedPrice: 'INDEX' }).rejected).toBe('NOT_SUPPORTED');
    const entry = { account: 0, qty: 1, orderType: 'TRIGGER_LIMIT', trigger: 98, price: 98, watchedPrice: 'INDEX' } as const;
    expect(venue.placeBracket(entry, { price: 110 }, { trigger: 90, timeInForce: 'IOC' }).rejected).toBe('NOT_SUPPORTED');
  });

  it('was the last price alone before, and a replay of that time says so', () => {
    const venue = venueAt100();
    index(venue, 100);
    const [refused] = venue.run({ type: 'PLACE', terms: { ...limitTerms, ...stop } }, pricesWatched - 1);
    expect(refused).toMatchObject({ kind: 'rejected', reason: 'NOT_SUPPORTED', field: 'watchedPrice' });
  });

  it.each([-1, 0.5, 2 ** 53])('is never %s', (price) => {
    expect(index(venueAt100(), price)).toMatchObject([{ kind: 'rejected', reason: 'PRICE_INVALID', field: 'price' }]);
  });

  it('is refused of a market that nobody knows', () => {
    const [refused] = venueAt100().run({ type: 'SET_REFERENCE_PRICE', instrument: 7, watchedPrice: 'INDEX', price: 1 });
    expect(refused).toMatchObject({ kind: 'rejected', reason: 'UNKNOWN_INSTRUMENT', field: 'instrument' });
  });
});
