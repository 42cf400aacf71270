import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import type { OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { AccountLedger } from '../clearing/account-ledger.ts';
import { SimulatedMarket } from '../simulated-market.ts';

const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
const instrument = { ...testInstrument, tick: '1', lot: '1', makerFee: '0', takerFee: '0' };

/** A market of which only trades are known. */
function begin(money = '1000000') {
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId);
  ledger.deposit(1, 'USDT', money, 'a', 0);
  ledger.deposit(1, 'BTC', '1000', 'b', 0);
  const market = new SimulatedMarket({ instrument, grid, ledger, newId, tellsLevels: false, isBookless: true });
  const told: string[] = [];
  const hear = (events: readonly VenueEvent[]): void => {
    for (const event of events) {
      if (event.type === 'fill') told.push(`${event.fill.qty} @ ${event.fill.price} ${event.fill.liquidity}`);
      else if (event.type === 'order' && event.order.cause !== 'FILLED') told.push(`${event.order.status} ${event.order.cause}`);
    }
  };
  const print = (price: number, qty = 10, takerSide: 'BUY' | 'SELL' = 'SELL'): void =>
    hear(market.play({ type: 'trade', timeMs: 1, tradeId: '1', price: `${price}`, qty: `${qty}`, takerSide }));
  const place = (side: 'BUY' | 'SELL', qty: number, over: Partial<OrderIntent> = {}): string => {
    const outcome = market.place({ apiId: 1, instrumentId: instrument.id, side, type: 'MARKET', qty: `${qty}`, ...over });
    if (!outcome.ok) throw outcome.error;
    hear(outcome.value.events);
    return outcome.value.order.orderId;
  };
  const limit = (side: 'BUY' | 'SELL', price: number, qty: number, timeInForce: OrderIntent['timeInForce'] = 'GTC') =>
    place(side, qty, { type: 'LIMIT', price: `${price}`, timeInForce });
  return { market, ledger, told, print, place, limit, hear };
}

