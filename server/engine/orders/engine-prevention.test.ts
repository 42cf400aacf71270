import { describe, expect, it } from 'vitest';
import { limitTerms, Outcome, Venue } from '../../../tests/engine/venue.ts';
import type { OrderTerms } from '../command.ts';
import { largestLots } from '../money/amounts.ts';

describe('a taker that prevention makes smaller and that rests', () => {
  it('is told with its smaller rest, though it traded nothing', () => {
    const venue = new Venue();
    venue.sell(0, 2, 100);
    const taker = venue.buy(0, 5, 100, { stp: 'DECREMENT' });
    expect(venue.book()).toBe(' | 100x3');
    expect(taker.last()).toMatchObject({ status: 'UNFILLED', filled: 0, prevented: 2 });
    expect(taker.story()).toEqual(['UNFILLED PLACED', 'UNFILLED EXPIRED_SELF_TRADE']);
    expect(venue.order(taker.id).prevented).toBe(2);
  });

  it('is told so when a changed price brought it there', () => {
    const venue = new Venue();
    venue.sell(0, 2, 100);
    const { id } = venue.buy(0, 5, 90, { stp: 'DECREMENT' });
    expect(venue.amend(id, { price: 100 }).last(id)).toMatchObject({ status: 'UNFILLED', prevented: 2, price: 100 });
  });

  it('is told so when a trigger brought it there', () => {
    const venue = new Venue();
    venue.printLast(100);
    const { id } = venue.buy(0, 5, 112, { orderType: 'TRIGGER_LIMIT', trigger: 110, stp: 'DECREMENT' });
    venue.sell(0, 2, 112);
    venue.sell(1, 1, 110);
    const fired = venue.buy(2, 1, 110);
    expect(fired.story(id)).toEqual(['TRADING TRIGGERED', 'TRADING EXPIRED_SELF_TRADE']);
    expect(fired.last(id).prevented).toBe(2);
    expect(venue.book()).toBe(' | 112x3');
  });

  it('is told once when it traded too', () => {
    const venue = new Venue();
    venue.sell(0, 2, 100);
    venue.sell(1, 1, 100);
    const taker = venue.buy(0, 5, 100, { stp: 'DECREMENT' });
    expect(taker.story()).toEqual(['UNFILLED PLACED', 'PARTIALLY_FILLED FILLED']);
    expect(taker.last()).toMatchObject({ filled: 1, prevented: 2 });
  });
});

describe('a market order by an amount that is worth less than one lot', () => {
  const spend = (stp: OrderTerms['stp'], quoteAmount: bigint, edition?: number) => {
    const venue = new Venue();
    const own = venue.sell(0, 5, 100).id;
    venue.sell(1, 1, 101);
    const terms: OrderTerms = { ...limitTerms, orderType: 'MARKET', timeInForce: 'IOC', quoteAmount, stp };
    return { venue, own, outcome: new Outcome(venue.run({ type: 'PLACE', terms }, edition)) };
  };

  for (const stp of ['EXPIRE_MAKER', 'EXPIRE_BOTH', 'EXPIRE_TAKER', 'DECREMENT'] as const) {
    it(`expires alone under ${stp}, and an order of the same owner rests on`, () => {
      const { venue, own, outcome } = spend(stp, 99n);
      expect(outcome.story()).toEqual(['UNFILLED PLACED', 'EXPIRED EXPIRED_IOC']);
      expect(outcome.last().prevented).toBe(0);
      expect(venue.order(own)).toMatchObject({ status: 'UNFILLED', prevented: 0 });
      expect(venue.book()).toBe('100x5 101x1 | ');
    });
  }

  it('prevents as soon as it is worth one lot', () => {
    expect(spend('EXPIRE_MAKER', 100n).venue.book()).toBe('101x1 | ');
    expect(spend('EXPIRE_BOTH', 100n).venue.book()).toBe('101x1 | ');
  });

  it('is filled when the rest of it is worth less than one lot of an own order', () => {
    const venue = new Venue();
    venue.sell(1, 2, 100);
    venue.sell(0, 9, 101);
    const outcome = venue.buy(0, 0, 0, { orderType: 'MARKET', timeInForce: 'IOC', quoteAmount: 300n, stp: 'EXPIRE_MAKER' });
    expect(outcome.last()).toMatchObject({ status: 'FILLED', filled: 2 });
    expect(venue.book()).toBe('101x9 | ');
  });

  it('took an own order with it under the rules of earlier journals', () => {
    expect(spend('EXPIRE_MAKER', 99n, 3).venue.book()).toBe('101x1 | ');
    expect(spend('EXPIRE_BOTH', 99n, 3).venue.book()).toBe('101x1 | ');
  });
});

