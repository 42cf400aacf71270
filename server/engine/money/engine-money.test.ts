import { describe, expect, it } from 'vitest';
import { rich, Venue } from '../../../tests/engine/venue.ts';
import type { Command } from '../command.ts';
import { systemAccounts } from '../sink.ts';

const fees = systemAccounts.fees;

describe('settlement and fees (trading rules §9)', () => {
  it('takes each fee, rounded up, from what the side receives', () => {
    const venue = new Venue(2, { basePerLot: 1_000n, quotePerTickLot: 3n, makerFeePpm: 1_000, takerFeePpm: 1_500 });
    venue.sell(0, 7, 101);
    const outcome = venue.buy(1, 7, 101);
    // Base 7,000 × 0.15 % = 10.5 up to 11; quote 7 × 101 × 3 = 2,121 × 0.1 % = 2.121 up to 3.
    expect(outcome.events.find((event) => event.kind === 'trade')).toMatchObject({ trade: { takerFee: 11n, makerFee: 3n } });
    expect(venue.engine.balance(1, 0).total - rich).toBe(6_989n);
    expect(venue.engine.balance(1, 1).total - rich).toBe(-2_121n);
    expect(venue.engine.balance(0, 1).total - rich).toBe(2_118n);
    expect(venue.engine.balance(fees, 0).total).toBe(11n);
    expect(venue.engine.balance(fees, 1).total).toBe(3n);
  });

  it('posts one entry a trade whose lines sum to zero per asset', () => {
    const venue = new Venue(2, { makerFeePpm: 1_000, takerFeePpm: 1_500 });
    venue.sell(0, 7, 101);
    const entries = venue.buy(1, 7, 101).events.flatMap((event) => (event.kind === 'entry' ? [event.entry] : []));
    expect(entries).toHaveLength(1);
    for (const asset of [0, 1])
      expect(entries[0]?.lines.reduce((sum, line) => sum + (line.asset === asset ? line.amount : 0n), 0n)).toBe(0n);
  });

  it('keeps a price improvement with the taker', () => {
    const venue = new Venue(2);
    venue.sell(0, 5, 100);
    venue.buy(1, 5, 105);
    expect(venue.engine.balance(1, 1)).toEqual({ total: rich - 500n, held: 0n });
  });

  it('holds price × qty for a buy and qty for a sell, and returns the rest in the step of the cancel', () => {
    const venue = new Venue(1);
    const buy = venue.buy(0, 5, 100).id;
    venue.sell(0, 7, 200);
    expect(venue.engine.balance(0, 1).held).toBe(500n);
    expect(venue.engine.balance(0, 0).held).toBe(7n);
    const events = venue.run({ type: 'CANCEL', account: 0, orderId: buy });
    expect(events).toContainEqual({ kind: 'balance', account: 0, asset: 1, total: rich, held: 0n });
  });

  it('settles exactly beyond safe integers', () => {
    const venue = new Venue(2, { basePerLot: 10n ** 18n, quotePerTickLot: 10n ** 15n }, 10n ** 36n);
    venue.sell(0, 999_999_999, 987_654_321);
    venue.buy(1, 999_999_999, 987_654_321);
    expect(venue.engine.balance(1, 1).total).toBe(10n ** 36n - 999_999_999n * 987_654_321n * 10n ** 15n);
  });

  it('refuses an order that the free balance does not cover', () => {
    const venue = new Venue(2, {}, 1_000n);
    expect(venue.buy(0, 11, 100).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(venue.buy(0, 10, 100).rejected).toBeNull();
    expect(venue.buy(0, 1, 1).rejected).toBe('INSUFFICIENT_BALANCE');
    expect(venue.sell(0, 1_001, 200).rejected).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('market orders', () => {
  function withAsks(): Venue {
    const venue = new Venue();
    venue.printLast(100);
    venue.sell(1, 5, 101);
    venue.sell(1, 5, 119);
    venue.sell(1, 5, 121);
    return venue;
  }

  it('stops at the band and expires the rest', () => {
    const outcome = withAsks().place({ orderType: 'MARKET', qty: 12 });
    expect(outcome.fills).toEqual(['5@101', '5@119']);
    expect(outcome.story()).toEqual(['UNFILLED PLACED', 'PARTIALLY_FILLED FILLED', 'EXPIRED EXPIRED_PRICE_BAND']);
  });

  it('buys as many lots as a quote amount pays for', () => {
    const outcome = withAsks().place({ orderType: 'MARKET', quoteAmount: 800n });
    expect(outcome.fills).toEqual(['5@101', '2@119']);
    expect(outcome.last()).toMatchObject({ status: 'FILLED', filled: 7, filledQuote: 743n });
  });

  it('sells lot by lot until at least the quote amount is received', () => {
    const venue = new Venue();
    venue.printLast(100);
    venue.buy(1, 50, 100);
    const outcome = venue.place({ side: 'SELL', orderType: 'MARKET', quoteAmount: 250n });
    expect(outcome.last()).toMatchObject({ status: 'FILLED', filled: 3, filledQuote: 300n });
  });

  it('measures the band from the best opposite price before any trade, and expires without one', () => {
    const venue = new Venue();
    expect(venue.place({ orderType: 'MARKET', qty: 1 }).story()).toEqual(['UNFILLED PLACED', 'EXPIRED EXPIRED_NO_LIQUIDITY']);
    venue.sell(1, 1, 100);
    venue.sell(1, 1, 121);
    expect(venue.place({ orderType: 'MARKET', qty: 2 }).fills).toEqual(['1@100']);
  });
});

describe('filters and bands', () => {
  const filtered = () => new Venue(3, { minLots: 2, maxLots: 10, minNotional: 250n });

  it('refuses quantities and notionals outside the filters, and prices off the grid', () => {
    const venue = filtered();
    expect(venue.buy(0, 1, 500).rejected).toBe('QTY_TOO_SMALL');
    expect(venue.buy(0, 2.5, 500).rejected).toBe('QTY_TOO_SMALL');
    expect(venue.buy(0, 11, 500).rejected).toBe('QTY_TOO_LARGE');
    expect(venue.buy(0, 2, 124).rejected).toBe('NOTIONAL_TOO_SMALL');
    expect(venue.buy(0, 2, 125).rejected).toBeNull();
    for (const price of [0, -1, 1.5, Number.NaN, 2 ** 53]) expect(venue.buy(0, 2, price).rejected).toBe('PRICE_INVALID');
  });

  it('refuses an aggressive limit beyond the band of the last price, and lets a passive one be', () => {
    const venue = new Venue();
    expect(venue.buy(0, 1, 1_000).rejected).toBeNull();
    venue.run({ type: 'CANCEL_ALL', account: 0, instrument: -1 });
    venue.printLast(100);
    expect(venue.buy(0, 1, 121).rejected).toBe('PRICE_OUT_OF_BAND');
    expect(venue.buy(0, 1, 120).rejected).toBeNull();
    expect(venue.sell(1, 1, 79).rejected).toBe('PRICE_OUT_OF_BAND');
    expect(venue.sell(1, 1, 500).rejected).toBeNull();
  });

  it('refuses what spot does not know', () => {
    const venue = new Venue();
    expect(venue.buy(0, 1, 10, { positionSide: 'LONG' }).rejected).toBe('NOT_SUPPORTED');
    expect(venue.buy(0, 1, 10, { watchedPrice: 'MARK' }).rejected).toBe('NOT_SUPPORTED');
    expect(venue.buy(0, 1, 10, { closePosition: true }).rejected).toBe('NOT_SUPPORTED');
    expect(venue.buy(0, 1, 10, { reduceOnly: true }).rejected).toBe('REDUCE_ONLY');
    venue.run({ type: 'ADD_ACCOUNT', account: 3, key: 'm', accountType: 'margin', tradeGroup: 0, desk: false });
    expect(venue.buy(3, 1, 10).rejected).toBe('NOT_SUPPORTED');
  });

  it('keeps the lots of a book side within safe integers', () => {
    const venue = new Venue(1, { maxLots: Number.MAX_SAFE_INTEGER });
    venue.buy(0, Number.MAX_SAFE_INTEGER - 1, 1);
    expect(venue.buy(0, 2, 1).rejected).toBe('AMOUNT_OVERFLOW');
    expect(venue.buy(0, 1, 1).rejected).toBeNull();
  });

  it('closes a halted instrument to orders but not to cancels, and ends every order of a delisted one', () => {
    const venue = new Venue();
    const [first, second] = [venue.buy(0, 1, 10).id, venue.buy(0, 1, 10).id];
    venue.run({ type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'HALTED' });
    expect(venue.buy(0, 1, 10).rejected).toBe('INSTRUMENT_CLOSED');
    venue.run({ type: 'CANCEL', account: 0, orderId: first });
    const events = venue.run({ type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'DELISTED' });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'order', cause: 'EXPIRED_INSTRUMENT_CLOSED' }));
    expect(venue.engine.order(second)).toBeUndefined();
  });
});

describe('amending (trading rules §4)', () => {
  function twoBids() {
    const venue = new Venue();
    return { venue, first: venue.buy(0, 5, 100).id, second: venue.buy(1, 5, 100).id };
  }
  const amend = (venue: Venue, orderId: number, price: number, qty: number) =>
    venue.run({ type: 'AMEND', account: 0, orderId, price, qty, trigger: 0 });
  const firstMaker = (venue: Venue) => venue.sell(2, 1, 100).events.find((event) => event.kind === 'trade');

  it('keeps priority when only the quantity is lowered', () => {
    const { venue, first } = twoBids();
    amend(venue, first, 100, 3);
    expect(venue.engine.balance(0, 1).held).toBe(300n);
    expect(firstMaker(venue)).toMatchObject({ trade: { makerOrderId: first } });
  });

  it('loses priority when the quantity grows or the price changes', () => {
    const { venue, first, second } = twoBids();
    amend(venue, first, 100, 6);
    expect(firstMaker(venue)).toMatchObject({ trade: { makerOrderId: second } });
    amend(venue, first, 101, 6);
    expect(venue.book()).toBe(' | 101x6 100x4');
  });

  it('counts the filled part in the new total and refuses a total that is filled already', () => {
    const { venue, first } = twoBids();
    venue.sell(2, 2, 100);
    expect(amend(venue, first, 100, 2)).toContainEqual(expect.objectContaining({ reason: 'QTY_TOO_SMALL', limit: '3' }));
    amend(venue, first, 100, 3);
    expect(venue.order(first)).toMatchObject({ filled: 2, qty: 3 });
    expect(venue.book()).toBe(' | 100x6');
  });

  it('trades at once when the new price crosses', () => {
    const { venue, first } = twoBids();
    venue.sell(2, 2, 105);
    const events = amend(venue, first, 105, 5);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'trade' }));
    expect(venue.order(first)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 2 });
  });

  it('refuses strangers and unchanged terms', () => {
    const { venue, first, second } = twoBids();
    expect(amend(venue, second, 100, 4)).toContainEqual(expect.objectContaining({ reason: 'UNKNOWN_ORDER' }));
    expect(amend(venue, first, 100, 5)).toContainEqual(expect.objectContaining({ reason: 'NOTHING_TO_AMEND' }));
    for (const strange of [0, -1, 0.5, Number.NaN, 2 ** 60]) {
      expect(amend(venue, strange, 100, 5)).toContainEqual(expect.objectContaining({ reason: 'UNKNOWN_ORDER' }));
    }
  });
});

