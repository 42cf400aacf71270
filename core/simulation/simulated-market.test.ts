import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { LedgerRecord, Order } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { fromUnits, toUnits } from '../domain/numbers/decimal.ts';
import { selfTradePreventions, type TimeInForce, timesInForce } from '../domain/orders/order.ts';
import { orderStatusTable } from '../domain/orders/order-status.ts';
import { AccountLedger } from './clearing/account-ledger.ts';
import type { RecordedEvent } from './recordings/recorded-event.ts';
import { SimulatedMarket } from './simulated-market.ts';

const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
const instrument = { ...testInstrument, tick: '1', lot: '1', makerFee: '0', takerFee: '0.001' };
const apiId = 1;
const otherId = 2;

function setUp() {
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId);
  ledger.deposit(apiId, 'USDT', '1000000', 'a', 0);
  ledger.deposit(apiId, 'BTC', '1000', 'b', 0);
  ledger.deposit(otherId, 'USDT', '1000', 'c', 0);
  ledger.deposit(otherId, 'BTC', '50', 'd', 0);
  const market = new SimulatedMarket({ instrument, grid, ledger, newId });
  market.play({
    type: 'book',
    timeMs: 1,
    updateId: 1,
    bids: [
      ['99', '5'],
      ['98', '9'],
    ],
    asks: [
      ['101', '3'],
      ['102', '5'],
    ],
  });
  return { market, ledger };
}

const place = (market: SimulatedMarket, side: 'BUY' | 'SELL', price: string | null, qty: string, timeInForce: TimeInForce = 'GTC') => {
  const common = { apiId, instrumentId: instrument.id, side, qty } as const;
  const outcome = market.place(price === null ? { ...common, type: 'MARKET' } : { ...common, type: 'LIMIT', price, timeInForce });
  if (!outcome.ok) throw outcome.error;
  return outcome.value.order;
};
const trade = (price: string, qty: string, takerSide: 'BUY' | 'SELL'): RecordedEvent => ({
  type: 'trade',
  timeMs: 2,
  tradeId: '1',
  price,
  qty,
  takerSide,
});
const update = (bids: [string, string][], asks: [string, string][]): RecordedEvent => ({
  type: 'update',
  timeMs: 3,
  updateId: 2,
  bids,
  asks,
});
const fills = (events: readonly VenueEvent[]) =>
  events.flatMap((event) => (event.type === 'fill' ? [`${event.fill.qty}@${event.fill.price} ${event.fill.liquidity}`] : []));
const shown = (market: SimulatedMarket) => {
  const { bids, asks } = market.depth(10);
  const text = (levels: typeof bids) => levels.map(([price, qty]) => `${price}x${qty}`).join(' ');
  return `${text(asks)} | ${text(bids)}`;
};

test('levels that a recorded trade went through are gone until the next update of the book', () => {
  const { market } = setUp();
  market.play(trade('102', '1', 'BUY'));
  expect(shown(market)).toBe('102x5 | 99x5 98x9');
  expect(place(market, 'BUY', '101', '1', 'IOC')).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
  expect(place(market, 'SELL', '99', '1', 'IOC')).toMatchObject({ status: 'FILLED' });
  // The update says nothing of 101: it has come back, or was never gone.
  market.play(update([], [['103', '1']]));
  expect(shown(market)).toBe('101x3 102x5 103x1 | 99x4 98x9');
});

test('a taker takes what is displayed, and the level stays empty until its next update', () => {
  const { market } = setUp();
  expect(place(market, 'BUY', null, '4')).toMatchObject({ status: 'FILLED', filledQty: '4', filledQuote: '405' });
  expect(shown(market)).toBe('102x4 | 99x5 98x9');
  expect(market.external('SELL').price).toBe('101');
  expect(place(market, 'BUY', '101', '1', 'IOC')).toMatchObject({ status: 'EXPIRED', filledQty: '0' });
  market.play(update([], [['101', '2']]));
  expect(place(market, 'BUY', '101', '3')).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: '2' });
  expect(shown(market)).toBe('102x4 | 101x1 99x5 98x9');
});

test('a resting order waits for the queue ahead, then fills; trades through its price fill it outright', () => {
  const { market } = setUp();
  place(market, 'BUY', '99', '4');
  expect(shown(market)).toBe('101x3 102x5 | 99x9 98x9');
  expect(fills(market.play(trade('99', '3', 'SELL')))).toEqual([]);
  expect(fills(market.play(trade('99', '3', 'SELL')))).toEqual(['1@99 MAKER']);
  expect(fills(market.play(trade('99', '9', 'BUY')))).toEqual([]);
  expect(fills(market.play(trade('98', '2', 'SELL')))).toEqual(['2@99 MAKER']);
  expect(market.openOrders()[0]).toMatchObject({ filledQty: '3', status: 'PARTIALLY_FILLED' });
});

