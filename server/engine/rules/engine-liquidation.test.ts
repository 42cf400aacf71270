import { describe, expect, it } from 'vitest';
import { LinearVenue } from '../../../tests/engine/linear-venue.ts';
import type { SinkEvent } from '../../../tests/engine/recorder.ts';
import { quote } from '../../../tests/engine/venue.ts';
import { systemAccounts } from '../sink.ts';

const { insurance, external } = systemAccounts;
/** Ticks of 1, lots of 0.001, millionths of a quote. */
const lots = (qty: number): number => Math.round(qty * 1_000);
const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const rich = units(10_000_000);

/** Account 0 has so much, at 20 ×; account 1 makes the market. */
function venueOf(wallet: number, markets = 1): LinearVenue {
  const venue = new LinearVenue(
    [units(wallet), rich, units(100_000)],
    Array(markets).fill({ quotePerTickLot: 1_000n, bandPpm: 1_000_000 }),
  );
  for (let market = 0; market < markets; market++) {
    venue.mark(50_000, market);
    venue.lever(0, 20, market);
  }
  return venue;
}

const open = (venue: LinearVenue, side: 'BUY' | 'SELL', qty: number, price: number, instrument = 0, account = 0): void => {
  const other = side === 'BUY' ? 'SELL' : 'BUY';
  venue.place({ instrument, account: 1, side: other, price, qty: lots(qty) });
  expect(venue.place({ instrument, account, side, price, qty: lots(qty) }).rejected).toBeNull();
};
const entries = (events: readonly SinkEvent[]) =>
  events.flatMap((event) => (event.kind === 'entry' && event.entry.kind === 'LIQUIDATION' ? [event.entry] : []));
const total = (venue: LinearVenue): bigint =>
  [-4, -3, -2, -1, 0, 1, 2].reduce((sum, account) => sum + venue.engine.balance(account, quote).total, 0n);
const flat = { lots: 0, cost: 0n };

