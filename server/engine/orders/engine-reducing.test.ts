import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinearVenue } from '../../../tests/engine/linear-venue.ts';
import { limitTerms, Outcome, quote } from '../../../tests/engine/venue.ts';
import type { OrderTerms } from '../command.ts';

/** Ticks of 1, lots of 0.001, millionths of a quote. Account 1 makes the market and is never short of money; 0 has so much, at 10 ×. */
const lots = (qty: number): number => Math.round(qty * 1_000);
const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const rich = units(100_000_000);
const flat = { lots: 0, cost: 0n };

function venueOf(wallet = 100_000): LinearVenue {
  const venue = new LinearVenue([units(wallet), rich, rich], [{ quotePerTickLot: 1_000n, bandPpm: 1_000_000, maxWaiting: 1_000 }]);
  venue.mark(50_000);
  venue.lever(0, 10);
  return venue;
}

function open(venue: LinearVenue, side: 'BUY' | 'SELL', qty: number, price = 50_000, account = 0): void {
  venue.place({ account: 1, side: side === 'BUY' ? 'SELL' : 'BUY', price, qty: lots(qty) });
  expect(venue.place({ account, side, price, qty: lots(qty) }).rejected).toBeNull();
}

const sell = (venue: LinearVenue, qty: number, price: number, more: Partial<OrderTerms> = {}) =>
  venue.place({ side: 'SELL', price, qty: lots(qty), ...more });
const takeUp = (venue: LinearVenue, qty: number, price: number, more: Partial<OrderTerms> = {}) =>
  venue.place({ account: 1, side: 'BUY', price, qty: lots(qty), ...more });
const bound = { reduceOnly: true } as const;

describe('a reduce-only order that rests', () => {
  it('needs no margin, and a position as it is placed', () => {
    const venue = venueOf(5_000);
    expect(sell(venue, 1, 51_000, bound).rejected).toBe('REDUCE_ONLY');
    open(venue, 'BUY', 1);
    for (const price of [51_000, 52_000, 53_000]) expect(sell(venue, 1, price, bound).last()).toMatchObject({ status: 'UNFILLED' });
    expect(venue.place({ side: 'BUY', price: 49_000, qty: lots(1), ...bound }).rejected).toBe('REDUCE_ONLY');
    expect(venue.engine.balance(0, quote)).toEqual({ total: units(5_000), held: 0n });
  });

  it('fills no more than the position, and ends with all others of the side when that is gone', () => {
    const venue = venueOf();
    open(venue, 'BUY', 1);
    const [first, second] = [sell(venue, 3, 51_000, bound), sell(venue, 1, 52_000, bound)];
    const outcome = takeUp(venue, 5, 53_000);
    expect(outcome.story(first.id)).toEqual(['PARTIALLY_FILLED FILLED', 'EXPIRED EXPIRED_REDUCE_ONLY']);
    expect(outcome.story(second.id)).toEqual(['EXPIRED EXPIRED_REDUCE_ONLY']);
    expect([outcome.last(first.id).filled, outcome.last().filled, venue.position(0)]).toEqual([lots(1), lots(1), flat]);
    expect(venue.engine.depth(0, 'SELL', 9)).toEqual([]);
  });

  it('stays while its position is smaller, and takes what it has grown to again', () => {
    const venue = venueOf();
    open(venue, 'BUY', 2);
    const order = sell(venue, 2, 51_000, bound);
    takeUp(venue, 1, 50_000);
    sell(venue, 1, 50_000);
    expect(venue.position(0).lots).toBe(lots(1));
    open(venue, 'BUY', 1);
    expect(takeUp(venue, 2, 51_000).last(order.id)).toMatchObject({ filled: lots(2), status: 'FILLED' });
  });

  it('ends when its position turns round, by an order of its own or by one that rested beside it', () => {
    const venue = venueOf();
    open(venue, 'BUY', 1);
    const plain = sell(venue, 2, 51_000);
    const order = sell(venue, 1, 51_500, bound);
    const outcome = takeUp(venue, 3, 52_000);
    expect(outcome.last(plain.id).status).toBe('FILLED');
    expect(outcome.story(order.id)).toEqual(['EXPIRED EXPIRED_REDUCE_ONLY']);
    expect(venue.position(0).lots).toBe(-lots(1));
  });

  it('counts for no more than it can fill in a fill-or-kill, and in what a market order needs', () => {
    const venue = venueOf();
    open(venue, 'BUY', 1);
    sell(venue, 3, 51_000, bound);
    expect(takeUp(venue, 2, 51_000, { timeInForce: 'FOK' }).last()).toMatchObject({ status: 'EXPIRED', filled: 0 });
    expect(takeUp(venue, 1, 51_000, { timeInForce: 'FOK' }).last()).toMatchObject({ status: 'FILLED' });
    expect(sell(venue, 1, 51_000, { ...bound, timeInForce: 'FOK' }).rejected).toBe('REDUCE_ONLY');
  });

  it('is bound after a restart as before it', () => {
    const venue = venueOf();
    open(venue, 'BUY', 1);
    const order = sell(venue, 3, 51_000, bound);
    const hash = venue.engine.stateHash();
    venue.restart();
    expect(venue.engine.stateHash()).toBe(hash);
    expect(takeUp(venue, 3, 51_000).last(order.id)).toMatchObject({ filled: lots(1), status: 'EXPIRED' });
  });

  it('waits for its trigger without a position, and ends as it fires when there is none', () => {
    const venue = venueOf();
    open(venue, 'BUY', 1);
    const stop = sell(venue, 1, 0, { ...bound, orderType: 'STOP_MARKET', trigger: 49_000 });
    takeUp(venue, 1, 50_000);
    sell(venue, 1, 50_000);
    venue.place({ account: 2, side: 'BUY', price: 49_000, qty: 1 });
    const outcome = venue.place({ account: 1, side: 'SELL', price: 49_000, qty: 1 });
    expect(outcome.story(stop.id).at(-1)).toBe('EXPIRED EXPIRED_REDUCE_ONLY');
    expect(venue.position(0)).toEqual(flat);
  });
});

