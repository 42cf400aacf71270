import { describe, expect, it } from 'vitest';
import { limitTerms, Outcome, rich, Venue } from '../../../tests/engine/venue.ts';
import type { OrderTerms } from '../command.ts';

describe('the money of a market buy by quantity', () => {
  const market = { orderType: 'MARKET', timeInForce: 'IOC' } as const;

  /** Last 100, asks 5@101 5@119 5@121 of others; account 3 has `money`. */
  function withMoney(money: bigint): Venue {
    const venue = new Venue(4);
    venue.run({ type: 'TRANSFER', from: 3, to: -1, asset: 1, amount: rich - money, reference: 'less' });
    venue.printLast(100);
    venue.sell(1, 5, 101);
    venue.sell(1, 5, 119);
    venue.sell(1, 5, 121);
    return venue;
  }

  it('is what the live book costs, to the last unit, and not what the edge of the band would', () => {
    expect(withMoney(505n).buy(3, 5, 0, market).fills).toEqual(['5@101']);
    expect(withMoney(624n).buy(3, 6, 0, market).fills).toEqual(['5@101', '1@119']);
    expect(withMoney(623n).buy(3, 6, 0, market).rejected).toBe('INSUFFICIENT_BALANCE');
  });

  it('ends where the band does: what is beyond it is not bought', () => {
    expect(withMoney(1_100n).buy(3, 1_000, 0, market).story()).toEqual([
      'UNFILLED PLACED',
      'PARTIALLY_FILLED FILLED',
      'EXPIRED EXPIRED_PRICE_BAND',
    ]);
    expect(withMoney(1_099n).buy(3, 1_000, 0, market).rejected).toBe('INSUFFICIENT_BALANCE');
  });

  it('is looked for anew when a trigger fires, at the book of that moment', () => {
    const fire = (money: bigint) => {
      const venue = withMoney(money);
      const stop = venue.buy(3, 6, 0, { ...market, orderType: 'STOP_MARKET', trigger: 101 }).id;
      return venue.buy(2, 1, 101).story(stop);
    };
    // One lot at 101 is gone by then: four are left there.
    expect(fire(4n * 101n + 2n * 119n)).toEqual(['TRADING TRIGGERED', 'FILLED FILLED']);
    expect(fire(4n * 101n + 2n * 119n - 1n)).toEqual(['FAILURE FAILED_BALANCE']);
  });

  it('counts own orders as self-trade prevention will meet them', () => {
    const meeting = (stp: OrderTerms['stp'], money: bigint) => {
      const venue = withMoney(money);
      venue.sell(3, 2, 110);
      const { rejected, fills } = venue.buy(3, 8, 0, { ...market, stp });
      return rejected ?? fills.join(' ');
    };
    expect(meeting('EXPIRE_TAKER', 505n)).toBe('5@101');
    expect(meeting('EXPIRE_BOTH', 505n)).toBe('5@101');
    expect(meeting('EXPIRE_TAKER', 504n)).toBe('INSUFFICIENT_BALANCE');
    expect(meeting('EXPIRE_MAKER', 505n + 3n * 119n)).toBe('5@101 3@119');
    expect(meeting('EXPIRE_MAKER', 504n + 3n * 119n)).toBe('INSUFFICIENT_BALANCE');
    expect(meeting('DECREMENT', 505n + 119n)).toBe('5@101 1@119');
    expect(meeting('DECREMENT', 504n + 119n)).toBe('INSUFFICIENT_BALANCE');
    expect(meeting('NONE', 505n + 220n + 119n)).toBe('5@101 2@110 1@119');
    expect(meeting('NONE', 504n + 220n + 119n)).toBe('INSUFFICIENT_BALANCE');
  });

  it('is the edge of the band where the record is of an earlier edition', () => {
    const terms: OrderTerms = { ...limitTerms, ...market, account: 3, qty: 5 };
    const under = (edition: number, money: bigint) => new Outcome(withMoney(money).run({ type: 'PLACE', terms }, edition)).rejected;
    expect([under(4, 599n), under(4, 600n), under(5, 505n), under(5, 504n)]).toEqual([
      'INSUFFICIENT_BALANCE',
      null,
      null,
      'INSUFFICIENT_BALANCE',
    ]);
  });
});

describe('a refusal for want of money', () => {
  const short = ({ events }: Outcome): unknown => {
    const [event] = events;
    return event?.kind === 'rejected' ? [event.reason, event.limit, event.shortage] : event?.kind;
  };

  it('says what was needed, what was free, and the largest order that would have fitted', () => {
    const venue = new Venue(2, {}, 1_000n);
    expect(short(venue.buy(0, 11, 100))).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: '1100', fits: '10' }]);
    expect(short(venue.sell(0, 1_001, 200))).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: '1001', fits: '1000' }]);
    expect(short(venue.buy(0, 1, 1_001))).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: '1001', fits: '0' }]);
    const rest = venue.buy(0, 4, 100).id;
    expect(short(venue.amend(rest, { qty: 20 }))).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: '2000', fits: '10' }]);
    expect(short(venue.place({ orderType: 'MARKET', quoteAmount: 700n }))).toEqual([
      'INSUFFICIENT_BALANCE',
      '600',
      { need: '700', fits: '600' },
    ]);
  });

  it('walks the book for what a market buy could have been, and names nothing that is too small to be placed', () => {
    const venue = new Venue(3, { minLots: 3, minNotional: 310n }, 1_000n);
    venue.sell(1, 5, 101);
    venue.sell(1, 100, 105);
    const buy = (qty: number) => venue.buy(0, qty, 0, { orderType: 'MARKET', timeInForce: 'IOC' });
    expect(short(buy(20))).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: `${505 + 15 * 105}`, fits: '9' }]);
    venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 1, amount: 690n, reference: 'less' });
    expect(short(buy(4))).toEqual(['INSUFFICIENT_BALANCE', '310', { need: '404', fits: '0' }]);
  });

  it('counts for a pair what one lot of its dearer leg holds', () => {
    const venue = new Venue(3);
    venue.printLast(100);
    venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 1, amount: rich - 1_000n, reference: 'less' });
    const pair = venue.placeOco({ account: 0, qty: 10 }, { price: 90 }, { trigger: 110 });
    expect(short(pair)).toEqual(['INSUFFICIENT_BALANCE', '1000', { need: '1320', fits: '7' }]);
  });
});
