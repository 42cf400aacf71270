import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { OrderRequest, OrderView } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { Services } from './requires.ts';
import { TicketStore } from './ticket-store.ts';

const instrument = {
  id: 'tessera/BTCUSDT/spot',
  exchange: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '10',
  takerFee: '0.001',
} as Instrument;

function makeStore(answer: Outcome<readonly OrderView[]> = accepted([])) {
  const sent: OrderRequest[] = [];
  const services = {
    accounts: {
      accountFor: () => ({ api_id: 7 }),
      loading: false,
      balances: [{ api_id: 7, asset: 'USDT', available: '1000' }],
      place: async (request: OrderRequest) => {
        sent.push(request);
        return answer;
      },
    },
    markets: { ticker: () => null },
  } as unknown as Services;
  return { store: new TicketStore(services, () => 'id-1'), sent };
}

describe('the ticket', () => {
  it('sends a good draft once, keeps the price and clears the quantity', async () => {
    const { store, sent } = makeStore();
    store.change({ price: '100', qty: '1' });
    expect(await store.send(instrument, 'BUY')).toBe(true);
    expect(sent).toMatchObject([{ side: 'BUY', price: '100', qty: '1', client_order_id: 'id-1', api_id: 7 }]);
    expect([store.draft.price, store.draft.qty]).toEqual(['100', '']);
  });

  it('shows what is missing instead of sending', async () => {
    const { store, sent } = makeStore();
    expect(store.shownErrors(instrument)).toEqual({});
    expect(await store.send(instrument, 'BUY')).toBe(false);
    expect(Object.keys(store.shownErrors(instrument))).toEqual(['price', 'qty']);
    expect(sent).toEqual([]);
  });

  it('keeps everything typed when the server refuses, and points at the field', async () => {
    const { store } = makeStore(refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '120' }));
    store.change({ price: '500', qty: '1' });
    expect(await store.send(instrument, 'BUY')).toBe(false);
    expect([store.draft.price, store.draft.qty, store.refusedField]).toEqual(['500', '1', 'price']);
    store.type('price', '110');
    expect(store.refusal).toBeNull();
  });

  it('forgets prices on another market, but not the kind of order', () => {
    const { store } = makeStore();
    store.showInstrument(instrument);
    store.change({ type: 'STOP_LOSS', price: '100', qty: '1', triggerPrice: '99' });
    store.showInstrument(instrument);
    expect(store.draft.price).toBe('100');
    store.showInstrument({ ...instrument, id: 'aurora/BTCUSDT/spot' });
    expect([store.draft.type, store.draft.price, store.draft.triggerPrice]).toEqual(['STOP_LOSS', '', '']);
  });

  it('takes a picked price into a market ticket by making it a limit', () => {
    const { store } = makeStore();
    store.change({ type: 'MARKET' });
    store.takePrice('99.5', 'SELL');
    expect([store.draft.type, store.draft.price, store.draft.side]).toEqual(['LIMIT', '99.5', 'SELL']);
  });
});
