import { describe, expect, it } from 'vitest';
import { limitTerms, Outcome, Venue } from '../../../tests/engine/venue.ts';

/** Last price 100, minimum notional 50. */
function atHundred(minNotional = 50n): Venue {
  const venue = new Venue(4, { minNotional });
  venue.printLast(100);
  return venue;
}

const oco = (venue: Venue): number => venue.placeOco({ account: 0, side: 'SELL', qty: 10 }, { price: 110 }, { trigger: 95 }).id;

const bracket = (venue: Venue, price = 99): number =>
  venue.placeBracket({ account: 0, side: 'BUY', qty: 10, price }, { price: 110 }, { trigger: 95 }).id;

describe('amending a leg', () => {
  it('moves its prices with the common hold, and refuses another quantity', () => {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = venue.placeOco({ account: 0, side: 'BUY', qty: 10 }, { price: 95 }, { trigger: 110 });
    const amend = (orderId: number, price: number, qty: number, trigger: number) =>
      venue.run({ type: 'AMEND', account: 0, orderId, price, qty, trigger });
    expect(amend(id, 96, 9, 0)).toContainEqual(expect.objectContaining({ reason: 'ORDER_NOT_AMENDABLE', field: 'qty' }));
    amend(id, 96, 10, 0);
    expect(venue.book()).toBe(' | 96x10');
    amend(id + 1, 0, 10, 120);
    expect(venue.engine.balance(0, 1).held).toBe(1_440n);
    expect(amend(id + 1, 0, 10, 99)).toContainEqual(expect.objectContaining({ reason: 'WOULD_TRIGGER' }));
    venue.printLast(115);
    expect(venue.order(id + 1).status).toBe('WAITING');
  });

  it('keeps the take-profit on its side of the last price, and so apart from the stop', () => {
    const venue = atHundred();
    const id = oco(venue);
    expect(venue.amend(id, { price: 94 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(id, { price: 100 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(id, { price: 101 }).rejected).toBeNull();
    expect(venue.book()).toBe('101x10 | ');
  });

  it('lets the stop follow while the last price touches the take-profit', () => {
    const venue = atHundred();
    venue.sell(1, 1, 110);
    const id = oco(venue);
    venue.buy(2, 1, 110);
    expect(venue.engine.lastPrice(0)).toBe(110);
    expect(venue.amend(id + 1, { trigger: 105 }).rejected).toBeNull();
  });

  it('refuses a price at which the leg is worth less than the smallest order', () => {
    const venue = atHundred();
    const { id } = venue.placeOco({ account: 0, side: 'BUY', qty: 1 }, { price: 95 }, { orderType: 'STOP_LOSS', trigger: 110, price: 111 });
    expect(venue.amend(id, { price: 49 }).rejected).toBe('NOTIONAL_TOO_SMALL');
    expect(venue.amend(id + 1, { price: 49 }).rejected).toBe('NOTIONAL_TOO_SMALL');
    expect(venue.amend(id, { price: 50 }).rejected).toBeNull();
  });

  it('measures a leg that its entry still arms by all that the entry may fill', () => {
    const venue = atHundred(500n);
    const id = bracket(venue);
    venue.sell(1, 6, 99);
    expect(venue.amend(id + 1, { price: 111 }).rejected).toBeNull();
    expect(venue.book()).toBe('111x6 | 99x4');
  });

  it('keeps the legs around the entry until that arms them: no take-profit sells below what the entry pays', () => {
    const venue = atHundred();
    const id = bracket(venue);
    expect(venue.amend(id + 1, { price: 1 }).rejected).toBe('NOTIONAL_TOO_SMALL');
    expect(venue.amend(id + 1, { price: 99 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(id + 2, { trigger: 99 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(id + 2, { trigger: 98 }).rejected).toBeNull();
    venue.buy(2, 10, 5);
    expect(venue.sell(1, 10, 99).fills).toEqual(['10@99']);
    expect(venue.book()).toBe('110x10 | 5x10');
  });
});

describe('the entry of a bracket', () => {
  it('is refused when its limit reaches a price at which its own stop is true already', () => {
    const venue = atHundred();
    venue.sell(1, 10, 100);
    venue.buy(2, 10, 98);
    expect(venue.placeBracket({ account: 0, qty: 5, price: 115 }, { price: 120 }, { trigger: 110 }).rejected).toBe('OCO_PRICES');
    const { id, fills } = venue.placeBracket({ account: 0, qty: 5, price: 115 }, { price: 120 }, { trigger: 99 });
    expect(fills).toEqual(['5@100']);
    expect(venue.order(id + 2)).toMatchObject({ status: 'WAITING', qty: 5 });
  });

  it('is measured by the touch when it is a market order, and by its trigger when it waits for one', () => {
    const venue = atHundred();
    venue.sell(1, 10, 104);
    const market = { account: 0, qty: 5, orderType: 'MARKET', timeInForce: 'IOC' } as const;
    expect(venue.placeBracket(market, { price: 103 }, { trigger: 95 }).rejected).toBe('OCO_PRICES');
    const waiting = { account: 0, qty: 5, orderType: 'TRIGGER_LIMIT', trigger: 102, price: 110 } as const;
    expect(venue.placeBracket(waiting, { price: 120 }, { trigger: 105 }).rejected).toBe('OCO_PRICES');
    expect(venue.placeBracket(waiting, { price: 120 }, { trigger: 101 }).rejected).toBeNull();
  });

  it('brings no leg that is worth less than the smallest order', () => {
    const venue = atHundred();
    const sell = { account: 0, side: 'SELL', qty: 1, price: 101 } as const;
    expect(venue.placeBracket(sell, { price: 1 }, { trigger: 105 }).rejected).toBe('NOTIONAL_TOO_SMALL');
    expect(venue.placeBracket(sell, { price: 50 }, { trigger: 105 }).rejected).toBeNull();
  });

  it('stays between its legs when it is amended, resting or waiting', () => {
    const venue = atHundred();
    const resting = bracket(venue);
    expect(venue.amend(resting, { price: 95 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(resting, { price: 110 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(resting, { price: 96 }).rejected).toBeNull();
    const terms = { account: 0, qty: 5, orderType: 'TRIGGER_LIMIT', trigger: 98, price: 99 } as const;
    const waiting = venue.placeBracket(terms, { price: 110 }, { trigger: 95 }).id;
    expect(venue.amend(waiting, { trigger: 94 }).rejected).toBe('OCO_PRICES');
    expect(venue.amend(waiting, { trigger: 97, price: 98 }).rejected).toBeNull();
  });
});

describe('a stop that fires while its entry is still open', () => {
  /** 6 of 10 filled at 99, the rest moved below the stop at 95; others bid 95 and 94. */
  const fire = (edition?: number) => {
    const venue = atHundred();
    const id = bracket(venue);
    venue.sell(1, 6, 99);
    venue.amend(id, { price: 94 });
    venue.buy(2, 1, 95);
    venue.buy(2, 20, 94);
    const outcome = new Outcome(
      venue.run({ type: 'PLACE', terms: { ...limitTerms, account: 1, side: 'SELL', qty: 1, price: 95 } }, edition),
    );
    return { venue, id, outcome };
  };

  it('ends the rest of the entry first, and sells what was bought to others', () => {
    const { venue, id, outcome } = fire();
    expect(outcome.fills).toEqual(['1@95', '6@94']);
    expect(outcome.story(id)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(outcome.story(id + 1)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(outcome.story(id + 2)).toEqual(['TRADING TRIGGERED', 'FILLED FILLED']);
    expect(venue.book()).toBe(' | 94x14');
  });

  it('expired against its own entry under the rules of earlier journals', () => {
    const { id, outcome } = fire(2);
    expect(outcome.story(id + 2)).toEqual(['TRADING TRIGGERED', 'EXPIRED EXPIRED_SELF_TRADE']);
  });
});

describe('an entry that ends with fewer lots than arm its legs', () => {
  /** One lot of 100 units filled at 99, of which the fee took one. */
  const filled = () => {
    const venue = new Venue(4, { basePerLot: 100n, takerFeePpm: 1_000, makerFeePpm: 1_000 });
    venue.printLast(100);
    move(venue, 0, -1, venue.engine.balance(0, 0).total);
    const id = bracket(venue);
    venue.sell(1, 1, 99);
    expect([id + 1, id + 2].map((leg) => venue.order(leg).qty)).toEqual([0, 0]);
    return { venue, id };
  };
  const move = (venue: Venue, from: number, to: number, amount: bigint) =>
    venue.run({ type: 'TRANSFER', from, to, asset: 0, amount, reference: `r${venue.log.length}` });
  const cancel = (venue: Venue, orderId: number, edition?: number) =>
    new Outcome(venue.run({ type: 'CANCEL', account: 0, orderId }, edition));

  it('ends its legs, which would wait for it for ever', () => {
    const { venue, id } = filled();
    const outcome = cancel(venue, id);
    expect(outcome.story(id)).toEqual(['CANCELED CANCELED_BY_USER']);
    expect(outcome.story(id + 1)).toEqual(['FAILURE FAILED_BALANCE']);
    expect(outcome.story(id + 2)).toEqual(['CANCELED CANCELED_BY_PAIR']);
    expect(venue.engine.balance(0, 0)).toEqual({ total: 99n, held: 0n });
  });

  it('arms them when the account has come to have enough', () => {
    const { venue, id } = filled();
    move(venue, -1, 0, 1n);
    const outcome = cancel(venue, id);
    expect(outcome.story(id + 1)).toEqual(['TRADING TRIGGERED']);
    expect([id + 1, id + 2].map((leg) => venue.order(leg).qty)).toEqual([1, 1]);
    expect(venue.engine.balance(0, 0)).toEqual({ total: 100n, held: 100n });
  });

  it('fires the triggers that a take-profit reaches by selling in that moment', () => {
    const { venue, id } = filled();
    venue.buy(2, 5, 112);
    const trigger = { orderType: 'TRIGGER_MARKET', timeInForce: 'IOC', trigger: 111 } as const;
    const waiting = venue.place({ account: 3, side: 'SELL', qty: 2, ...trigger }).id;
    move(venue, -1, 0, 1n);
    const outcome = cancel(venue, id);
    expect(outcome.fills).toEqual(['1@112', '2@112']);
    expect(outcome.story(waiting)).toEqual(['TRADING TRIGGERED', 'FILLED FILLED']);
  });

  it('arms nothing in a market that is halted, and ends what would wait', () => {
    const { venue, id } = filled();
    move(venue, -1, 0, 1n);
    venue.run({ type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'HALTED' });
    const outcome = cancel(venue, id);
    expect(outcome.story(id + 1)).toEqual(['EXPIRED EXPIRED_INSTRUMENT_CLOSED']);
    expect(outcome.story(id + 2)).toEqual(['CANCELED CANCELED_BY_PAIR']);
  });

  it('lets them wait for ever under the rules of earlier journals', () => {
    const { venue, id } = filled();
    const outcome = cancel(venue, id, 5);
    expect(outcome.events.filter(({ kind }) => kind === 'order')).toHaveLength(1);
    expect(venue.order(id + 2)).toMatchObject({ status: 'WAITING', qty: 0 });
  });
});

describe('a journal written under earlier rules', () => {
  it('is replayed as it was: what was accepted then is accepted again, and later orders keep their numbers', () => {
    const venue = atHundred();
    venue.sell(1, 10, 100);
    const marketable = { account: 0, qty: 5, price: 115 };
    expect(venue.placeBracket(marketable, { price: 120 }, { trigger: 110 }).rejected).toBe('OCO_PRICES');
    expect(venue.placeBracket(marketable, { price: 120 }, { trigger: 110 }, 2).fills).toEqual(['5@100']);
  });

  it('may hold a take-profit beyond the band: it fails when it is armed now, instead of selling at any price', () => {
    const venue = atHundred();
    const id = bracket(venue);
    venue.run({ type: 'AMEND', account: 0, orderId: id + 1, price: 1, qty: 0, trigger: 0 }, 2);
    expect(venue.order(id + 1).price).toBe(1);
    venue.buy(2, 50, 5);
    const outcome = venue.sell(1, 10, 99);
    expect(outcome.fills).toEqual(['10@99']);
    expect(outcome.story(id + 1)).toEqual(['FAILURE FAILED_FILTER']);
    expect(outcome.story(id + 2)).toContain('CANCELED CANCELED_BY_PAIR');
    expect(venue.engine.balance(0, 0).held).toBe(0n);
  });
});
