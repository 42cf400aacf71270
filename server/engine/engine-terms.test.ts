import { describe, expect, it } from 'vitest';
import { Outcome, plainInstrument, Venue } from '../../tests/engine/venue.ts';
import type { SetInstrumentTerms } from './command.ts';
import { restoreEngine } from './engine.ts';

const { minLots, maxLots, minNotional, bandPpm, makerFeePpm, takerFeePpm, maxResting, maxWaiting } = plainInstrument;
const terms = (more: Partial<SetInstrumentTerms> = {}): SetInstrumentTerms => ({
  ...{ type: 'SET_INSTRUMENT_TERMS', instrument: 0, minLots, maxLots, minNotional, bandPpm, makerFeePpm, takerFeePpm, maxResting },
  maxWaiting,
  ...more,
});

/** Fees of the last trade as maker/taker, minor units. */
const fees = (events: ReturnType<Venue['run']>): string | undefined =>
  events.flatMap((event) => (event.kind === 'trade' ? [`${event.trade.makerFee}/${event.trade.takerFee}`] : [])).at(-1);

const rejected = (events: ReturnType<Venue['run']>): string | undefined =>
  events.flatMap((event) => (event.kind === 'rejected' ? [`${event.reason} ${event.field} ${event.limit}`] : [])).at(-1);

describe('terms that change', () => {
  it('bind the next order and the next fill, and leave what rests at its place', () => {
    const venue = new Venue();
    const first = venue.sell(0, 1_000, 100).id;
    const second = venue.sell(1, 1_000, 100).id;
    venue.run(terms({ minLots: 500, makerFeePpm: 10_000, takerFeePpm: 20_000 }));
    expect(venue.buy(2, 499, 100).rejected).toBe('QTY_TOO_SMALL');
    const bought = venue.buy(2, 1_000, 100);
    expect(fees(bought.events)).toBe('1000/20');
    expect(bought.last(first).status).toBe('FILLED');
    expect(venue.order(second).filled).toBe(0);
    expect(venue.book()).toBe('100x1000 | ');
  });

  it('leave an order that no longer fits to trade or be canceled, and hold its amendment to them', () => {
    const venue = new Venue();
    const resting = venue.sell(0, 100, 100).id;
    const other = venue.sell(1, 100, 100).id;
    venue.run(terms({ minLots: 500, maxLots: 1_000 }));
    expect(venue.amend(resting, { qty: 90 }).rejected).toBe('QTY_TOO_SMALL');
    expect(venue.amend(resting, { price: 101 }).rejected).toBe('QTY_TOO_SMALL');
    expect(venue.amend(resting, { qty: 1_001 }).rejected).toBe('QTY_TOO_LARGE');
    expect(venue.book()).toBe('100x200 | ');
    const canceled = new Outcome(venue.run({ type: 'CANCEL', account: 1, orderId: other }));
    expect(canceled.last(other).status).toBe('CANCELED');
    expect(venue.amend(resting, { qty: 500 }).last(resting).qty).toBe(500);
    expect(venue.buy(2, 500, 100).last(resting).status).toBe('FILLED');
  });

  it('judge a trigger of before them when it fires: by the band of now, at the size that it has', () => {
    const stop = { account: 0, side: 'BUY', orderType: 'STOP_LOSS', trigger: 104, qty: 100 } as const;
    const fire = (change: Partial<SetInstrumentTerms>): string => {
      const venue = new Venue();
      venue.printLast(100);
      const { id } = venue.place({ ...stop, price: 120 });
      venue.run(terms(change));
      venue.sell(1, 1_000, 104);
      const outcome = venue.buy(2, 1_000, 104);
      const told = outcome.events.flatMap((event) => (event.kind === 'order' && event.order.orderId === id ? [event.cause] : []));
      return `${told.join(' ')}, ${outcome.last(id).status}`;
    };
    expect(fire({ minLots: 500 })).toBe('TRIGGERED, TRADING');
    expect(fire({ bandPpm: 50_000 })).toBe('FAILED_FILTER, FAILURE');
  });

  it('are refused by field and bound, and then change nothing', () => {
    const venue = new Venue();
    const before = venue.engine.stateHash();
    const cases: [Partial<SetInstrumentTerms>, string][] = [
      [{ instrument: 4 }, 'UNKNOWN_INSTRUMENT instrument '],
      [{ minLots: 0 }, 'NOT_SUPPORTED minLots 1'],
      [{ minLots: 10, maxLots: 9 }, 'NOT_SUPPORTED maxLots 10'],
      [{ minNotional: -1n }, 'NOT_SUPPORTED minNotional 0'],
      [{ bandPpm: -1 }, 'NOT_SUPPORTED bandPpm 0'],
      [{ makerFeePpm: 1_000_001 }, 'NOT_SUPPORTED makerFeePpm 1000000'],
      [{ takerFeePpm: 0.5 }, 'NOT_SUPPORTED takerFeePpm 1000000'],
      [{ maxWaiting: -1 }, 'NOT_SUPPORTED maxWaiting 0'],
    ];
    for (const [change, reason] of cases) expect(rejected(venue.run(terms(change)))).toBe(reason);
    // Only number and time of the last command are other than before.
    const untouched = new Venue();
    for (const _ of cases) untouched.run({ type: 'CANCEL_ALL', account: 0, instrument: -1 });
    expect(venue.engine.stateHash()).toBe(untouched.engine.stateHash());
    expect(venue.engine.stateHash()).not.toBe(before);
  });
});

