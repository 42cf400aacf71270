import { describe, expect, it } from 'vitest';
import { Venue } from '../../../tests/engine/venue.ts';
import type { OrderTerms } from '../command.ts';

/** The asks of the example of trading rules §3: 101x3, 102x5. */
function withAsks(): Venue {
  const venue = new Venue();
  venue.sell(1, 3, 101);
  venue.sell(1, 5, 102);
  return venue;
}

describe('time in force (trading rules §3)', () => {
  const buy = (timeInForce: OrderTerms['timeInForce'], price: number) => {
    const venue = withAsks();
    const outcome = venue.buy(0, 6, price, { timeInForce });
    return { venue, outcome, order: outcome.last() };
  };

  it('lets GTC fill 3 at 101 and rest 3', () => {
    const { venue, outcome, order } = buy('GTC', 101);
    expect(outcome.fills).toEqual(['3@101']);
    expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 3 });
    expect(venue.book()).toBe('102x5 | 101x3');
  });

  it('lets IOC fill 3 and expires 3', () => {
    const { venue, outcome, order } = buy('IOC', 101);
    expect(outcome.fills).toEqual(['3@101']);
    expect(order).toMatchObject({ status: 'EXPIRED', filled: 3 });
    expect(outcome.story()).toEqual(['UNFILLED PLACED', 'PARTIALLY_FILLED FILLED', 'EXPIRED EXPIRED_IOC']);
    expect(venue.book()).toBe('102x5 | ');
  });

  it('expires FOK at 101 without a fill', () => {
    const { venue, outcome, order } = buy('FOK', 101);
    expect(outcome.fills).toEqual([]);
    expect(order).toMatchObject({ status: 'EXPIRED', filled: 0 });
    expect(venue.book()).toBe('101x3 102x5 | ');
  });

  it('fills FOK at 102 with 3 at 101 and 3 at 102', () => {
    const { outcome, order } = buy('FOK', 102);
    expect(outcome.fills).toEqual(['3@101', '3@102']);
    expect(order).toMatchObject({ status: 'FILLED', filledQuote: 609n });
  });

  it('expires GTX at 101 and rests it at 100', () => {
    expect(buy('GTX', 101).outcome.story()).toEqual(['UNFILLED PLACED', 'EXPIRED EXPIRED_POST_ONLY']);
    expect(buy('GTX', 100).venue.book()).toBe('101x3 102x5 | 100x6');
  });
});

describe('self-trade prevention (trading rules §5)', () => {
  /** Asks: own 100x2, other 101x3, other 102x5; taker BUY 6 @101. */
  const meet = (stp: OrderTerms['stp'], more: Partial<OrderTerms> = {}) => {
    const venue = new Venue();
    const own = venue.sell(0, 2, 100).id;
    venue.sell(1, 3, 101);
    venue.sell(1, 5, 102);
    const outcome = venue.buy(0, 6, 101, { stp, ...more });
    return { venue, own, outcome };
  };

  it('EXPIRE_TAKER fills nothing and keeps the own ask', () => {
    const { venue, outcome } = meet('EXPIRE_TAKER');
    expect(outcome.last()).toMatchObject({ status: 'EXPIRED', filled: 0, prevented: 6 });
    expect(outcome.cause()).toBe('EXPIRED_SELF_TRADE');
    expect(venue.book()).toBe('100x2 101x3 102x5 | ');
  });

  it('EXPIRE_MAKER expires the own ask, fills 3 at 101 and rests 3', () => {
    const { venue, own, outcome } = meet('EXPIRE_MAKER');
    expect(outcome.last(own)).toMatchObject({ status: 'EXPIRED', prevented: 2 });
    expect(outcome.fills).toEqual(['3@101']);
    expect(venue.book()).toBe('102x5 | 101x3');
  });

  it('EXPIRE_BOTH fills nothing and both are gone', () => {
    const { venue, own, outcome } = meet('EXPIRE_BOTH');
    expect(outcome.last(own).status).toBe('EXPIRED');
    expect(outcome.last()).toMatchObject({ status: 'EXPIRED', filled: 0 });
    expect(venue.book()).toBe('101x3 102x5 | ');
  });

  it('DECREMENT prevents 2, expires the own ask, fills 3 at 101 and rests 1', () => {
    const { venue, own, outcome } = meet('DECREMENT');
    expect(outcome.last(own)).toMatchObject({ status: 'EXPIRED', prevented: 2 });
    expect(outcome.fills).toEqual(['3@101']);
    const taker = outcome.events.findLast((event) => event.kind === 'order');
    expect(taker).toMatchObject({ order: { filled: 3, prevented: 2, status: 'PARTIALLY_FILLED' } });
    expect(venue.book()).toBe('102x5 | 101x1');
  });

  it('tells of a quote amount what the rest of it could have paid for at the own order’s price', () => {
    const spend = (stp: OrderTerms['stp']) => {
      const venue = new Venue();
      venue.sell(1, 2, 100);
      venue.sell(0, 9, 101);
      return venue.buy(0, 0, 0, { orderType: 'MARKET', timeInForce: 'IOC', quoteAmount: 550n, stp }).last();
    };
    expect(spend('EXPIRE_TAKER')).toMatchObject({ status: 'EXPIRED', filled: 2, prevented: 3 });
    expect(spend('EXPIRE_BOTH')).toMatchObject({ status: 'EXPIRED', filled: 2, prevented: 3 });
    expect(spend('DECREMENT')).toMatchObject({ status: 'EXPIRED', filled: 2, prevented: 3 });
  });

  it('NONE trades with itself', () => {
    expect(meet('NONE').outcome.fills).toEqual(['2@100', '3@101']);
  });

  it('fails FOK when an own order lies in the path, unless the mode is NONE or EXPIRE_MAKER', () => {
    const fok = (stp: OrderTerms['stp'], qty: number) => meet(stp, { timeInForce: 'FOK', qty, price: 102 }).outcome.fills;
    for (const stp of ['EXPIRE_TAKER', 'EXPIRE_BOTH', 'DECREMENT'] as const) expect(fok(stp, 4)).toEqual([]);
    expect(fok('EXPIRE_MAKER', 4)).toEqual(['3@101', '1@102']);
    expect(fok('EXPIRE_MAKER', 9)).toEqual([]);
    expect(fok('NONE', 4)).toEqual(['2@100', '2@101']);
  });

  it('keeps accounts of one trade group apart, and group 0 stands for no group', () => {
    const venue = new Venue(2);
    for (const account of [2, 3]) {
      venue.run({ type: 'ADD_ACCOUNT', account, key: `g${account}`, accountType: 'spot', tradeGroup: 7, desk: false });
      for (const asset of [0, 1])
        venue.run({ type: 'TRANSFER', from: -1, to: account, asset, amount: 10_000n, reference: `g${account}${asset}` });
    }
    venue.sell(2, 1, 100);
    expect(venue.buy(3, 1, 100).cause()).toBe('EXPIRED_SELF_TRADE');
    expect(venue.buy(1, 1, 100).fills).toEqual(['1@100']);
  });
});
