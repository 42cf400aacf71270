import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinearVenue } from '../../../tests/engine/linear-venue.ts';
import type { SinkEvent } from '../../../tests/engine/recorder.ts';
import { Venue } from '../../../tests/engine/venue.ts';
import type { PayFunding } from '../command.ts';
import { openKinds } from '../rules/account-rules.ts';

/** Ticks of 1, lots of 0.001, millionths of a quote. */
const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const rich = units(10_000_000);
const hourMs = 3_600_000;
const due = (change: Partial<PayFunding> = {}): PayFunding => ({
  ...{ type: 'PAY_FUNDING', instrument: 0, mark: 50_000, ratePpb: 300_000, fundingMs: 8 * hourMs },
  ...change,
});

/** Account 0 is long 2, account 1 is short 1.5 and account 2 short 0.5. */
function venueWithPositions(): LinearVenue {
  const venue = new LinearVenue([rich, rich, rich, rich], [{ quotePerTickLot: 1_000n }]);
  venue.mark(50_000);
  venue.place({ account: 0, side: 'BUY', price: 50_000, qty: 2_000 });
  venue.place({ account: 1, side: 'SELL', price: 50_000, qty: 1_500 });
  venue.place({ account: 2, side: 'SELL', price: 50_000, qty: 500 });
  return venue;
}

const changes = (venue: LinearVenue): bigint[] => [0, 1, 2, 3].map((account) => venue.wallet(account) - rich);
const entries = (events: readonly SinkEvent[]) => events.flatMap((event) => (event.kind === 'entry' ? [event.entry] : []));
const total = (venue: LinearVenue): bigint =>
  [-4, -3, -2, -1, 0, 1, 2, 3].reduce((sum, account) => sum + venue.engine.balance(account, 1).total, 0n);