describe('repeats', () => {
  it('reports a repeated client order id with the same content, also after the order has finished', () => {
    const venue = new Venue();
    const { id } = venue.buy(0, 5, 100, { clientOrderId: 'x' });
    expect(venue.buy(0, 5, 100, { clientOrderId: 'x' }).events).toEqual([{ kind: 'repeated', orderId: id }]);
    venue.run({ type: 'CANCEL', account: 0, orderId: id });
    expect(venue.buy(0, 5, 100, { clientOrderId: 'x' }).events).toEqual([{ kind: 'repeated', orderId: id }]);
    expect(venue.book()).toBe(' | ');
  });

  it('refuses other content under a known client order id, and keeps accounts apart', () => {
    const venue = new Venue();
    venue.buy(0, 5, 100, { clientOrderId: 'x' });
    expect(venue.buy(0, 6, 100, { clientOrderId: 'x' }).rejected).toBe('DUPLICATE_CLIENT_ORDER_ID');
    expect(venue.buy(1, 6, 100, { clientOrderId: 'x' }).rejected).toBeNull();
  });

  it('knows the id of a refused order as unused', () => {
    const venue = new Venue();
    expect(venue.buy(0, 0, 100, { clientOrderId: 'x' }).rejected).toBe('QTY_TOO_SMALL');
    expect(venue.buy(0, 1, 100, { clientOrderId: 'x' }).rejected).toBeNull();
  });

  it('repeats a transfer once only', () => {
    const venue = new Venue(1, {}, 0n);
    const deposit: Command = { type: 'TRANSFER', from: -1, to: 0, asset: 0, amount: 5n, reference: 'r' };
    venue.run(deposit);
    expect(venue.run(deposit)).toEqual([{ kind: 'repeated', orderId: 0 }]);
    expect(venue.run({ ...deposit, amount: 6n })).toContainEqual(expect.objectContaining({ reason: 'DUPLICATE_REFERENCE' }));
    expect(venue.engine.balance(0, 0).total).toBe(5n);
    expect(venue.engine.balance(systemAccounts.external, 0).total).toBe(-5n);
  });

  it('lets no one withdraw what an order holds', () => {
    const venue = new Venue(1, {}, 1_000n);
    venue.buy(0, 5, 100);
    const withdrawal: Command = { type: 'TRANSFER', from: 0, to: -1, asset: 1, amount: 501n, reference: 'w' };
    expect(venue.run(withdrawal)).toContainEqual(expect.objectContaining({ reason: 'INSUFFICIENT_BALANCE', limit: '500' }));
    expect(venue.run({ ...withdrawal, amount: 500n })).toContainEqual(expect.objectContaining({ kind: 'entry' }));
  });
});