const pair = (change: Partial<OrderTerms> = {}) => {
  const leg = { ...limitTerms, side: 'SELL', qty: lots(1), ...change } as const;
  return {
    takeProfit: { ...leg, price: 52_000 },
    stopLoss: { ...leg, orderType: 'STOP_MARKET', timeInForce: 'IOC', price: 0, trigger: 48_000 },
  } as const;
};

describe('pairs on a contract', () => {
  it('close a position once: the leg that fills ends the other, and neither holds anything', () => {
    const venue = venueOf(5_000);
    open(venue, 'BUY', 1);
    const placed = new Outcome(venue.run({ type: 'PLACE_OCO', ...pair(bound) }));
    expect(placed.rejected).toBeNull();
    expect(venue.engine.balance(0, quote).held).toBe(0n);
    const outcome = takeUp(venue, 2, 52_000);
    expect([outcome.last(placed.id).status, outcome.story(placed.id + 1)]).toEqual(['FILLED', ['CANCELED CANCELED_BY_PAIR']]);
    expect([venue.position(0), venue.wallet(0)]).toEqual([flat, units(7_000)]);
  });

  it('go with the position that somebody closes by hand', () => {
    const venue = venueOf(5_000);
    open(venue, 'BUY', 1);
    const { id } = new Outcome(venue.run({ type: 'PLACE_OCO', ...pair(bound) }));
    takeUp(venue, 1, 50_000);
    const outcome = sell(venue, 1, 50_000);
    expect([outcome.story(id), outcome.story(id + 1)]).toEqual([['EXPIRED EXPIRED_REDUCE_ONLY'], ['CANCELED CANCELED_BY_PAIR']]);
    expect(venue.engine.waiting(0, 'LAST')).toBe(0);
  });

  it('are armed by an entry for what it filled, need nothing beside it, and may only reduce', () => {
    const venue = venueOf(5_000);
    venue.place({ account: 1, side: 'SELL', price: 50_000, qty: lots(0.4) });
    const entry = { ...limitTerms, price: 50_000, qty: lots(1) };
    const placed = new Outcome(venue.run({ type: 'PLACE_BRACKET', entry, ...pair() }));
    expect(placed.rejected).toBeNull();
    const [profit, stop] = [placed.id + 1, placed.id + 2];
    expect(placed.last(profit)).toMatchObject({ qty: lots(0.4), reduceOnly: true, status: 'TRADING' });
    const rest = venue.place({ account: 1, side: 'SELL', price: 50_000, qty: lots(0.6) });
    expect(rest.last(profit)).toMatchObject({ qty: lots(1) });
    venue.place({ account: 2, side: 'BUY', price: 48_000, qty: lots(2) });
    const outcome = venue.place({ account: 1, side: 'SELL', price: 48_000, qty: 1 });
    expect([outcome.last(stop).status, outcome.last(profit).status]).toEqual(['FILLED', 'CANCELED']);
    expect([venue.position(0), venue.wallet(0)]).toEqual([flat, units(3_000)]);
  });

  it('are refused with the margin that they miss when they would open a position', () => {
    const venue = venueOf(100);
    venue.place({ account: 2, side: 'BUY', price: 50_000, qty: 1 });
    venue.place({ account: 1, side: 'SELL', price: 50_000, qty: 1 });
    expect(new Outcome(venue.run({ type: 'PLACE_OCO', ...pair() })).rejected).toBe('INSUFFICIENT_BALANCE');
  });

  it('never fill more than their entry, never turn a position round, and leave nothing behind', () => {
    const step = fc.record({
      kind: fc.nat(9),
      price: fc.integer({ min: 47, max: 53 }),
      qty: fc.integer({ min: 1, max: 9 }),
      buys: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const venue = venueOf(50_000);
        const entries: number[] = [];
        const filled = new Map<number, number>();
        const run = (events: ReturnType<LinearVenue['run']>): void => {
          for (const event of events) if (event.kind === 'order') filled.set(event.order.orderId, event.order.filled);
        };
        for (const { kind, price: thousands, qty, buys } of steps) {
          const [price, side] = [thousands * 1_000, buys ? 'BUY' : 'SELL'] as const;
          if (kind < 4) run(venue.run({ type: 'PLACE', terms: { ...limitTerms, account: 1 + (qty % 2), side, price, qty } }));
          else if (kind === 4) run(venue.mark(price));
          else if (kind === 5) run(venue.run({ type: 'PLACE', terms: { ...limitTerms, side, price, qty, ...bound } }));
          else if (kind === 6) run(venue.run({ type: 'CANCEL_ALL', account: 1 + (qty % 2), instrument: 0 }));
          else {
            const closing = buys ? 'SELL' : 'BUY';
            const [goal, stop] = buys ? [54_000, 46_000] : [46_000, 54_000];
            const leg = { ...limitTerms, side: closing, price: 0 } as const;
            const takeProfit = { ...leg, price: goal };
            const stopLoss = { ...leg, orderType: 'STOP_MARKET', timeInForce: 'IOC', trigger: stop } as const;
            const placed = new Outcome(
              venue.run({ type: 'PLACE_BRACKET', entry: { ...limitTerms, side, price, qty }, takeProfit, stopLoss }),
            );
            run(placed.events);
            if (placed.rejected === null) entries.push(placed.id);
          }
          expect([0, 1, 2, -3].reduce((sum, account) => sum + venue.position(account).lots, 0)).toBe(0);
        }
        for (const id of entries) {
          const [entry = 0, profit = 0, stop = 0] = [id, id + 1, id + 2].map((one) => filled.get(one) ?? 0);
          expect(profit + stop <= entry && (profit === 0 || stop === 0)).toBe(true);
        }
        const hash = venue.engine.stateHash();
        venue.restart();
        expect(venue.engine.stateHash()).toBe(hash);
        for (const account of [0, 1, 2]) venue.run({ type: 'CANCEL_ALL', account, instrument: -1 });
        expect([venue.engine.depth(0, 'BUY', 9), venue.engine.depth(0, 'SELL', 9), venue.engine.waiting(0, 'LAST')]).toEqual([[], [], 0]);
      }),
      { numRuns: 200 },
    );
  });
});
