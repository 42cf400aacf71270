import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { OrderView } from '../../../core/contract/client-services.ts';
import type { OrderLifeView } from '../../../schemas/wire/order-events.ts';
import type { Services } from '../requires.ts';
import { OrderLifeStore } from './order-life-store.ts';

const ref = { id: 'tessera/BTCUSDT/spot', api_id: 7, order_id: '5' };
const life = (status: string): OrderLifeView =>
  ({ order: { ...ref, status } as OrderView, events: [], related: [] }) as unknown as OrderLifeView;

function open(answers: readonly Outcome<OrderLifeView>[]) {
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
    expect(queries).toEqual([{ api_id: 7, exchange: 'tessera', order_id: '5' }]);
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
