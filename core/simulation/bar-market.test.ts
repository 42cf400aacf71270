import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Fill, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import type { Instrument } from '../domain/markets/instrument.ts';
import { BarMarket } from './bar-market.ts';
import type { BarTicks } from './bar-path.ts';
import { AccountLedger } from './clearing/account-ledger.ts';

const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
const bar = (open: number, high: number, low: number, close: number): BarTicks => ({ open, high, low, close });

function market(isOptimistic = false, terms: Partial<Pick<Instrument, 'makerFee' | 'takerFee' | 'priceBand'>> = {}) {
  let number = 0;
  let minute = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId);
  ledger.deposit(1, 'USDT', '100000', 'start', 0);
  ledger.deposit(1, 'BTC', '100', 'coins', 0);
  const bars = new BarMarket({ instrument: { ...testInstrument, ...terms }, grid, ledger, newId, isOptimistic });
  return {
    ledger,
    bars,
    place: (order: Partial<OrderIntent>) => {
      const placed = bars.place({ apiId: 1, instrumentId: testInstrument.id, side: 'BUY', type: 'LIMIT', qty: '1', ...order });
      if (!placed.ok) throw placed.error;
      return placed.value.order.orderId;
    },
    play: (one: BarTicks) => {
      const events = [...bars.open(one, ++minute * 60_000, 60_000)];
      while (bars.isRunning) {
        bars.nextMs(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
        events.push(...bars.step());
      }
      return events;
    },
  };
}

const fills = (events: readonly VenueEvent[]): readonly Fill[] => events.flatMap((event) => (event.type === 'fill' ? [event.fill] : []));
const told = (events: readonly VenueEvent[]): readonly string[] =>
  fills(events).map(({ side, qty, price, liquidity }) => `${side} ${qty} @ ${price} ${liquidity}`);

