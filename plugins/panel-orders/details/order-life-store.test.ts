import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Order, OrderLife } from '../../../core/contract/client-services.ts';
import type { Services } from '../requires.ts';
import { OrderLifeStore } from './order-life-store.ts';

const ref = { instrumentId: 'tessera/BTCUSDT/spot', apiId: 7, orderId: '5' };
const life = (status: string): OrderLife => ({ order: { ...ref, status } as Order, events: [], related: [] }) as unknown as OrderLife;

function open(answers: readonly Outcome<OrderLife>[]) {
  const left = [...answers];
  const queries: unknown[] = [];
  const api = {
    call: async (_name: string, input: { readonly query: unknown }) => {
      queries.push(input.query);
      return left.shift() ?? refused('CLIENT_OFFLINE');
    },
  } as unknown as Services['api'];
  return { store: new OrderLifeStore(api, ref), queries };
}

describe('the life of an order', () => {
  it('is asked for by account, exchange and id', async () => {
    const { store, queries } = open([accepted(life('FILLED'))]);
    await store.load();
    expect(queries).toEqual([{ apiId: 7, exchange: 'tessera', orderId: '5' }]);
    expect(store.life?.order.status).toBe('FILLED');
  });

  it('stays while asking for it again fails, and says why', async () => {
    const { store } = open([accepted(life('UNFILLED')), refused('CLIENT_OFFLINE'), accepted(life('FILLED'))]);
    await store.load();
    await store.load();
    expect([store.life?.order.status, store.error?.code]).toEqual(['UNFILLED', 'CLIENT_OFFLINE']);
    await store.load();
    expect([store.life?.order.status, store.error]).toEqual(['FILLED', null]);
  });

  it('takes no answer to an earlier question, and none after it was closed', async () => {
    const { store } = open([accepted(life('UNFILLED')), accepted(life('FILLED')), accepted(life('CANCELED'))]);
    await Promise.all([store.load(), store.load()]);
    expect(store.life?.order.status).toBe('FILLED');
    const last = store.load();
    store.dispose();
    await last;
    expect(store.life?.order.status).toBe('FILLED');
  });
});
