import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Order, OrderIntent, OrderLeg } from '../../core/contract/trading.ts';
import type { VenueEvent } from '../../core/contract/venue.ts';
import { hasLimitPrice, isTriggerType, type OrderType, selfTradePreventions, timesInForce } from '../../core/domain/orders/order.ts';
import { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { InstrumentGrid } from '../../server/trading/checks/instrument-grid.ts';
import { orderRefusal } from '../../server/trading/checks/order-refusal.ts';
import { mapOrder } from '../../server/trading/engine/order-mapping.ts';
import { placeCommand } from '../../server/trading/engine/place-command.ts';
import { testInstrument } from '../kit/market-fixtures.ts';
import { Venue } from './venue.ts';

/** The same requests of three accounts at the house's engine and in a simulation whose outside world is silent. */

const scale = 8;
const unit = 10n ** BigInt(scale);
const limits = { tick: '1', lot: '1', minQty: '1', maxQty: '1000000000', minNotional: '150' };
const instrument = { ...testInstrument, ...limits, makerFee: '0.001', takerFee: '0.002' };
const grid = new InstrumentGrid(instrument, { code: 'BTC', scale }, { code: 'USDT', scale });
const coins = [12, 100_000, 100_000] as const;
const money = [1_500, 100_000_000, 100_000_000] as const;

type Step =
  | { readonly act: 'place'; readonly intent: OrderIntent }
  | { readonly act: 'cancel'; readonly which: number }
  | { readonly act: 'amend'; readonly which: number; readonly price: string; readonly qty: string | null; readonly triggerPrice: string };

/** What can be seen of an order after a step. */
const seen = ({ orderId, status, cause, ...order }: Order, name: (orderId: string) => number): string =>
  [
    `#${name(orderId)} ${order.apiId} ${order.side} ${order.type} ${order.triggerKind} ${status} ${cause}`,
    `${order.qty} @ ${order.price} on ${order.triggerPrice}, filled ${order.filledQty} for ${order.filledQuote}, prevented ${order.preventedQty}`,
    `with ${order.pairId === null ? '' : name(order.pairId)} of ${order.parentId === null ? '' : name(order.parentId)}`,
  ].join('; ');

/** Orders by the sequence in which they were made, and how both sides tell of a step. */
class Telling {
  readonly orders = new Map<string, Order>();

  hear(order: Order): void {
    this.orders.set(order.orderId, order);
  }

  /** The id of one of the orders so far; '0' before the first. */
  pick(which: number): string {
    const ids = this.ids;
    return ids.length === 0 ? '0' : (ids[which % ids.length] as string);
  }

  lines(answer: string, balances: readonly string[]): readonly string[] {
    const { ids } = this;
    return [answer, ...ids.map((id) => seen(this.orders.get(id) as Order, (one) => ids.indexOf(one))), ...balances];
  }

  private get ids(): readonly string[] {
    return [...this.orders.keys()].sort((a, b) => Number(a) - Number(b));
  }
}

function onEngine(steps: readonly Step[]): readonly (readonly string[])[] {
  const venue = new Venue(
    3,
    { basePerLot: unit, quotePerTickLot: unit, minNotional: 150n * unit, makerFeePpm: 1_000, takerFeePpm: 2_000 },
    0n,
  );
  const telling = new Telling();
  for (const account of [0, 1, 2]) {
    const funds = [coins, money].map((amounts) => BigInt(amounts[account] as number) * unit);
    for (const [asset, amount] of funds.entries()) {
      venue.run({ type: 'TRANSFER', from: -1, to: account, asset, amount, reference: `${account}/${asset}` });
    }
  }
  return steps.map((step) => {
    const id = step.act === 'place' ? '0' : telling.pick(step.which);
    const order = telling.orders.get(id);
    const account = (step.act === 'place' ? step.intent.apiId : (order?.apiId ?? 1)) - 1;
    const open = venue.engine.order(Number(id));
    const events = venue.run(
      step.act === 'place'
        ? placeCommand(step.intent, { account, instrument: 0, grid })
        : step.act === 'cancel'
          ? { type: 'CANCEL', account, orderId: Number(id) }
          : {
              ...{ type: 'AMEND', account, orderId: Number(id), qty: Number(step.qty ?? open?.qty ?? 0) },
              price: hasLimitPrice(order?.type ?? 'LIMIT') ? Number(step.price) : 0,
              trigger: isTriggerType(order?.type ?? 'LIMIT') ? Number(step.triggerPrice) : 0,
            },
    );
    let answer = 'done';
    for (const event of events) {
      if (event.kind === 'order') telling.hear(mapOrder(event.order, event.cause, event.order.account + 1, grid));
      if (event.kind !== 'rejected') continue;
      const subject = { apiId: 1, instrumentId: instrument.id, grid, side: 'BUY' as const, orderId: id, status: '' };
      const refusal = orderRefusal(event, subject);
      answer = refusal.ok ? '' : refusal.error.code;
    }
    const held = [0, 1, 2].flatMap((one) => [0, 1].map((asset) => venue.engine.balance(one, asset)));
    return telling.lines(
      answer,
      held.map(({ total, held: part }) => `${total} ${part}`),
    );
  });
}

function onSimulation(steps: readonly Step[]): readonly (readonly string[])[] {
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger(instrument.exchange, scale, newId);
  for (const [at, apiId] of [1, 2, 3].entries()) {
    ledger.deposit(apiId, 'BTC', String(coins[at]), 'coins', 0);
    ledger.deposit(apiId, 'USDT', String(money[at]), 'money', 0);
  }
  const decimals = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
  const market = new SimulatedMarket({ instrument, grid: decimals, ledger, newId, tellsLevels: false });
  market.play({ type: 'book', timeMs: 0, updateId: 1, bids: [], asks: [] });
  const telling = new Telling();
  const hear = (events: readonly VenueEvent[]): void => {
    for (const event of events) if (event.type === 'order') telling.hear(event.order);
  };
  return steps.map((step) => {
    let answer = 'done';
    if (step.act === 'cancel') {
      const canceled = market.cancel(telling.pick(step.which));
      if (canceled === null) answer = 'ORDER_UNKNOWN';
      else hear(canceled.events);
    } else {
      const id = step.act === 'place' ? '0' : telling.pick(step.which);
      const { type = 'LIMIT', qty = null } = telling.orders.get(id) ?? {};
      const outcome =
        step.act === 'place'
          ? market.place(step.intent)
          : market.amend(id, {
              ...(hasLimitPrice(type) ? { price: step.price } : {}),
              ...(isTriggerType(type) ? { triggerPrice: step.triggerPrice } : {}),
              qty: step.qty ?? qty ?? '0',
            });
      if (outcome.ok) hear(outcome.value.events);
      else answer = outcome.error.code;
    }
    const held = [1, 2, 3].flatMap((apiId) => {
      const balances = ledger.balances(apiId);
      return ['BTC', 'USDT'].map((code) => balances.find(({ asset }) => asset === code));
    });
    const units = (text: string | undefined): bigint => {
      const [whole = '0', part = ''] = (text ?? '0').split('.');
      return BigInt(whole + part.padEnd(scale, '0'));
    };
    return telling.lines(
      answer,
      held.map((balance) => `${units(balance?.total)} ${units(balance?.held)}`),
    );
  });
}

const price = fc.integer({ min: 85, max: 115 }).map(String);
const qty = fc.integer({ min: 1, max: 12 }).map(String);
const side = fc.constantFrom('BUY', 'SELL');
const terms = fc.record({
  apiId: fc.constantFrom(1, 1, 1, 2, 3),
  instrumentId: fc.constant(instrument.id),
  side,
  qty,
  stp: fc.constantFrom(...selfTradePreventions),
});

const singleTypes = [
  'LIMIT',
  'LIMIT',
  'LIMIT',
  'MARKET',
  'MARKET',
  'STOP_MARKET',
  'STOP_LOSS',
  'TAKE_PROFIT',
  'TRIGGER_LIMIT',
  'TRIGGER_MARKET',
] as const;

const single = fc
  .record({
    one: terms,
    type: fc.constantFrom<OrderType>(...singleTypes),
    limit: price,
    trigger: price,
    time: fc.constantFrom('GTC', 'GTC', ...timesInForce),
    amount: fc.option(fc.integer({ min: 60, max: 1_400 }).map(String)),
  })
  .map(
    ({ one: { qty: lots, ...one }, type, limit, trigger, time, amount }): OrderIntent => ({
      ...one,
      type,
      ...(type === 'MARKET' && amount !== null ? { quoteAmount: amount } : { qty: lots }),
      ...(hasLimitPrice(type) ? { price: limit, timeInForce: time } : {}),
      ...(isTriggerType(type) ? { triggerPrice: trigger } : {}),
    }),
  );

const legs = fc.record({
  profitType: fc.constantFrom<OrderType>('LIMIT', 'LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'),
  stopType: fc.constantFrom<OrderType>('STOP_MARKET', 'STOP_LOSS'),
  above: fc.integer({ min: 100, max: 112 }),
  below: fc.integer({ min: 88, max: 100 }),
  away: fc.integer({ min: -3, max: 3 }),
  isPostOnly: fc.boolean(),
});

/** Legs that mostly stand where they may. */
function legsFor(closing: 'BUY' | 'SELL', one: typeof legs extends fc.Arbitrary<infer T> ? T : never) {
  const [goal, stop] = closing === 'SELL' ? [one.above, one.below] : [one.below, one.above];
  const leg = (type: OrderType, at: number): OrderLeg => ({
    type,
    ...(isTriggerType(type) ? { triggerPrice: String(at) } : {}),
    ...(hasLimitPrice(type) ? { price: String(type === 'LIMIT' ? at : at + one.away) } : {}),
  });
  const profit = leg(one.profitType, goal);
  const takeProfit: OrderLeg = one.isPostOnly && profit.type === 'LIMIT' ? { ...profit, timeInForce: 'GTX' } : profit;
  return { takeProfit, stopLoss: leg(one.stopType, stop) };
}

const oco = fc
  .tuple(terms, legs)
  .map(([one, both]): OrderIntent => ({ ...one, type: 'LIMIT', triggerKind: 'OCO', ...legsFor(one.side, both) }));
const bracket = fc
  .tuple(single, legs)
  .map(([one, both]): OrderIntent => ({ ...one, triggerKind: 'CONDITIONAL_OCO', ...legsFor(one.side === 'BUY' ? 'SELL' : 'BUY', both) }));

const which = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: single.map((intent) => ({ act: 'place' as const, intent })) },
  { weight: 2, arbitrary: oco.map((intent) => ({ act: 'place' as const, intent })) },
  { weight: 4, arbitrary: bracket.map((intent) => ({ act: 'place' as const, intent })) },
  { weight: 1, arbitrary: which.map((at) => ({ act: 'cancel' as const, which: at })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(which, price, fc.option(qty, { freq: 2 }), price)
      .map(([at, limit, lots, triggerPrice]) => ({ act: 'amend' as const, which: at, price: limit, qty: lots, triggerPrice })),
  },
);