describe('a bracket whose legs prevention made smaller', () => {
  /** Entry BUY 10 @99 of an account without base; 4 filled and armed, 3 of them taken off the legs, and the 3 lots withdrawn. */
  const shrunk = () => {
    const venue = new Venue(4);
    venue.printLast(100);
    venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 0, amount: venue.engine.balance(0, 0).total, reference: 'poor' });
    const { id } = venue.placeBracket({ account: 0, qty: 10, price: 99 }, { price: 110 }, { trigger: 95 });
    venue.sell(1, 4, 99);
    venue.buy(0, 3, 110, { timeInForce: 'IOC', stp: 'DECREMENT' });
    expect(venue.book()).toBe('110x1 | 99x6');
    return { venue, id };
  };
  const rest = (venue: Venue, orderId: number): number => {
    const { qty, filled, prevented } = venue.order(orderId);
    return qty - filled - prevented;
  };
  const fillRest = (edition?: number) => {
    const { venue, id } = shrunk();
    venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 0, amount: 3n, reference: 'away' });
    venue.run({ type: 'PLACE', terms: { ...limitTerms, account: 1, side: 'SELL', qty: 6, price: 99 } }, edition);
    return { venue, id };
  };

  it('arms every lot that was filled since, as far as the account holds it', () => {
    const { venue, id } = fillRest();
    expect(venue.engine.balance(0, 0)).toEqual({ total: 7n, held: 7n });
    expect(venue.book()).toBe('110x7 | ');
    expect([rest(venue, id + 1), rest(venue, id + 2)]).toEqual([7, 7]);
  });

  it('does not arm again what an own order took off', () => {
    const { venue, id } = shrunk();
    venue.sell(1, 6, 99);
    expect(venue.engine.balance(0, 0)).toEqual({ total: 10n, held: 7n });
    expect([rest(venue, id + 1), rest(venue, id + 2)]).toEqual([7, 7]);
  });

  it('left lots without protection under the rules of earlier journals', () => {
    const { venue, id } = fillRest(3);
    expect(rest(venue, id + 1)).toBe(4);
  });
});

describe('a bracket on a book side that has no room for its take-profit', () => {
  const market = { orderType: 'MARKET', timeInForce: 'IOC' } as const;
  /** Entry BUY 10 @99 with 4 filled and armed; others rest so many lots that the side takes one more. */
  const crowded = () => {
    const venue = new Venue(4, { maxLots: largestLots });
    venue.printLast(100);
    const { id } = venue.placeBracket({ account: 0, qty: 10, price: 99 }, { price: 110 }, { trigger: 95 });
    venue.sell(1, 4, 99);
    venue.sell(2, largestLots - 5, 200);
    return { venue, id };
  };

  it('arms what fits, and keeps take-profit, stop and public depth', () => {
    const { venue, id } = crowded();
    expect(venue.sell(1, 6, 0, market).fills).toEqual(['6@99']);
    expect(venue.order(id + 1)).toMatchObject({ status: 'TRADING', qty: 5 });
    expect(venue.order(id + 2)).toMatchObject({ status: 'WAITING', qty: 5 });
    expect(venue.book()).toBe(`110x5 200x${largestLots - 5} | `);
  });

  it('arms the rest at the next fill after room was made', () => {
    const { venue, id } = crowded();
    venue.sell(1, 3, 0, market);
    expect(venue.order(id + 1).qty).toBe(5);
    venue.run({ type: 'CANCEL_ALL', account: 2, instrument: 0 });
    venue.sell(1, 1, 99);
    expect([venue.order(id + 1).qty, venue.order(id + 2).qty]).toEqual([8, 8]);
  });

  it('fails with the reason when the entry is over and not one lot fits', () => {
    const venue = new Venue(4, { maxLots: largestLots });
    venue.printLast(100);
    const { id } = venue.placeBracket({ account: 0, qty: 1, price: 99 }, { price: 110 }, { trigger: 95 });
    venue.sell(2, largestLots, 200);
    const outcome = venue.sell(1, 1, 0, market);
    expect(outcome.fills).toEqual(['1@99']);
    expect(outcome.story(id + 1)).toEqual(['FAILURE FAILED_FILTER']);
    expect(outcome.story(id + 2)).toEqual(['CANCELED CANCELED_BY_PAIR']);
  });

  it('lost both legs under the rules of earlier journals, and leaves no level of them behind in a replay', () => {
    const { venue, id } = crowded();
    const terms: OrderTerms = { ...limitTerms, ...market, account: 1, side: 'SELL', qty: 6 };
    const outcome = new Outcome(venue.run({ type: 'PLACE', terms }, 3));
    expect(outcome.story(id + 1).at(-1)).toBe('EXPIRED FAILED_FILTER');
    expect(outcome.story(id + 2).at(-1)).toBe('CANCELED CANCELED_BY_PAIR');
    const levels = outcome.events.filter((event) => event.kind === 'level' && event.price === 110);
    expect(levels.at(-1)).toMatchObject({ qty: 0 });
  });
});