test('two own orders at one price share a trade in order of time, each behind its own queue', () => {
  const { market } = setUp();
  place(market, 'BUY', '99', '3');
  market.play(update([['99', '7']], []));
  place(market, 'BUY', '99', '5');
  // 5 ahead of the first, 7 ahead of the second: 5 to the queue, 3 to the first, 2 more to the queue, 1 to the second.
  expect(fills(market.play(trade('99', '11', 'SELL')))).toEqual(['3@99 MAKER', '1@99 MAKER']);
});

test('cancels ahead shorten the queue, and a recorded order at our price meets us', () => {
  const { market } = setUp();
  place(market, 'BUY', '99', '2');
  market.play(update([['99', '1']], []));
  expect(fills(market.play(trade('99', '2', 'SELL')))).toEqual(['1@99 MAKER']);
  expect(fills(market.play(update([], [['98', '4']])))).toEqual(['1@99 MAKER']);
});

test('post-only never takes, and an order beyond the balance is refused with the limit', () => {
  const { market, ledger } = setUp();
  expect(place(market, 'BUY', '101', '1', 'GTX')).toMatchObject({ status: 'EXPIRED', cause: 'EXPIRED_POST_ONLY', filledQty: '0' });
  const outcome = market.place({ apiId, instrumentId: instrument.id, side: 'SELL', type: 'LIMIT', price: '105', qty: '1001' });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_INSUFFICIENT_BALANCE', params: { limit: '1000', asset: 'BTC' } } });
  const order = place(market, 'SELL', '105', '400');
  expect(ledger.text(ledger.available(apiId, 'BTC'))).toBe('600');
  expect(market.cancel(order.orderId)?.order.status).toBe('CANCELED');
  expect(ledger.text(ledger.available(apiId, 'BTC'))).toBe('1000');
  expect(market.cancel(order.orderId)).toBeNull();
  expect(shown(market)).toBe('101x3 102x5 | 99x5 98x9');
});

test('fill or kill takes all or nothing', () => {
  const { market } = setUp();
  expect(place(market, 'BUY', '102', '9', 'FOK')).toMatchObject({ status: 'EXPIRED', cause: 'EXPIRED_FOK', filledQty: '0' });
  expect(place(market, 'BUY', '102', '8', 'FOK')).toMatchObject({ status: 'FILLED', filledQty: '8' });
});

test('a market order spends an amount in whole lots, and finds an end where the book does', () => {
  const { market } = setUp();
  const spend = (quoteAmount: string) => market.place({ apiId, instrumentId: instrument.id, side: 'BUY', type: 'MARKET', quoteAmount });
  // Three at 101 leave 97, which is less than one at 102.
  expect(spend('400')).toMatchObject({ value: { order: { status: 'FILLED', qty: null, filledQty: '3', filledQuote: '303' } } });
  expect(spend('50')).toMatchObject({ value: { order: { status: 'EXPIRED', cause: 'EXPIRED_IOC', filledQty: '0' } } });
  expect(spend('9999')).toMatchObject({ value: { order: { filledQty: '5' } } });
});

test('a stop waits for the last price, holds nothing meanwhile, and acts like a new order then', () => {
  const { market, ledger } = setUp();
  const common = { apiId, instrumentId: instrument.id, side: 'SELL', qty: '2', triggerPrice: '97' } as const;
  expect(market.place({ ...common, type: 'STOP_MARKET' })).toMatchObject({ error: { code: 'ORDER_NO_REFERENCE_PRICE' } });
  market.play(trade('100', '1', 'BUY'));
  expect(market.place({ ...common, type: 'TAKE_PROFIT_MARKET' })).toMatchObject({ error: { code: 'ORDER_WOULD_TRIGGER' } });
  const placed = market.place({ ...common, type: 'STOP_MARKET' });
  if (!placed.ok) throw placed.error;
  expect(placed.value.order).toMatchObject({ status: 'WAITING', triggerKind: 'CONDITIONAL', triggerPrice: '97', price: null });
  expect(ledger.balances(apiId).map(({ held }) => held)).toEqual(['0', '0']);
  const told = market.play(trade('97', '20', 'SELL')).flatMap((event) => (event.type === 'order' ? [event.order] : []));
  expect(told.map(({ status, cause }) => `${status} ${cause}`)).toEqual(['TRADING TRIGGERED', 'EXPIRED EXPIRED_NO_LIQUIDITY']);
  expect(market.openOrders()).toEqual([]);
});