/** A last price of 100, and something on both sides. */
const opening: readonly Step[] = (
  [
    [2, 'SELL', '100', '2'],
    [3, 'BUY', '100', '2'],
    [2, 'SELL', '103', '9'],
    [3, 'BUY', '97', '9'],
  ] as const
).map(([apiId, way, limit, lots]) => ({
  act: 'place',
  intent: { apiId, instrumentId: instrument.id, side: way, type: 'LIMIT', price: limit, qty: lots },
}));

it('pairs, brackets and orders by amount come to the same end, step by step, at the house’s engine and in a simulation', () => {
  const told = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const all = [...opening, ...steps];
      const expected = onEngine(all);
      for (const line of expected.flat()) {
        if (line.includes('; null @ ')) told.set('by amount', (told.get('by amount') ?? 0) + (line.includes(' FILLED FILLED;') ? 1 : 0));
        const [, kind, words] = / (null|CONDITIONAL|OCO|CONDITIONAL_OCO) (\w+ \w+);/.exec(line) ?? ['', '', line];
        told.set(`${kind} ${words}`, (told.get(`${kind} ${words}`) ?? 0) + 1);
      }
      expect(onSimulation(all)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
  // What the comparison was about did happen.
  for (const fate of [
    'OCO CANCELED CANCELED_BY_PAIR',
    'OCO FILLED FILLED',
    'CONDITIONAL_OCO WAITING AMENDED',
    'CONDITIONAL_OCO TRADING TRIGGERED',
    'CONDITIONAL_OCO FILLED FILLED',
    'CONDITIONAL_OCO CANCELED CANCELED_BY_PAIR',
    'CONDITIONAL_OCO CANCELED CANCELED_BY_ENTRY',
    'CONDITIONAL_OCO EXPIRED EXPIRED_SELF_TRADE',
    ' ORDER_OCO_PRICES',
    ' ORDER_INSUFFICIENT_BALANCE',
    'by amount',
  ]) {
    expect(told.get(fate) ?? 0, fate).toBeGreaterThan(0);
  }
});
