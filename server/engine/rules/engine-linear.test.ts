import { describe, expect, it } from 'vitest';
import { liquidationPrice } from '../../../core/domain/clearing/liquidation-price.ts';
import { LinearVenue } from '../../../tests/engine/linear-venue.ts';
import { plainInstrument, Venue } from '../../../tests/engine/venue.ts';

/** Ticks of 1, lots of 0.001, millionths of a quote. */
const perTickLot = 1_000n;
const lots = (qty: number): number => Math.round(qty * 1_000);
const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const rich = units(10_000_000);
const fees = { makerFeePpm: 200, takerFeePpm: 500 };

/** Account 0 has so much; 1 makes the market. */
function venueOf(wallet: number, leverage: number, terms = {}): LinearVenue {
  const venue = new LinearVenue([units(wallet), rich, rich], [{ quotePerTickLot: perTickLot, ...terms }]);
  venue.mark(50_000);
  venue.lever(0, leverage);
  return venue;
}

const buy = (venue: LinearVenue, qty: number, price: number, account = 0) => venue.place({ account, side: 'BUY', price, qty: lots(qty) });
const sell = (venue: LinearVenue, qty: number, price: number, account = 0) => venue.place({ account, side: 'SELL', price, qty: lots(qty) });

/** Account 0 gets a position at a price, from account 1. */
function open(venue: LinearVenue, side: 'BUY' | 'SELL', qty: number, price: number): void {
  venue.place({ account: 1, side: side === 'BUY' ? 'SELL' : 'BUY', price, qty: lots(qty) });
  expect(venue.place({ side, price, qty: lots(qty) }).rejected).toBeNull();
}