test('a waiting order that is amended stays what it is, whatever else the call carries, and keeps a price and a size', () => {
  const { market } = setUp();
  market.play(trade('100', '1', 'BUY'));
  const placed = market.place({
    apiId,
    instrumentId: instrument.id,
    side: 'SELL',
    type: 'STOP_LOSS',
    qty: '2',
    price: '98',
    triggerPrice: '99',
  });
  if (!placed.ok) throw placed.error;
  const { orderId } = placed.value.order;
  const effect = { type: 'amend', apiId, instrumentId: instrument.id, clientOrderId: 'x', qty: '3' };
  expect(market.amend(orderId, effect)).toMatchObject({ value: { order: { type: 'STOP_LOSS', qty: '3', price: '98' } } });
  expect(market.amend(orderId, { price: '0' })).toMatchObject({ error: { code: 'ORDER_PRICE_INVALID' } });
  expect(market.amend(orderId, { qty: '0' })).toMatchObject({ error: { code: 'ORDER_FIELD_MISSING' } });
  expect(market.openOrders()).toMatchObject([{ type: 'STOP_LOSS', qty: '3', price: '98' }]);
});

test('conditions on orders that wait for none are refused', () => {
  const { market } = setUp();
  const common = { apiId, instrumentId: instrument.id, side: 'SELL', qty: '1', type: 'LIMIT', price: '110' } as const;
  expect(market.place({ ...common, triggerKind: 'CONDITIONAL' })).toMatchObject({
    error: { code: 'ORDER_NOT_SUPPORTED', params: { field: 'triggerKind' } },
  });
});

test('less at the same price keeps its place in the queue; a new price queues anew, takes what it crosses, and moves the money along', () => {
  const { market, ledger } = setUp();
  const { orderId } = place(market, 'BUY', '99', '4');
  market.play(trade('99', '3', 'SELL'));
  expect(market.amend(orderId, { qty: '3' })).toMatchObject({ value: { order: { qty: '3', cause: 'AMENDED' } } });
  expect(fills(market.play(trade('99', '3', 'SELL')))).toEqual(['1@99 MAKER']);
  expect(market.amend(orderId, { qty: '1' })).toMatchObject({ error: { code: 'ORDER_QTY_TOO_SMALL', params: { limit: '2' } } });
  expect(market.amend(orderId, {})).toMatchObject({ error: { code: 'ORDER_NOTHING_TO_AMEND' } });
  expect(market.amend(orderId, { qty: '99999' })).toMatchObject({ error: { code: 'ORDER_INSUFFICIENT_BALANCE' } });
  market.amend(orderId, { price: '98', qty: '5' });
  expect(shown(market)).toBe('101x3 102x5 | 99x5 98x13');
  expect(ledger.balances(apiId).find(({ asset }) => asset === 'USDT')?.held).toBe('392');
  expect(fills(market.play(trade('98', '10', 'SELL')))).toEqual(['1@98 MAKER']);
  const crossed = market.amend(orderId, { price: '101' });
  expect(crossed.ok ? fills(crossed.value.events) : []).toEqual(['3@101 TAKER']);
  expect(ledger.balances(apiId).find(({ asset }) => asset === 'USDT')?.held).toBe('0');
  expect(market.amend(orderId, { qty: '9' })).toMatchObject({ error: { code: 'ORDER_UNKNOWN' } });
});

const price = fc.integer({ min: 95, max: 105 }).map(String);
const qty = fc.integer({ min: 1, max: 9 }).map(String);
const side = fc.constantFrom('BUY' as const, 'SELL' as const);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    side,
    price: fc.option(price),
    qty,
    tif: fc.constantFrom(...timesInForce),
    inQuote: fc.boolean(),
    who: fc.constantFrom(apiId, otherId),
    stp: fc.constantFrom(...selfTradePreventions),
  }),
  fc.record({ kind: fc.constant('trade' as const), side, price, qty }),
  fc.record({ kind: fc.constant('level' as const), side, price, qty: fc.integer({ min: 0, max: 9 }).map(String) }),
  fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('amend' as const), at: fc.nat(5), price: fc.option(price), qty: fc.option(qty) }),
);