describe('a market of bars', () => {
  it('lets an order act from the next bar on', () => {
    const { place, play } = market();
    play(bar(100, 110, 90, 100));
    place({ price: '95' });
    expect(told(play(bar(100, 110, 94, 100)))).toEqual(['BUY 1 @ 95 MAKER']);
  });

  it('fills a resting order when the price goes through it, and at a touch only when asked to be optimistic', () => {
    for (const [isOptimistic, expected] of [
      [false, []],
      [true, ['BUY 1 @ 95 MAKER']],
    ] as const) {
      const { place, play } = market(isOptimistic);
      play(bar(100, 100, 100, 100));
      place({ price: '95' });
      expect(told(play(bar(100, 100, 95, 100)))).toEqual(expected);
    }
  });

  it('takes a fee however fine its rate is', () => {
    const { place, play } = market(false, { takerFee: '0.00000025' });
    play(bar(100, 100, 100, 100));
    place({ type: 'MARKET', side: 'SELL' });
    expect(fills(play(bar(100, 100, 100, 100)))).toMatchObject([{ fee: '0.000025', feeAsset: 'USDT' }]);
  });

  it('fills a gap at the open, as a maker when the order was there before', () => {
    const { place, play } = market();
    play(bar(100, 100, 100, 100));
    place({ price: '95' });
    play(bar(100, 101, 99, 100));
    expect(told(play(bar(90, 92, 89, 91)))).toEqual(['BUY 1 @ 90 MAKER']);
  });

  it('goes to the nearer extreme first', () => {
    for (const [low, expected] of [
      [98, ['BUY 1 @ 99 MAKER', 'SELL 1 @ 104 MAKER']],
      [80, ['SELL 1 @ 104 MAKER', 'BUY 1 @ 99 MAKER']],
    ] as const) {
      const { place, play } = market();
      play(bar(100, 100, 100, 100));
      place({ price: '99' });
      place({ side: 'SELL', price: '104' });
      expect(told(play(bar(100, 105, low, 100)))).toEqual(expected);
    }
  });

  it('fills a market order at the next open, as a taker', () => {
    const { place, play } = market();
    play(bar(100, 100, 100, 100));
    place({ type: 'MARKET', side: 'SELL' });
    expect(told(play(bar(98, 99, 97, 98)))).toEqual(['SELL 1 @ 98 TAKER']);
  });

  it('fills an order by an amount at the next open: what it pays for, or what brings in at least as much', () => {
    const { bars, play, ledger } = market(false, { takerFee: '0' });
    play(bar(100, 100, 100, 100));
    const amount = (side: 'BUY' | 'SELL', quoteAmount: string) =>
      bars.place({ apiId: 1, instrumentId: testInstrument.id, side, type: 'MARKET', quoteAmount });
    for (const [side, quoteAmount] of [
      ['BUY', '250'],
      ['SELL', '250'],
      ['BUY', '60'],
    ] as const)
      amount(side, quoteAmount);
    expect(amount('BUY', '100001')).toMatchObject({
      error: { code: 'ORDER_INSUFFICIENT_BALANCE', params: { field: 'quoteAmount', fits: '100000' } },
    });
    const events = play(bar(98, 99, 97, 98));
    expect(told(events)).toEqual(['BUY 2 @ 98 TAKER', 'SELL 3 @ 98 TAKER']);
    expect(events.flatMap((event) => (event.type === 'order' ? [`${event.order.status} ${event.order.quoteAmount}`] : []))).toEqual([
      ...['FILLED 250', 'FILLED 250', 'EXPIRED 60'],
    ]);
    expect(ledger.balances(1).map(({ total, held }) => [total, held])).toEqual([
      ['100098', '0'],
      ['99', '0'],
    ]);
  });

  it('expires a post-only order that would take, and an IOC order that would wait', () => {
    const { place, play } = market();
    play(bar(100, 100, 100, 100));
    place({ price: '105', timeInForce: 'GTX' });
    place({ price: '95', timeInForce: 'IOC' });
    const events = play(bar(100, 101, 90, 100));
    expect(events.flatMap((event) => (event.type === 'order' ? [event.order.cause] : []))).toEqual(['EXPIRED_POST_ONLY', 'EXPIRED_IOC']);
  });

  it('gives held money back on a cancel', () => {
    const { ledger, bars, place } = market();
    const orderId = place({ price: '95' });
    expect(ledger.text(ledger.available(1, 'USDT'))).toBe('99905');
    bars.cancel(orderId);
    expect(ledger.text(ledger.available(1, 'USDT'))).toBe('100000');
    expect(bars.cancel(orderId)).toBeNull();
  });

  it('takes new terms of an order: another price or more acts like an order that comes now, less keeps its place', () => {
    const { ledger, bars, place, play } = market();
    play(bar(100, 100, 100, 100));
    const [first, second, moved] = [place({ price: '95', qty: '3' }), place({ price: '95', qty: '2' }), place({ price: '90' })];
    play(bar(100, 101, 99, 100));
    const amend = (orderId: string, change: Parameters<typeof bars.amend>[1]) => {
      const amended = bars.amend(orderId, change);
      if (!amended.ok) throw amended.error;
      return amended.value.order;
    };
    expect(amend(first, { qty: '4' })).toMatchObject({ qty: '4', price: '95', status: 'UNFILLED', cause: 'AMENDED' });
    expect(amend(second, { qty: '1' })).toMatchObject({ qty: '1', cause: 'AMENDED' });
    amend(moved, { price: '102' });
    expect(ledger.text(ledger.available(1, 'USDT'))).toBe(String(100_000 - 4 * 95 - 95 - 102));
    expect(told(play(bar(100, 101, 94, 100)))).toEqual(['BUY 1 @ 100 TAKER', 'BUY 1 @ 95 MAKER', 'BUY 4 @ 95 MAKER']);
    expect(ledger.balances(1).map(({ held }) => held)).toEqual(['0', '0']);
  });

  it('refuses terms that the market, the account or the order cannot take, and leaves the order as it was', () => {
    const { bars, place, play } = market();
    play(bar(100, 100, 100, 100));
    const id = place({ price: '95' });
    const codeOf = (change: Parameters<typeof bars.amend>[1], orderId = id) => {
      const amended = bars.amend(orderId, change);
      return amended.ok ? null : amended.error.code;
    };
    expect(codeOf({ price: '121' })).toBe('ORDER_PRICE_OUT_OF_BAND');
    expect(codeOf({ price: '4' })).toBe('ORDER_NOTIONAL_TOO_SMALL');
    expect(codeOf({ qty: '2000' })).toBe('ORDER_INSUFFICIENT_BALANCE');
    expect(codeOf({ price: '95' })).toBe('ORDER_NOTHING_TO_AMEND');
    expect(codeOf({ qty: '2' }, place({ type: 'MARKET' }))).toBe('ORDER_NOT_AMENDABLE');
    expect(codeOf({ qty: '2' }, '99')).toBe('ORDER_UNKNOWN');
    expect(told(play(bar(100, 101, 94, 100)))).toEqual(['BUY 1 @ 100 TAKER', 'BUY 1 @ 95 MAKER']);
    expect(codeOf({ qty: '2' })).toBe('ORDER_UNKNOWN');
  });

  it('takes no order beyond the band or worth too little', () => {
    const { bars, play } = market();
    play(bar(100, 100, 100, 100));
    const codeOf = (price: string) => {
      const placed = bars.place({ apiId: 1, instrumentId: testInstrument.id, side: 'BUY', type: 'LIMIT', qty: '1', price });
      return placed.ok ? null : placed.error.code;
    };
    expect(['121', '120', '4'].map(codeOf)).toEqual(['ORDER_PRICE_OUT_OF_BAND', null, 'ORDER_NOTIONAL_TOO_SMALL']);
  });

  it('never fills beyond the bar, beyond the limit or twice, and holds nothing in the end', () => {
    const price = fc.integer({ min: 80, max: 120 });
    const bars = fc.array(
      fc
        .tuple(price, price, price, price)
        .map(([open, a, b, close]) => bar(open, Math.max(open, a, b, close), Math.min(open, a, b, close), close)),
      { minLength: 1, maxLength: 30 },
    );
    const orders = fc.array(fc.record({ at: fc.nat(29), buy: fc.boolean(), price, market: fc.boolean(), amended: fc.option(price) }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(bars, orders, fc.boolean(), (path, wanted, isOptimistic) => {
        const { ledger, bars: simulated, place, play } = market(isOptimistic, { priceBand: '1' });
        const limits = new Map<string, { readonly buy: boolean; readonly price: number | null }>();
        const filled = new Set<string>();
        path.forEach((one, at) => {
          for (const fill of fills(play(one))) {
            const limit = limits.get(fill.orderId);
            const paid = Number(fill.price);
            expect(filled.has(fill.orderId)).toBe(false);
            filled.add(fill.orderId);
            expect(paid).toBeGreaterThanOrEqual(one.low);
            expect(paid).toBeLessThanOrEqual(one.high);
            if (limit?.price != null) expect(limit.buy ? paid <= limit.price : paid >= limit.price).toBe(true);
          }
          for (const order of wanted.filter((one) => one.at === at)) {
            const id = place({ side: order.buy ? 'BUY' : 'SELL', ...(order.market ? { type: 'MARKET' } : { price: String(order.price) }) });
            const isAmended = order.amended !== null && simulated.amend(id, { price: String(order.amended), qty: '2' }).ok;
            limits.set(id, { buy: order.buy, price: order.market ? null : isAmended ? order.amended : order.price });
          }
        });
        for (const id of limits.keys()) simulated.cancel(id);
        for (const balance of ledger.balances(1)) expect(balance.held).toBe('0');
      }),
      { numRuns: 200 },
    );
  });
});
