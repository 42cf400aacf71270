import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderIntent } from '../../core/contract/trading.ts';
import type { VenueEvent } from '../../core/contract/venue.ts';
import { hasLimitPrice, type OrderType } from '../../core/domain/orders/order.ts';
import { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { testInstrument } from '../kit/market-fixtures.ts';
import { Venue } from './venue.ts';

/** What became of an order: status, cause and lots filled, or the reason of its refusal. */
type Fate = string;

interface Step {
  readonly act: 'print' | 'index' | 'place' | 'cancel' | 'amend';
  readonly price: number;
  readonly type: OrderType;
  readonly side: 'BUY' | 'SELL';
  readonly qty: number;
  readonly trigger: number;
  readonly isIoc: boolean;
  /** The trigger goes by the index of the pair. */
  readonly watchesIndex: boolean;
  /** Which of the orders so far. */
  readonly which: number;
}

const types = ['STOP_MARKET', 'STOP_LOSS', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRIGGER_LIMIT', 'TRIGGER_MARKET', 'MARKET'] as const;
const step = fc.record<Step>({
  act: fc.constantFrom('print', 'print', 'index', 'place', 'place', 'place', 'cancel', 'amend'),
  price: fc.integer({ min: 990, max: 1_010 }),
  type: fc.constantFrom(...types),
  side: fc.constantFrom('BUY', 'SELL'),
  qty: fc.integer({ min: 1, max: 12 }),
  trigger: fc.integer({ min: 985, max: 1_015 }),
  isIoc: fc.boolean(),
  watchesIndex: fc.boolean(),
  which: fc.nat(20),
});
/** Orders that rest do so where nothing ever comes; those that do not take whatever is there, or are beyond the band. */
const limitOf = ({ type, side, isIoc, qty }: Step): number =>
  !hasLimitPrice(type) ? 0 : qty === 12 ? (side === 'BUY' ? 1_300 : 700) : isIoc === (side === 'BUY') ? 1_100 : 900;
const wouldRest = (one: Step): boolean => hasLimitPrice(one.type) && (one.side === 'BUY' ? limitOf(one) === 900 : limitOf(one) === 1_100);

const coins = 10;
const reasons: Readonly<Record<string, string>> = {
  WOULD_TRIGGER: 'ORDER_WOULD_TRIGGER',
  NO_REFERENCE_PRICE: 'ORDER_NO_REFERENCE_PRICE',
  INSUFFICIENT_BALANCE: 'ORDER_INSUFFICIENT_BALANCE',
  NOTHING_TO_AMEND: 'ORDER_NOTHING_TO_AMEND',
  UNKNOWN_ORDER: 'ORDER_UNKNOWN',
};

function onEngine(steps: readonly Step[]): readonly Fate[] {
  const venue = new Venue(3);
  // What is above the coins of the simulation leaves.
  venue.run({ type: 'TRANSFER', from: 0, to: -1, asset: 0, amount: 10n ** 30n - BigInt(coins), reference: 'less' });
  const fates = new Map<number, Fate>();
  const ids: number[] = [];
  const answers: Fate[] = [];
  const hear = (events: ReturnType<Venue['run']>): void => {
    for (const event of events)
      if (event.kind === 'order' && event.order.account === 0) {
        fates.set(event.order.orderId, `${event.order.status} ${event.cause} ${event.order.filled}`);
        if (!ids.includes(event.order.orderId)) ids.push(event.order.orderId);
      } else if (event.kind === 'rejected') answers.push(reasons[event.reason] ?? event.reason);
  };
  for (const one of steps) {
    const { act, price, type: orderType, side, qty, trigger, isIoc, watchesIndex, which } = one;
    const id = ids[which % Math.max(1, ids.length)] ?? 0;
    if (act === 'print') {
      for (const account of [1, 2]) hear(venue.run({ type: 'CANCEL_ALL', account, instrument: -1 }));
      hear(venue.sell(1, 1_000, price + 1).events);
      hear(venue.buy(2, 1_000, price - 1).events);
      hear(venue.sell(1, 1, price).events);
      hear(venue.buy(2, 1, price, { stp: 'NONE' }).events);
    } else if (act === 'index') hear(venue.run({ type: 'SET_REFERENCE_PRICE', instrument: 0, watchedPrice: 'INDEX', price }));
    else if (act === 'place') {
      const timeInForce = hasLimitPrice(orderType) && !isIoc ? 'GTC' : 'IOC';
      const watchedPrice = watchesIndex && orderType !== 'MARKET' ? 'INDEX' : 'LAST';
      const terms = { account: 0, orderType, side, qty, price: limitOf(one), timeInForce, watchedPrice } as const;
      hear(venue.place({ ...terms, trigger: orderType === 'MARKET' ? 0 : trigger }).events);
    } else if (act === 'cancel') hear(venue.run({ type: 'CANCEL', account: 0, orderId: id }));
    else {
      const order = venue.engine.order(id);
      if (order === undefined || order.status !== 'WAITING') continue;
      hear(venue.run({ type: 'AMEND', account: 0, orderId: id, price: order.price, qty: order.qty, trigger }));
    }
  }
  return [...answers, ...ids.map((id) => fates.get(id) ?? '')];
}

function onSimulation(steps: readonly Step[]): readonly Fate[] {
  let number = 0;
  const newId = () => String(++number);
  const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
  const ledger = new AccountLedger('aurora', 8, newId);
  ledger.deposit(1, 'USDT', '1000000000', 'money', 0);
  ledger.deposit(1, 'BTC', String(coins), 'coins', 0);
  const instrument = { ...testInstrument, tick: '1', lot: '1', makerFee: '0', takerFee: '0' };
  const market = new SimulatedMarket({ instrument, grid, ledger, newId, tellsLevels: false });
  const fates = new Map<string, Fate>();
  const answers: Fate[] = [];
  const hear = (events: readonly VenueEvent[]): void => {
    for (const event of events)
      if (event.type === 'order') fates.set(event.order.orderId, `${event.order.status} ${event.order.cause} ${event.order.filledQty}`);
  };
  for (const one of steps) {
    const { act, price, type, side, qty, trigger, isIoc, watchesIndex, which } = one;
    const ids = [...fates.keys()];
    const id = ids[which % Math.max(1, ids.length)] ?? '';
    if (act === 'print') {
      const [bids, asks] = [[[`${price - 1}`, '1000']], [[`${price + 1}`, '1000']]] as const;
      hear(market.play({ type: 'book', timeMs: 0, updateId: 1, bids, asks }));
      hear(market.play({ type: 'trade', timeMs: 0, tradeId: '1', price: `${price}`, qty: '1', takerSide: 'BUY' }));
      continue;
    }
    if (act === 'index') {
      hear(market.tellIndex(String(price)));
      continue;
    }
    if (act === 'place') {
      const limit = hasLimitPrice(type) ? { price: String(limitOf(one)), timeInForce: isIoc ? ('IOC' as const) : ('GTC' as const) } : {};
      const watched = watchesIndex ? { watchedPrice: 'INDEX' as const } : {};
      const trigged = type === 'MARKET' ? {} : { triggerPrice: String(trigger), ...watched };
      const intent: OrderIntent = { apiId: 1, instrumentId: instrument.id, side, type, qty: String(qty), ...limit, ...trigged };
      const placed = market.place(intent);
      if (placed.ok) hear(placed.value.events);
      else answers.push(placed.error.code);
    } else if (act === 'cancel') {
      const canceled = market.cancel(id);
      if (canceled === null) answers.push('ORDER_UNKNOWN');
      else hear(canceled.events);
    } else if (fates.get(id)?.startsWith('WAITING') === true) {
      const amended = market.amend(id, { triggerPrice: String(trigger) });
      if (amended.ok) hear(amended.value.events);
      else answers.push(amended.error.code);
    }
  }
  return [...answers, ...fates.values()];
}

it('orders that wait for a trigger, by the last price or the index, come to the same end at the house’s engine and in a simulation', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const begun: readonly Step[] = [{ act: 'print', price: 1_000 } as Step, ...steps.filter((one) => !(one.isIoc && wouldRest(one)))];
      const fates = onEngine(begun);
      for (const fate of fates) seen.add(fate.replace(/ \d+$/, ''));
      expect(onSimulation(begun)).toEqual(fates);
    }),
    { numRuns: 400 },
  );
  // What the comparison was about did happen.
  for (const fate of [
    'WAITING PLACED',
    'WAITING AMENDED',
    'FILLED FILLED',
    'TRADING TRIGGERED',
    'FAILURE FAILED_BALANCE',
    'FAILURE FAILED_FILTER',
  ]) {
    expect(seen).toContain(fate);
  }
  expect(seen).toContain('ORDER_WOULD_TRIGGER');
  expect(seen).toContain('ORDER_NO_REFERENCE_PRICE');
});
