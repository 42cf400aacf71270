import { expect, it } from 'vitest';
import type { Order } from '../../core/contract/trading.ts';
import type { OrderMemory } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { findOrder, type OrderSources } from './find-order.ts';

const order = { orderId: '7', clientOrderId: 'mine' } as Order;

/** `memories` are what the exchange knows at one asking after the other. */
function fateOf(memories: readonly OrderMemory[], { stored = null, ...changes }: Partial<OrderSources> & { stored?: Order | null } = {}) {
  const left = [...memories];
  const recall = () => (left.length > 1 ? left.shift() : left[0]) as OrderMemory;
  const sources: OrderSources = {
    venue: () => ({ recall }),
    isDown: () => false,
    isUnstored: () => false,
    findEnded: async () => stored,
    steadyMs: () => 42,
    ...changes,
  };
  return findOrder(sources, 'tessera', spotAccount(1), 'mine');
}

const placed = { state: 'PLACED', order };
const absent = { state: 'ABSENT', asOfMs: 42 };
const unsure = { state: 'UNSURE' };

it('knows an order that its exchange has, also of one that takes none now', async () => {
  expect(await fateOf([order])).toEqual(placed);
  expect(await fateOf([order], { isDown: () => true })).toEqual(placed);
});

it('finds one that ended long ago in the store', async () => {
  for (const memory of ['USED', 'UNSURE'] as const) expect(await fateOf([memory], { stored: order })).toEqual(placed);
});

it('says that there is none, and as of when, only when the exchange knows', async () => {
  expect(await fateOf(['FRESH'])).toEqual(absent);
  expect(await fateOf(['UNSURE'])).toEqual(absent);
  expect(await fateOf(['USED'])).toEqual(unsure);
  expect(await fateOf(['FRESH'], { isDown: () => true })).toEqual(unsure);
  expect(await fateOf(['UNSURE'], { venue: () => null })).toEqual(unsure);
  expect(await fateOf(['UNSURE'], { venue: () => ({}) })).toEqual(unsure);
});

it('misses none that goes from the exchange into the store while it is looked for', async () => {
  expect(await fateOf(['USED', order])).toEqual(placed);
  expect(await fateOf(['USED', 'UNSURE'], { isUnstored: () => true })).toEqual(unsure);
  let asked = 0;
  expect(await fateOf(['USED', 'UNSURE'], { isUnstored: () => asked++ === 0 })).toEqual(unsure);
});

it('asks an exchange elsewhere what has become of an order that the store still holds for open, and keeps to that when nobody answers', async () => {
  const open = { ...order, status: 'UNFILLED' } as Order;
  const ended = { ...order, status: 'CANCELED' } as Order;
  const stored = (found: Order, find: () => Promise<OrderMemory>) =>
    fateOf(['UNSURE'], { stored: found, venue: () => ({ recall: () => 'UNSURE', find }) });
  expect(await stored(open, async () => ended)).toEqual({ state: 'PLACED', order: ended });
  expect(await stored(open, () => Promise.reject(new Error('timeout')))).toEqual({ state: 'PLACED', order: open });
  expect(await stored(ended, () => Promise.reject(new Error('not asked')))).toEqual({ state: 'PLACED', order: ended });
});

it('asks an exchange elsewhere, and takes neither silence nor an order under way for none', async () => {
  const elsewhere = (find: () => Promise<OrderMemory>) => fateOf(['UNSURE'], { venue: () => ({ recall: () => 'UNSURE', find }) });
  expect(await elsewhere(async () => order)).toEqual(placed);
  expect(await elsewhere(async () => 'FRESH')).toEqual(absent);
  expect(await elsewhere(async () => 'UNSURE')).toEqual(unsure);
  expect(await elsewhere(() => Promise.reject(new Error('timeout')))).toEqual(unsure);
});