describe('setting up', () => {
  const refusal = (command: Command) => new Venue(1).run(command)[0];

  it('takes dense indices only', () => {
    expect(refusal({ type: 'ADD_ASSET', asset: 5, code: 'ETH', scale: 8 })).toMatchObject({ reason: 'UNKNOWN_ASSET', limit: '2' });
    expect(refusal({ type: 'ADD_ACCOUNT', account: 5, key: 'k', accountType: 'spot', tradeGroup: 0, desk: false })).toMatchObject({
      reason: 'UNKNOWN_ACCOUNT',
    });
  });

  it('refuses names that are taken', () => {
    expect(refusal({ type: 'ADD_ASSET', asset: 2, code: 'BTC', scale: 8 })).toMatchObject({ reason: 'DUPLICATE_REFERENCE' });
    expect(refusal({ type: 'ADD_ACCOUNT', account: 1, key: 'a0', accountType: 'spot', tradeGroup: 0, desk: false })).toMatchObject({
      reason: 'DUPLICATE_REFERENCE',
    });
  });

  it('refuses contract kinds without rules', () => {
    const perpetual = { ...new Venue(1).log[2], instrument: 1, contractKind: 'linear' } as Command;
    expect(refusal(perpetual)).toMatchObject({ reason: 'NOT_SUPPORTED', field: 'contractKind' });
  });
});