describe('over trades, of which no book is known', () => {
  it('a market order fills at the next prints, at most what each prints, and not at the one that it knew', () => {
    const { told, print, place } = begin();
    print(100);
    place('BUY', 5);
    print(103, 2);
    print(104, 10, 'BUY');
    print(105);
    expect(told).toEqual(['UNFILLED PLACED', '2 @ 103 TAKER', '3 @ 104 TAKER']);
  });

  it('an amount buys at each print what it still pays for, and sells until at least as much has come in', () => {
    const { told, print, place, market } = begin();
    const amount = (side: 'BUY' | 'SELL', quoteAmount: string) => {
      const placed = market.place({ apiId: 1, instrumentId: instrument.id, side, type: 'MARKET', quoteAmount });
      return placed.ok ? placed.value.order.orderId : placed.error.code;
    };
    print(100);
    amount('BUY', '250');
    print(101, 1);
    print(104);
    amount('SELL', '250');
    amount('BUY', '50');
    expect(amount('BUY', '1000001')).toBe('ORDER_INSUFFICIENT_BALANCE');
    expect(amount('SELL', '4')).toBe('ORDER_NOTIONAL_TOO_SMALL');
    print(101, 2);
    print(102);
    expect(told).toEqual(['1 @ 101 TAKER', '1 @ 104 TAKER', '2 @ 101 TAKER', '1 @ 102 TAKER', 'EXPIRED EXPIRED_IOC']);
    expect(market.openOrders()).toEqual([]);
    place('BUY', 1);
    expect(market.openOrders()).toHaveLength(1);
  });

  it('a market order ends where the band does', () => {
    const { told, print, place, ledger } = begin();
    print(100);
    place('SELL', 5);
    print(81, 2);
    print(79);
    print(90);
    expect(told).toEqual(['UNFILLED PLACED', '2 @ 81 TAKER', 'EXPIRED EXPIRED_PRICE_BAND']);
    expect(ledger.balances(1).map(({ held }) => held)).toEqual(['0', '0']);
  });

  it('a limit beyond the last print takes the next ones within it, then rests', () => {
    const { told, print, limit, ledger } = begin();
    print(100);
    limit('BUY', 102, 5);
    print(101, 1);
    print(103);
    print(101, 3, 'BUY');
    print(101, 4);
    expect(told).toEqual(['UNFILLED PLACED', '1 @ 101 TAKER', '4 @ 102 MAKER']);
    expect(ledger.balances(1).map(({ held }) => held)).toEqual(['0', '0']);
  });

  it('a limit at or behind the last print rests, and one that must not take ends when it would', () => {
    const { told, print, limit } = begin();
    print(100);
    limit('BUY', 100, 5);
    print(99, 2);
    limit('BUY', 101, 5, 'GTX');
    expect(told).toEqual(['UNFILLED PLACED', '2 @ 100 MAKER', 'UNFILLED PLACED', 'EXPIRED EXPIRED_POST_ONLY']);
  });

  it('orders that never rest take what the next prints give within their limits', () => {
    const { told, print, limit } = begin();
    print(100);
    limit('BUY', 100, 5, 'IOC');
    limit('BUY', 100, 5, 'FOK');
    print(99, 4);
    expect(told.slice(2)).toEqual(['4 @ 99 TAKER']);
    print(101);
    expect(told.slice(3)).toEqual(['EXPIRED EXPIRED_IOC', 'EXPIRED EXPIRED_FOK']);
    limit('SELL', 101, 5, 'FOK');
    print(102);
    expect(told.at(-1)).toBe('5 @ 102 TAKER');
  });

  it('a stop acts on the print after the one that fired it; a stop with a limit rests when that is beyond the limit', () => {
    const { told, print, place } = begin();
    print(100);
    place('SELL', 3, { type: 'STOP_MARKET', triggerPrice: '95' });
    place('SELL', 3, { type: 'STOP_LOSS', triggerPrice: '95', price: '94' });
    print(94, 10);
    expect(told.slice(2)).toEqual(['TRADING TRIGGERED', 'TRADING TRIGGERED']);
    print(92, 10);
    expect(told.slice(4)).toEqual(['3 @ 92 TAKER']);
    print(95, 10, 'BUY');
    expect(told.slice(5)).toEqual(['3 @ 94 MAKER']);
  });

  it('an order that waits for a print can be canceled, and a limit amended', () => {
    const { market, told, print, place, limit, hear, ledger } = begin();
    print(100);
    const first = place('BUY', 5);
    const second = limit('BUY', 110, 5);
    expect(market.openOrders()).toHaveLength(2);
    expect(market.amend(first, { qty: '6' })).toMatchObject({ ok: false, error: { code: 'ORDER_NOT_AMENDABLE' } });
    const amended = market.amend(second, { price: '90', qty: '4' });
    if (amended.ok) hear(amended.value.events);
    hear(market.cancel(first)?.events ?? []);
    print(89, 10);
    expect(told.slice(2)).toEqual(['UNFILLED AMENDED', 'CANCELED CANCELED_BY_USER', '4 @ 90 MAKER']);
    expect(market.openOrders()).toEqual([]);
    expect(ledger.balances(1).map(({ held }) => held)).toEqual(['0', '0']);
  });

  it('a market order that nobody can pay ends so, and takes nothing', () => {
    const { told, print, place } = begin('1000');
    print(100);
    expect(() => place('BUY', 11)).toThrow('ORDER_INSUFFICIENT_BALANCE');
    place('BUY', 10);
    print(101, 20);
    expect(told).toEqual(['UNFILLED PLACED', 'EXPIRED EXPIRED_NO_FUNDS']);
  });

  it('a book that comes to be known is what waiting orders meet', () => {
    const { market, told, print, place, hear } = begin();
    print(100);
    place('BUY', 5);
    hear(market.play({ type: 'book', timeMs: 2, updateId: 1, bids: [['99', '5']], asks: [['101', '9']] }));
    expect(told).toEqual(['UNFILLED PLACED', '5 @ 101 TAKER']);
  });

  it('takers never get more than was printed, nor worse than their limits, and leave nothing held', () => {
    const order = fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      price: fc.integer({ min: 90, max: 110 }),
      qty: fc.integer({ min: 1, max: 9 }),
      timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const, 'GTX' as const),
      isMarket: fc.boolean(),
    });
    const step = fc.record({ price: fc.integer({ min: 92, max: 108 }), qty: fc.integer({ min: 1, max: 9 }), order: fc.option(order) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const { market, told, print, place, limit, ledger } = begin();
        print(100);
        for (const one of steps) {
          if (one.order !== null) {
            const { side, price, qty, timeInForce, isMarket } = one.order;
            if (isMarket) place(side, qty);
            else limit(side, price, qty, timeInForce);
          }
          const before = told.length;
          print(one.price, one.qty);
          const fills = told.slice(before).flatMap((line) => /^(\d+) @ (\d+) (\w+)/.exec(line)?.slice(1) ?? []);
          let sum = 0;
          for (let at = 0; at < fills.length; at += 3) {
            sum += Number(fills[at]);
            if (fills[at + 2] === 'TAKER') expect(fills[at + 1]).toBe(`${one.price}`);
          }
          expect(sum).toBeLessThanOrEqual(one.qty);
        }
        for (const { orderId } of market.openOrders()) market.cancel(orderId);
        expect(ledger.balances(1).map(({ held }) => held)).toEqual(['0', '0']);
      }),
    );
  });
});