describe('the fee schedule', () => {
  const traded = (venue: Venue): string | undefined => {
    venue.sell(0, 1_000_000, 1);
    return fees(venue.buy(1, 1_000_000, 1).events);
  };

  it('makes an account pay by its tier and discount from the next fill on, resting orders included', () => {
    const venue = new Venue(3, { makerFeePpm: 1_000, takerFeePpm: 2_000 });
    expect(traded(venue)).toBe('1000/2000');
    venue.run({ type: 'SET_FEE_TIER', tier: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 });
    venue.run({ type: 'SET_FEE_TIER', tier: 1, makerSharePpm: 500_000, takerSharePpm: 750_000 });
    venue.sell(0, 1_000_000, 1);
    venue.run({ type: 'SET_ACCOUNT_FEES', account: 0, tier: 1, discountPpm: 0 });
    expect(fees(venue.buy(1, 1_000_000, 1).events)).toBe('500/2000');
    venue.run({ type: 'SET_ACCOUNT_FEES', account: 1, tier: 1, discountPpm: 100_000 });
    expect(traded(venue)).toBe('500/1350');
    venue.run({ type: 'SET_FEE_TIER', tier: 1, makerSharePpm: 0, takerSharePpm: 1 });
    expect(traded(venue)).toBe('0/1');
    venue.run({ type: 'SET_ACCOUNT_FEES', account: 0, tier: 0, discountPpm: 0 });
    venue.run({ type: 'SET_ACCOUNT_FEES', account: 1, tier: 0, discountPpm: 1_000_000 });
    expect(traded(venue)).toBe('1000/0');
  });

  it('refuses tiers with a gap, shares beyond the whole and unknown accounts', () => {
    const venue = new Venue(1);
    const tier = (change: object) => rejected(venue.run({ type: 'SET_FEE_TIER', tier: 0, makerSharePpm: 1, takerSharePpm: 1, ...change }));
    const account = (change: object) => rejected(venue.run({ type: 'SET_ACCOUNT_FEES', account: 0, tier: 0, discountPpm: 0, ...change }));
    expect(tier({ tier: 1 })).toBe('NOT_SUPPORTED tier 0');
    expect(tier({ makerSharePpm: 1_000_001 })).toBe('NOT_SUPPORTED makerSharePpm 1000000');
    expect(tier({ takerSharePpm: -1 })).toBe('NOT_SUPPORTED takerSharePpm 1000000');
    expect(account({ account: 1 })).toBe('UNKNOWN_ACCOUNT account ');
    expect(account({ tier: 1 })).toBe('NOT_SUPPORTED tier 0');
    expect(account({ discountPpm: 1.5 })).toBe('NOT_SUPPORTED discountPpm 1000000');
    expect(account({})).toBeUndefined();
  });

  it('holds for accounts that come later, and is in the snapshot', () => {
    const venue = new Venue(2, { makerFeePpm: 1_000, takerFeePpm: 2_000 });
    venue.run({ type: 'SET_FEE_TIER', tier: 0, makerSharePpm: 900_000, takerSharePpm: 900_000 });
    venue.run({ type: 'SET_ACCOUNT_FEES', account: 1, tier: 0, discountPpm: 500_000 });
    venue.run({ type: 'ADD_ACCOUNT', account: 2, key: 'late', accountType: 'spot', tradeGroup: 0, desk: false });
    for (const asset of [0, 1]) venue.run({ type: 'TRANSFER', from: 0, to: 2, asset, amount: 10n ** 9n, reference: `late-${asset}` });
    const hash = venue.engine.stateHash();
    const restored = new Venue(0);
    restored.engine = restoreEngine(venue.engine.snapshot());
    expect(restored.engine.stateHash()).toBe(hash);
    for (const one of [venue, restored]) {
      one.sell(2, 1_000_000, 1);
      expect(fees(one.buy(1, 1_000_000, 1).events)).toBe('900/900');
    }
  });
});