describe('liquidation', () => {
  it('comes at the liquidation price of the trading rules and not before, and leaves a long with nothing at its bankruptcy price', () => {
    const venue = venueOf(2_500);
    open(venue, 'BUY', 1, 50_000);
    expect(entries(venue.mark(47_691))).toEqual([]);
    const [entry, ...more] = entries(venue.mark(47_690));
    expect(more).toEqual([]);
    expect(entry?.lines).toEqual([
      { account: 0, asset: quote, change: expect.anything(), amount: -units(2_500) },
      { account: external, asset: quote, change: expect.anything(), amount: units(2_500) },
    ]);
    expect([venue.wallet(0), venue.position(0)]).toEqual([0n, flat]);
    expect(venue.position(insurance)).toEqual({ lots: lots(1), cost: units(47_500) });
    expect(total(venue)).toBe(0n);
  });

  it('does the same to a short from above', () => {
    const venue = venueOf(2_500);
    open(venue, 'SELL', 1, 50_000);
    expect(entries(venue.mark(52_288))).toEqual([]);
    expect(entries(venue.mark(52_289)).length).toBe(1);
    expect([venue.wallet(0), venue.position(0)]).toEqual([0n, flat]);
    expect(venue.position(insurance)).toEqual({ lots: -lots(1), cost: units(52_500) });
  });

  it('counts what the other contracts of the wallet need and have lost, and takes all of them over', () => {
    const venue = venueOf(5_000, 2);
    venue.lever(0, 125, 1);
    open(venue, 'BUY', 1, 50_000);
    open(venue, 'BUY', 1, 50_300, 1);
    expect(entries(venue.mark(45_683))).toEqual([]);
    const events = venue.mark(45_682);
    expect(entries(events).map(({ reference }) => reference.split(' ')[0])).toEqual(['PERP1', 'PERP0']);
    expect([venue.wallet(0), venue.position(0), venue.position(0, 1)]).toEqual([0n, flat, flat]);
    // The larger one at its bankruptcy price, the other at its mark.
    expect(venue.position(insurance).cost).toBe(units(45_682));
    expect(venue.position(insurance, 1).cost).toBe(units(50_000) - (units(5_000) - units(300) - units(4_318)));
    expect(total(venue)).toBe(0n);
  });

  it('cancels the open orders of the wallet first, those that wait for a trigger too, and says why', () => {
    const venue = venueOf(3_500, 2);
    open(venue, 'BUY', 1, 50_000);
    const resting = venue.place({ side: 'BUY', price: 40_000, qty: lots(0.1) });
    const other = venue.place({ instrument: 1, side: 'BUY', price: 40_000, qty: lots(0.1) });
    const waiting = venue.place({ side: 'SELL', orderType: 'STOP_MARKET', trigger: 1_000, qty: lots(1), price: 0, reduceOnly: true });
    expect([resting.rejected, other.rejected, waiting.rejected]).toEqual([null, null, null]);
    const events = venue.mark(46_000);
    const told = events.flatMap((event) => (event.kind === 'order' ? [`${event.order.orderId} ${event.cause} ${event.order.status}`] : []));
    expect(told).toEqual([resting.id, other.id, waiting.id].map((id) => `${id} CANCELED_BY_LIQUIDATION CANCELED`));
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('order')).toBeLessThan(kinds.indexOf('entry'));
    expect([venue.engine.depth(0, 'BUY', 1), venue.engine.depth(1, 'BUY', 1)]).toEqual([[], []]);
    expect(venue.engine.waiting(0, 'LAST')).toBe(0);
  });

  it('comes after what the mark fires: a stop on it may save its account', () => {
    const stopped = venueOf(2_500);
    open(stopped, 'BUY', 1, 50_000);
    stopped.place({ account: 1, side: 'BUY', price: 48_000, qty: lots(1) });
    const stop = { side: 'SELL', orderType: 'STOP_MARKET', watchedPrice: 'MARK', price: 0, reduceOnly: true } as const;
    expect(stopped.place({ ...stop, trigger: 47_800, qty: lots(1) }).rejected).toBeNull();
    expect(entries(stopped.mark(47_600))).toEqual([]);
    expect([stopped.wallet(0), stopped.position(0)]).toEqual([units(500), flat]);
  });

  it('follows funding that takes the margin', () => {
    const venue = venueOf(2_500);
    open(venue, 'BUY', 1, 50_000);
    venue.mark(47_700);
    const payment = { type: 'PAY_FUNDING', instrument: 0, mark: 47_700, fundingMs: 28_800_000 } as const;
    expect(entries(venue.run({ ...payment, ratePpb: 3_000_000 })).length).toBe(1);
    expect([venue.wallet(0), venue.position(0)]).toEqual([0n, flat]);
    expect(total(venue)).toBe(0n);
  });

  it('has the insurance account pay what a reducing order lost beyond the wallet: no wallet ends below nothing', () => {
    const venue = venueOf(2_500);
    open(venue, 'BUY', 1, 50_000);
    venue.place({ account: 1, side: 'BUY', price: 40_000, qty: lots(1) });
    const sold = venue.place({ side: 'SELL', orderType: 'MARKET', timeInForce: 'IOC', price: 0, qty: lots(1), reduceOnly: true });
    expect(sold.rejected).toBeNull();
    expect([venue.wallet(0), venue.wallet(insurance), venue.position(0)]).toEqual([0n, -units(7_500), flat]);
    expect(total(venue)).toBe(0n);
  });

  it('nets what the insurance account takes from both sides, and settles it there', () => {
    const venue = venueOf(2_500);
    venue.lever(2, 20);
    open(venue, 'BUY', 1, 50_000);
    venue.mark(47_000);
    expect(venue.position(insurance).cost).toBe(units(47_500));
    venue.mark(50_000);
    venue.run({ type: 'TRANSFER', from: 2, to: -1, asset: quote, amount: units(97_500), reference: 'out' });
    open(venue, 'SELL', 1, 50_000, 0, 2);
    venue.mark(52_400);
    // Bought at 47,500, gone to a short that was taken over at 52,500.
    expect([venue.position(insurance), venue.wallet(insurance)]).toEqual([flat, units(5_000)]);
    expect([venue.wallet(2), total(venue)]).toEqual([0n, 0n]);
  });

  it('waits while a mark is not known, and touches nobody whose margin holds', () => {
    const venue = venueOf(2_500, 2);
    open(venue, 'BUY', 0.4, 50_000);
    open(venue, 'BUY', 0.4, 50_000, 1);
    venue.mark(0, 1);
    expect(entries(venue.mark(40_000))).toEqual([]);
    expect(venue.position(0).lots).toBe(lots(0.4));
    expect(entries(venue.mark(50_000, 1)).length).toBe(2);
    expect(venue.position(1).lots).toBe(-lots(0.4));
  });

  it('is in snapshot and state hash with what the insurance account holds', () => {
    const venue = venueOf(2_500);
    open(venue, 'BUY', 1, 50_000);
    venue.mark(47_000);
    const hash = venue.engine.stateHash();
    venue.restart();
    expect([venue.engine.stateHash(), venue.position(insurance)]).toEqual([hash, { lots: lots(1), cost: units(47_500) }]);
  });
});