describe('funding', () => {
  it('has longs pay shorts the rate of their notional at the mark of the moment, as in the trading rules', () => {
    const venue = venueWithPositions();
    const events = venue.run(due());
    expect(changes(venue)).toEqual([-units(30), units(22.5), units(7.5), 0n]);
    expect(entries(events).map(({ kind, reference, lines }) => [kind, reference, lines.length])).toEqual([
      ['FUNDING', 'PERP0 28800000', 2],
      ['FUNDING', 'PERP0 28800000', 2],
      ['FUNDING', 'PERP0 28800000', 2],
    ]);
    for (const { lines } of entries(events)) expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    expect([venue.engine.balance(-4, 1).total, total(venue)]).toEqual([0n, 0n]);
  });

  it('turns round with a negative rate, and is worth nothing at none', () => {
    const venue = venueWithPositions();
    venue.run(due({ ratePpb: -300_000 }));
    expect(changes(venue)).toEqual([units(30), -units(22.5), -units(7.5), 0n]);
    expect(entries(venue.run(due({ ratePpb: 0, fundingMs: 16 * hourMs })))).toEqual([]);
    expect(venue.engine.fundedMs(0)).toBe(16 * hourMs);
  });

  it('pays a moment once: what is sent again, with other numbers too, or of an older moment, changes nothing', () => {
    const venue = venueWithPositions();
    venue.run(due());
    const before = changes(venue);
    for (const again of [due(), due({ ratePpb: 900_000 }), due({ fundingMs: 8 * hourMs - 1 }), due({ fundingMs: 1 })])
      expect(venue.run(again)).toEqual([{ kind: 'repeated', orderId: 0 }]);
    expect(changes(venue)).toEqual(before);
    venue.restart();
    expect(venue.run(due())).toEqual([{ kind: 'repeated', orderId: 0 }]);
    venue.run(due({ fundingMs: 16 * hourMs }));
    expect(changes(venue)).toEqual(before.map((amount) => amount * 2n));
  });

  it('owes nothing for moments before a contract was listed', () => {
    const venue = venueWithPositions();
    const listedMs = venue.engine.fundedMs(0);
    expect(listedMs).toBeGreaterThan(0);
    expect(venue.run(due({ fundingMs: listedMs }))).toEqual([{ kind: 'repeated', orderId: 0 }]);
  });

  it('is refused by field and bound, and then the moment is still to be paid', () => {
    const venue = venueWithPositions();
    const refusal = (change: Partial<PayFunding>) =>
      venue.run(due(change)).map((event) => (event.kind === 'rejected' ? `${event.reason} ${event.field} ${event.limit}` : event.kind));
    expect(refusal({ instrument: 3 })).toEqual(['UNKNOWN_INSTRUMENT instrument ']);
    expect(refusal({ mark: 0 })).toEqual(['PRICE_INVALID mark 0']);
    expect(refusal({ mark: 0.5 })).toEqual(['PRICE_INVALID mark 0.5']);
    expect(refusal({ ratePpb: 1_000_000_001 })).toEqual(['NOT_SUPPORTED ratePpb 1000000000']);
    expect(refusal({ ratePpb: 0.5 })).toEqual(['NOT_SUPPORTED ratePpb 1000000000']);
    expect(refusal({ fundingMs: 0 })).toEqual(['NOT_SUPPORTED fundingMs 1']);
    expect(refusal({ fundingMs: Number.NaN })).toEqual(['NOT_SUPPORTED fundingMs 1']);
    expect(changes(venue)).toEqual([0n, 0n, 0n, 0n]);
    venue.run(due());
    expect(venue.wallet(0)).toBe(rich - units(30));
    expect(new Venue(1).run(due())).toMatchObject([{ reason: 'NOT_SUPPORTED', field: 'instrument', limit: '' }]);
  });

  it('rounds against who pays and who gets, keeps the rest with the venue, and makes nothing of nothing', () => {
    const rate = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const lots = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(rate, lots, fc.integer({ min: 1, max: 99_999 }), (ratePpb, sold, mark) => {
        const venue = new LinearVenue([rich, rich, rich, rich], [{ quotePerTickLot: 1n, bandPpm: 1_000_000 }]);
        venue.mark(mark);
        venue.place({ account: 3, side: 'BUY', price: mark, qty: sold.reduce((sum, qty) => sum + qty, 0) });
        for (const [account, qty] of sold.entries()) venue.place({ account, side: 'SELL', price: mark, qty });
        venue.run(due({ mark, ratePpb }));
        const payments = changes(venue);
        for (const [account, change] of payments.entries()) {
          const exact = (BigInt(mark) * BigInt(venue.position(account).lots) * BigInt(ratePpb)) as bigint;
          const slack = -change * 1_000_000_000n - exact;
          expect(slack >= 0n && slack < 1_000_000_000n).toBe(true);
        }
        const kept = venue.engine.balance(-4, 1).total;
        expect(kept).toBe(-payments.reduce((sum, change) => sum + change, 0n));
        expect([kept >= 0n, total(venue)]).toEqual([true, 0n]);
      }),
    );
  });

  it('is told in the order of the accounts and is in the state, so that a replay comes to the same', () => {
    const [one, other] = [venueWithPositions(), venueWithPositions()];
    expect(one.run(due())).toEqual(other.run(due()));
    expect(one.engine.stateHash()).toBe(other.engine.stateHash());
    other.run(due({ fundingMs: 16 * hourMs, ratePpb: 0 }));
    one.run(due({ fundingMs: 24 * hourMs, ratePpb: 0 }));
    expect(one.engine.stateHash()).not.toBe(other.engine.stateHash());
  });

  it('is all that time costs: no account of the product borrows, so that nobody owes interest', () => {
    expect(Object.values(openKinds).flatMap(({ accountTypes }) => accountTypes)).toEqual(['spot']);
    const venue = new Venue(1);
    venue.run({ type: 'ADD_ACCOUNT', account: 1, key: 'a1', accountType: 'margin', tradeGroup: 0, desk: false });
    expect(venue.buy(1, 1, 100).events).toMatchObject([{ reason: 'NOT_SUPPORTED', field: 'account', limit: 'margin' }]);
    expect(venue.run({ type: 'TRANSFER', from: 1, to: -1, asset: 1, amount: 1n, reference: 'loan' })).toMatchObject([
      { reason: 'INSUFFICIENT_BALANCE', field: 'amount', limit: '0' },
    ]);
  });

  it('begins, where a snapshot is older than it, at the moment of that snapshot', async () => {
    const bytes = await readFile(join(import.meta.dirname, '..', '..', '..', 'tests', 'golden', 'linear-4.snapshot'));
    const venue = LinearVenue.of(bytes);
    expect([venue.engine.fundedMs(0), venue.engine.fundedMs(1)]).toEqual([1_015, 1_015]);
    expect([0, 1, 2].map((account) => venue.wallet(account))).toEqual([99_962_500_000n, 9_999_985_000_000n, 50_000_000_000n]);
    expect([venue.position(0), venue.position(2, 1)]).toEqual([
      { lots: 1_500, cost: 75_000_000_000n },
      { lots: 200, cost: 598_000_000n },
    ]);
    venue.run(due({ ratePpb: 1_000_000 }));
    expect(venue.wallet(0)).toBe(99_962_500_000n - units(75));
  });
});