describe('linear contracts in the engine', () => {
  it('are refused in the product, which has no marks for them yet', () => {
    const venue = new Venue(1);
    const events = venue.run({ ...plainInstrument, instrument: 1, symbol: 'PERP', contractKind: 'linear', accountType: 'usdm' });
    expect(events).toMatchObject([{ kind: 'rejected', reason: 'NOT_SUPPORTED', field: 'contractKind' }]);
  });

  it('need of a first order its notional ÷ leverage and what it would lose at once', () => {
    const short = buy(venueOf(3_024.999, 20), 1, 50_500);
    const shortage = { need: String(units(3_025)), fits: String(lots(0.999)) };
    expect(short.events).toMatchObject([{ reason: 'INSUFFICIENT_BALANCE', field: 'qty', shortage }]);
    expect(buy(venueOf(3_025, 20), 1, 50_500).rejected).toBeNull();
  });

  it('need for orders on both sides of a position the dearer way only', () => {
    const venue = venueOf(7_450, 10);
    open(venue, 'BUY', 1, 50_000);
    expect(buy(venue, 0.5, 49_000).rejected).toBeNull();
    expect(sell(venue, 2, 51_000).rejected).toBeNull();
    expect(buy(venue, 0.001, 49_000).rejected).toBe('INSUFFICIENT_BALANCE');
  });

  it('realise what a part closes, and turn round at the price of the fill', () => {
    const venue = venueOf(100_000, 10);
    open(venue, 'BUY', 2, 50_000);
    open(venue, 'SELL', 3, 50_100);
    expect(venue.position(0)).toEqual({ lots: -lots(1), cost: units(50_100) });
    expect(venue.wallet(0)).toBe(units(100_200));
    expect(venue.wallet(1)).toBe(rich - units(200));
  });

  it('take fees in quote from both sides, of the notional', () => {
    const venue = venueOf(10_000, 10, fees);
    open(venue, 'BUY', 1, 50_000);
    expect([venue.wallet(0), venue.wallet(1)]).toEqual([units(9_975), rich - units(10)]);
  });

  it('post balanced entries, with the world outside as the other side of profits', () => {
    const venue = venueOf(100_000, 10, fees);
    open(venue, 'BUY', 1, 50_000);
    open(venue, 'SELL', 1, 51_000);
    const total = [-1, -2, -3, -4, 0, 1, 2].reduce((sum, account) => sum + venue.engine.balance(account, 1).total, 0n);
    expect(total).toBe(0n);
  });

  it('let open profit pay for new orders and open loss not, and keep profit from being taken out', () => {
    const venue = venueOf(5_000, 10);
    open(venue, 'BUY', 1, 50_000);
    const take = (amount: number, reference: string) =>
      venue.run({ type: 'TRANSFER', from: 0, to: 2, asset: 1, amount: units(amount), reference });
    venue.mark(52_000);
    expect(take(0.001, 'profit')).toMatchObject([{ kind: 'rejected', reason: 'INSUFFICIENT_BALANCE', limit: '0' }]);
    expect(buy(venue, 0.35, 52_000).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(buy(venue, 0.3, 52_000).rejected).toBeNull();
    venue.mark(49_000);
    expect(buy(venue, 0.001, 49_000).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(sell(venue, 1, 49_000).rejected).toBeNull();
  });

  it('share one wallet among the markets of a quote', () => {
    const venue = new LinearVenue([units(5_000), rich], [{ quotePerTickLot: perTickLot }, { quotePerTickLot: perTickLot }]);
    for (const instrument of [0, 1]) {
      venue.mark(50_000, instrument);
      venue.lever(0, 10, instrument);
    }
    expect(venue.place({ instrument: 0, side: 'BUY', price: 50_000, qty: lots(0.6) }).rejected).toBeNull();
    expect(venue.place({ instrument: 1, side: 'BUY', price: 50_000, qty: lots(0.401) }).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(venue.place({ instrument: 1, side: 'BUY', price: 50_000, qty: lots(0.4) }).rejected).toBeNull();
  });

  it('let an amended order use the margin of the one it was', () => {
    const venue = venueOf(5_000, 10);
    const { id } = buy(venue, 1, 50_000);
    const amend = (price: number, qty: number) => venue.run({ type: 'AMEND', account: 0, orderId: id, price, qty: lots(qty), trigger: 0 });
    expect(amend(50_000, 1.001)).toMatchObject([{ kind: 'rejected', reason: 'INSUFFICIENT_BALANCE' }]);
    expect(amend(49_000, 1.02).some(({ kind }) => kind === 'rejected')).toBe(false);
  });

  it('bind reduce-only orders to the position: they need nothing, fill no more, and end with what is left', () => {
    const venue = venueOf(5_000, 10);
    const reduce = { side: 'SELL', reduceOnly: true, orderType: 'MARKET', timeInForce: 'IOC' } as const;
    expect(venue.place({ ...reduce, qty: lots(1) }).rejected).toBe('REDUCE_ONLY');
    open(venue, 'BUY', 1, 50_000);
    buy(venue, 3, 50_000, 1);
    const outcome = venue.place({ ...reduce, qty: lots(2) });
    expect(outcome.last()).toMatchObject({ filled: lots(1), status: 'EXPIRED' });
    expect(venue.position(0)).toEqual({ lots: 0, cost: 0n });
  });

  it('refuse what they do not know by its name: position sides, amounts, and any order before the first mark', () => {
    const venue = venueOf(100_000, 10);
    expect(venue.place({ qty: 1, price: 1, positionSide: 'LONG' }).events).toMatchObject([
      {
        reason: 'NOT_SUPPORTED',
        field: 'positionSide',
      },
    ]);
    expect(venue.place({ orderType: 'MARKET', quoteAmount: 5n }).events).toMatchObject([
      {
        reason: 'NOT_SUPPORTED',
        field: 'quoteAmount',
      },
    ]);
    venue.mark(0);
    expect(buy(venue, 1, 50_000).rejected).toBe('NO_REFERENCE_PRICE');
  });

  it('take another leverage where the margin and the bracket of the position allow it, and keep the one they had otherwise', () => {
    const venue = venueOf(5_000, 10);
    const refusal = (change: object) =>
      venue
        .run({ type: 'SET_LEVERAGE', account: 0, instrument: 0, leverage: 20, ...change })
        .map((event) => (event.kind === 'rejected' ? `${event.reason} ${event.field} ${event.limit}` : event.kind));
    open(venue, 'BUY', 1, 50_000);
    expect(refusal({ leverage: 9 })).toEqual([`INSUFFICIENT_BALANCE leverage ${units(5_000)}`]);
    expect(buy(venue, 0.001, 50_000).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(refusal({ leverage: 20 })).toEqual([]);
    expect(buy(venue, 1, 50_000).rejected).toBeNull();
    // The order needs its part too.
    expect(refusal({ leverage: 10 })).toEqual([`INSUFFICIENT_BALANCE leverage ${units(5_000)}`]);
    venue.mark(60_000);
    expect(refusal({ leverage: 125 })).toEqual(['NOT_SUPPORTED leverage 100']);
    expect(refusal({ leverage: 100 })).toEqual([]);
    for (const leverage of [0, 1.5, 126]) expect(refusal({ leverage })).toEqual(['NOT_SUPPORTED leverage 125']);
    expect(refusal({ account: 9 })).toEqual(['UNKNOWN_ACCOUNT account ']);
    expect(refusal({ instrument: 9 })).toEqual(['UNKNOWN_INSTRUMENT instrument ']);
    const spot = new Venue(1).run({ type: 'SET_LEVERAGE', account: 0, instrument: 0, leverage: 2 });
    expect(spot).toMatchObject([{ reason: 'NOT_SUPPORTED', field: 'instrument' }]);
  });

  it('have their positions, marks and leverages in snapshot and state hash', () => {
    const venue = venueOf(100_000, 10, fees);
    open(venue, 'BUY', 1, 50_000);
    const hash = venue.engine.stateHash();
    venue.restart();
    expect([venue.engine.stateHash(), venue.position(0), venue.position(1).lots]).toEqual([
      hash,
      { lots: lots(1), cost: units(50_000) },
      -lots(1),
    ]);
    venue.mark(50_001);
    expect(venue.engine.stateHash()).not.toBe(hash);
  });

  it('keep what the liquidation price of the trading rules is worked out from', () => {
    const venue = venueOf(5_000, 20);
    open(venue, 'BUY', 1, 50_000);
    const { lots: held, cost } = venue.position(0);
    // Another market needs 200 and has lost 300.
    const balance = venue.wallet(0) - units(500);
    const price = liquidationPrice({ legs: [{ qty: BigInt(held), cost }], balance, quoteOne: units(1), baseOne: BigInt(lots(1)) });
    expect(Number(price ?? 0n) / 1_000_000).toBeCloseTo(45_682.731, 3);
  });
});