describe('what an operator charges', () => {
  it('holds from the next fill on, as the terms of the market and the schedule do', () => {
    const venue = new Venue(3, { makerFeePpm: 1_000, takerFeePpm: 2_000 });
    venue.sell(0, 1_000_000, 1);
    venue.run({ type: 'CHANGE_INSTRUMENT_FEES', instrument: 0, makerFeePpm: 300, takerFeePpm: 400 });
    expect(fees(venue.buy(1, 1_000_000, 1).events)).toBe('300/400');
    venue.run({ type: 'SET_FEE_TIER', tier: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 });
    venue.run({ type: 'CHANGE_FEE_TIER', tier: 0, makerSharePpm: 500_000, takerSharePpm: 250_000 });
    venue.sell(0, 1_000_000, 1);
    expect(fees(venue.buy(1, 1_000_000, 1).events)).toBe('150/100');
  });

  it('is refused by field and bound, a tier that does not exist too', () => {
    const venue = new Venue(1);
    const market = { type: 'CHANGE_INSTRUMENT_FEES', instrument: 0, makerFeePpm: 1, takerFeePpm: 1 } as const;
    const tier = { type: 'CHANGE_FEE_TIER', tier: 0, makerSharePpm: 1, takerSharePpm: 1 } as const;
    expect(rejected(venue.run({ ...market, instrument: 1 }))).toBe('UNKNOWN_INSTRUMENT instrument ');
    expect(rejected(venue.run({ ...market, makerFeePpm: 1_000_001 }))).toBe('NOT_SUPPORTED makerFeePpm 1000000');
    expect(rejected(venue.run({ ...market, takerFeePpm: 0.5 }))).toBe('NOT_SUPPORTED takerFeePpm 1000000');
    expect(rejected(venue.run(tier))).toBe('NOT_SUPPORTED tier -1');
    venue.run({ ...tier, type: 'SET_FEE_TIER' });
    expect(rejected(venue.run({ ...tier, tier: 1 }))).toBe('NOT_SUPPORTED tier 0');
    expect(rejected(venue.run({ ...tier, takerSharePpm: -1 }))).toBe('NOT_SUPPORTED takerSharePpm 1000000');
  });
});

describe('what an operator changes of the filters', () => {
  const change = { type: 'CHANGE_INSTRUMENT_TERMS', instrument: 0, tickStep: 1, lotStep: 1 } as const;
  const filters = { minLots, maxLots, minNotional, bandPpm, maxResting, maxWaiting };

  it('binds the next order, is in the snapshot, and leaves fees and what rests', () => {
    const venue = new Venue(3, { makerFeePpm: 1_000, takerFeePpm: 2_000 });
    const resting = venue.sell(0, 1_000_000, 1).id;
    venue.run({ ...change, ...filters, minLots: 500_000 });
    const restored = new Venue(0);
    restored.engine = restoreEngine(venue.engine.snapshot());
    for (const one of [venue, restored]) {
      expect(one.buy(2, 499_999, 1).rejected).toBe('QTY_TOO_SMALL');
      expect(fees(one.buy(2, 1_000_000, 1).events)).toBe('1000/2000');
    }
    expect(venue.engine.order(resting)).toBeUndefined();
  });

  it('stays when the exchange says something else beside it, which has to be sound all the same', () => {
    const venue = new Venue(3, { makerFeePpm: 1_000, takerFeePpm: 2_000 });
    venue.run({ ...change, ...filters, minLots: 500_000 });
    const own = { type: 'SET_OWN_TERMS', instrument: 0, ...filters, makerFeePpm: 7, takerFeePpm: 7 } as const;
    expect(rejected(venue.run(own))).toBeUndefined();
    expect(venue.buy(2, 499_999, 1).rejected).toBe('QTY_TOO_SMALL');
    expect(rejected(venue.run({ ...own, instrument: 3 }))).toBe('UNKNOWN_INSTRUMENT instrument ');
    expect(rejected(venue.run({ ...own, takerFeePpm: 1_000_001 }))).toBe('NOT_SUPPORTED takerFeePpm 1000000');
  });

  it('is refused by field and bound', () => {
    const venue = new Venue(1);
    expect(rejected(venue.run({ ...change, ...filters, instrument: 3 }))).toBe('UNKNOWN_INSTRUMENT instrument ');
    expect(rejected(venue.run({ ...change, ...filters, tickStep: 0 }))).toBe('NOT_SUPPORTED tickStep 1');
    expect(rejected(venue.run({ ...change, ...filters, lotStep: 1.5 }))).toBe('NOT_SUPPORTED lotStep 1');
    expect(rejected(venue.run({ ...change, ...filters, minLots: 10, maxLots: 9 }))).toBe('NOT_SUPPORTED maxLots 10');
  });
});
