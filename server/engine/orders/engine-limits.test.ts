import { describe, expect, it } from 'vitest';
import { Venue } from '../../../tests/engine/venue.ts';
import { restoreEngine } from '../engine.ts';

const market = { orderType: 'MARKET', price: 0, timeInForce: 'IOC' } as const;
const stop = { orderType: 'STOP_MARKET', side: 'BUY', qty: 1 } as const;

/** Last price 100, at most 3 resting and 2 waiting orders an account. */
function limited(): Venue {
  const venue = new Venue(3, { maxResting: 3, maxWaiting: 2 });
  venue.printLast(100);
  return venue;
}

describe('limits of open orders', () => {
  it('refuses one resting order too many, names the limit, and takes it when another one has gone', () => {
    const venue = limited();
    const [id] = [90, 91, 92].map((price) => venue.buy(0, 1, price).id);
    expect(venue.buy(0, 1, 93).events).toEqual([{ kind: 'rejected', reason: 'TOO_MANY_ORDERS', field: 'orderType', limit: '3' }]);
    expect(venue.buy(1, 1, 93).rejected).toBeNull();
    venue.run({ type: 'CANCEL', account: 0, orderId: id as number });
    expect(venue.buy(0, 1, 93).rejected).toBeNull();
  });

  it('lets an account at its limit trade with orders that never rest, and counts what they left no more', () => {
    const venue = limited();
    for (const price of [90, 91, 92]) venue.buy(0, 1, price);
    venue.sell(1, 2, 100);
    expect(venue.buy(0, 1, 100, { timeInForce: 'IOC' }).fills).toEqual(['1@100']);
    expect(venue.buy(0, 1, 0, market).fills).toEqual(['1@100']);
    expect(venue.sell(1, 1, 92).fills).toEqual(['1@92']);
    expect(venue.buy(0, 1, 93).rejected).toBeNull();
  });

  it('counts waiting orders by themselves, the legs of pairs and brackets among them', () => {
    const venue = limited();
    const bracket = () => venue.placeBracket({ side: 'BUY', qty: 1, price: 95 }, { price: 110 }, { trigger: 90 });
    const entry = bracket().id;
    expect(venue.place({ ...stop, trigger: 110 }).rejected).toBe('TOO_MANY_ORDERS');
    expect(bracket().rejected).toBe('TOO_MANY_ORDERS');
    venue.run({ type: 'CANCEL', account: 0, orderId: entry });
    expect(venue.placeOco({ side: 'SELL', qty: 1 }, { price: 110 }, { trigger: 90 }).rejected).toBeNull();
    expect(venue.place({ ...stop, trigger: 110 }).rejected).toBeNull();
    expect(venue.placeOco({ side: 'SELL', qty: 1 }, { price: 110 }, { trigger: 90 }).rejected).toBe('TOO_MANY_ORDERS');
  });

  it('lets a trigger that fires rest beyond the limit', () => {
    const venue = limited();
    const { id } = venue.buy(0, 1, 94, { orderType: 'TRIGGER_LIMIT', trigger: 96 });
    for (const price of [90, 91, 92]) venue.buy(0, 1, price);
    venue.printLast(96);
    expect(venue.order(id).status).toBe('TRADING');
    expect(venue.buy(0, 1, 93).rejected).toBe('TOO_MANY_ORDERS');
    expect(venue.place({ ...stop, trigger: 110 }).rejected).toBeNull();
  });

  it('counts anew from a snapshot', () => {
    const venue = limited();
    for (const price of [90, 91, 92]) venue.buy(0, 1, price);
    for (const trigger of [110, 111]) venue.place({ ...stop, trigger });
    venue.engine = restoreEngine(venue.engine.snapshot());
    expect(venue.buy(0, 1, 93).rejected).toBe('TOO_MANY_ORDERS');
    expect(venue.place({ ...stop, trigger: 112 }).rejected).toBe('TOO_MANY_ORDERS');
  });

  it('does not bind a desk', () => {
    const venue = limited();
    venue.run({ type: 'ADD_ACCOUNT', account: 3, key: 'desk', accountType: 'spot', tradeGroup: 0, desk: true });
    venue.run({ type: 'TRANSFER', from: -1, to: 3, asset: 1, amount: 10_000n, reference: 'desk' });
    for (let price = 81; price < 91; price++) expect(venue.buy(3, 1, price).rejected).toBeNull();
  });
});

it('fires 50,000 waiting orders at once in the order of their making', () => {
  const venue = new Venue(3);
  venue.printLast(1_000_000);
  const made = Array.from(
    { length: 50_000 },
    (_, i) => venue.sell(0, 1, 1_150_000, { orderType: 'TRIGGER_LIMIT', trigger: 1_000_001 + ((i * 7_919) % 99_991) }).id,
  );
  venue.sell(1, 1, 1_100_000);
  const { events } = venue.buy(2, 1, 1_100_000);
  const fired = events.flatMap((event) => (event.kind === 'order' && event.cause === 'TRIGGERED' ? [event.order.orderId] : []));
  expect(fired).toEqual(made);
});
