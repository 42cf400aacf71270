import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { OrderView } from '../../core/contract/client-services.ts';
import type { OrderLifeView } from '../../schemas/wire/order-events.ts';
import { OrderLifeStore } from './order-life-store.ts';
import type { Services } from './requires.ts';

const ref = { id: 'tessera/BTCUSDT/spot', api_id: 7, order_id: '5' };
const life = (status: string, update_time: number): OrderLifeView =>
  ({ order: { ...ref, status, update_time } as OrderView, events: [], related: [] }) as OrderLifeView;

function open(answers: readonly Outcome<OrderLifeView>[]) {
  const left = [...answers];
  const queries: unknown[] = [];
  const waiting: (() => void)[] = [];
  const api = {
    call: async (_name: string, input: { readonly query: unknown }) => {
      queries.push(input.query);
      return left.shift() ?? refused('CLIENT_OFFLINE');
    },
  } as unknown as Services['api'];
  const timers = {
    after: (_delayMs: number, task: () => void) => {
      waiting.push(task);
      return () => void waiting.splice(waiting.indexOf(task), 1);
    },
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { store: new OrderLifeStore(api, timers, ref), queries, waiting, settle };
}

describe('the life of an order', () => {
  it('is asked for by account, exchange and id', async () => {
    const { store, queries, waiting, settle } = open([accepted(life('FILLED', 9))]);
    store.follow({ status: 'FILLED', update_time: 9 });
    await settle();
    expect(queries).toEqual([{ api_id: 7, exchange: 'tessera', order_id: '5' }]);
    expect([store.life?.order.status, waiting.length]).toEqual(['FILLED', 0]);
  });

  it('is asked for again while the server has not written yet what has happened', async () => {
    const { store, waiting, settle } = open([
      refused('ORDER_UNKNOWN', { orderId: '5' }),
      accepted(life('UNFILLED', 3)),
      accepted(life('FILLED', 9)),
    ]);
    store.follow({ status: 'FILLED', update_time: 9 });
    await settle();
    expect([store.life, store.error, waiting.length]).toEqual([null, null, 1]);
    waiting.shift()?.();
    await settle();
    expect(store.life?.order.status).toBe('UNFILLED');
    waiting.shift()?.();
    await settle();
    expect([store.life?.order.status, waiting.length]).toEqual(['FILLED', 0]);
  });

  it('is asked for again after a refused amendment, until it tells of it', async () => {
    const refusal = { code: 'ORDER_PRICE_OFF_GRID', params: {} };
    const told = { ...life('UNFILLED', 3), events: [{ refusal }] } as unknown as OrderLifeView;
    const { store, waiting, settle } = open([accepted(life('UNFILLED', 3)), accepted(life('UNFILLED', 3)), accepted(told)]);
    store.follow({ status: 'UNFILLED', update_time: 3 });
    await settle();
    expect([store.life?.events.length, waiting.length]).toEqual([0, 0]);
    store.expectRefusal();
    await settle();
    expect([store.life?.events.length, waiting.length]).toEqual([0, 1]);
    waiting.shift()?.();
    await settle();
    expect([store.life?.events.length, waiting.length]).toEqual([1, 0]);
  });

  it('says why it cannot be shown, and takes nothing after it was closed', async () => {
    const { store, settle } = open([refused('ACCESS_ACCOUNT', { apiId: 7 })]);
    store.follow(null);
    await settle();
    expect(store.error?.code).toBe('ACCESS_ACCOUNT');
    const closed = open([accepted(life('FILLED', 9))]);
    closed.store.follow(null);
    closed.store.dispose();
    await closed.settle();
    expect(closed.store.life).toBeNull();
  });
});