test('whatever happens: every entry sums to zero, holds match open orders, states follow the table, the recording stays itself', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { market, ledger } = setUp();
      const states = new Map<string, Order['status']>();
      const external = new Map<string, number>([
        ['BUY 99', 5],
        ['BUY 98', 9],
        ['SELL 101', 3],
        ['SELL 102', 5],
      ]);
      const check = (events: readonly VenueEvent[]): void => {
        for (const event of events) {
          if (event.type === 'order') {
            const { orderId, status } = event.order;
            const before = states.get(orderId);
            if (before !== undefined && before !== status) expect(orderStatusTable.next[before]).toContain(status);
            states.set(orderId, status);
          }
          if (event.type === 'ledger') expectZeroSums(event.entry);
          if (event.type === 'level') expect(Number(event.qty)).toBeGreaterThanOrEqual(0);
        }
        for (const account of [apiId, otherId]) {
          let [quote, base] = [0n, 0n];
          for (const order of market.openOrders()) {
            if (order.apiId !== account) continue;
            const units = (text: string) => toUnits(text, 8) ?? 0n;
            const left = units(order.qty ?? '0') - units(order.filledQty) - units(order.preventedQty);
            expect(left > 0n).toBe(true);
            if (order.side === 'BUY') quote += left * BigInt(order.price ?? '0');
            else base += left;
          }
          const balances = ledger.balances(account);
          expect(Object.fromEntries(balances.map(({ asset, held }) => [asset, held]))).toEqual({
            USDT: fromUnits(quote, 8),
            BTC: fromUnits(base, 8),
          });
          for (const { asset } of balances) expect(ledger.available(account, asset) >= 0n).toBe(true);
        }
        for (const name of ['BUY', 'SELL'] as const) {
          const prices = [...external].flatMap(([key, lots]) => (key.startsWith(name) && lots > 0 ? [Number(key.split(' ')[1])] : []));
          const best = prices.length === 0 ? null : String(name === 'BUY' ? Math.max(...prices) : Math.min(...prices));
          expect(market.external(name).price).toBe(best);
        }
      };
      for (const one of steps) {
        if (one.kind === 'place') {
          const common = { apiId: one.who, instrumentId: instrument.id, side: one.side, stp: one.stp };
          const size = one.inQuote ? { quoteAmount: `${Number(one.qty) * 77}` } : { qty: one.qty };
          const { qty, price, tif: timeInForce } = one;
          const outcome = market.place(
            price === null ? { ...common, ...size, type: 'MARKET' } : { ...common, qty, type: 'LIMIT', price, timeInForce },
          );
          if (outcome.ok) check(outcome.value.events);
        } else if (one.kind === 'trade') check(market.play(trade(one.price, one.qty, one.side)));
        else if (one.kind === 'amend') {
          const change = { ...(one.price === null ? {} : { price: one.price }), ...(one.qty === null ? {} : { qty: one.qty }) };
          const outcome = market.amend(market.openOrders()[one.at]?.orderId ?? '', change);
          if (outcome.ok) check(outcome.value.events);
        } else if (one.kind === 'level') {
          external.set(`${one.side} ${one.price}`, Number(one.qty));
          check(market.play(update(one.side === 'BUY' ? [[one.price, one.qty]] : [], one.side === 'SELL' ? [[one.price, one.qty]] : [])));
        } else check(market.cancel(market.openOrders()[one.at]?.orderId ?? '')?.events ?? []);
      }
    }),
    { numRuns: 150 },
  );
});

function expectZeroSums(entry: LedgerRecord): void {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of entry.lines) sums.set(asset, (sums.get(asset) ?? 0n) + (toUnits(amount, 8) ?? 0n));
  for (const sum of sums.values()) expect(sum).toBe(0n);
}

test('lets a trigger wait for the index of the pair once one is told, whatever is traded meanwhile, and for no mark', () => {
  const { market } = setUp();
  const stop = { apiId, instrumentId: instrument.id, side: 'SELL', type: 'STOP_MARKET', qty: '1', triggerPrice: '90' } as const;
  market.play({ type: 'trade', timeMs: 2, tradeId: '1', price: '100', qty: '1', takerSide: 'BUY' });
  const codeOf = (outcome: ReturnType<typeof market.place>) => (outcome.ok ? null : outcome.error.code);
  expect(codeOf(market.place({ ...stop, watchedPrice: 'MARK' }))).toBe('ORDER_NOT_SUPPORTED');
  expect(codeOf(market.place({ ...stop, watchedPrice: 'INDEX' }))).toBe('ORDER_NO_REFERENCE_PRICE');
  market.tellIndex('89.99');
  expect(codeOf(market.place({ ...stop, watchedPrice: 'INDEX' }))).toBe('ORDER_WOULD_TRIGGER');
  market.tellIndex('95');
  const placed = market.place({ ...stop, watchedPrice: 'INDEX' });
  expect(placed).toMatchObject({ ok: true, value: { order: { status: 'WAITING', watchedPrice: 'INDEX' } } });
  expect(market.waiting.watchesIndex).toBe(true);
  expect(market.play({ type: 'trade', timeMs: 3, tradeId: '2', price: '85', qty: '1', takerSide: 'SELL' }).map(({ type }) => type)).toEqual(
    ['trade'],
  );
  const fired = market.tellIndex('90').flatMap((event) => (event.type === 'order' ? [event.order.cause] : []));
  expect(fired[0]).toBe('TRIGGERED');
  expect(market.waiting.watchesIndex).toBe(false);
});
