import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { OrderRequest, OrderView } from '../../../schemas/wire/order.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let buyer: HttpClient;
let seller: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  buyer = await server.signIn('trader1');
  seller = await server.signIn('trader2');
});
afterAll(() => server?.close());

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

async function place(client: HttpClient, order: Pick<OrderRequest, 'side' | 'price' | 'qty'> & Partial<OrderRequest>): Promise<OrderView> {
  const api_id = await accountOf(client);
  const [placed] = await client.call('doOrder', { body: { api_id, ...market, type: 'LIMIT', ...order } });
  if (placed === undefined) throw new Error('nothing was placed');
  return placed;
}
const accountOf = async (client: HttpClient): Promise<number> =>
  (await client.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
const target = (order: OrderView) => ({ api_id: order.api_id, ...market, order_id: order.order_id });
const lifeOf = (client: HttpClient, order: OrderView) =>
  client.call('orderEvents', { query: { api_id: order.api_id, exchange: 'tessera', order_id: order.order_id } });

async function download(
  client: HttpClient,
  name: 'orderHistoryExport' | 'fillsExport' | 'closesExport' | 'ledgerExport',
  query = '',
): Promise<Response> {
  return fetch(`${server.url}${httpBase}${routes[name].path}${query}`, { headers: { authorization: client.token ?? '' } });
}
const linesOf = async (response: Response): Promise<readonly string[]> =>
  Buffer.from(await response.arrayBuffer())
    .toString('utf8')
    .split('\r\n');

describe('the life of an order', () => {
  it('has every change with its cause: placed, amended, filled by trades, canceled with all others', async () => {
    const order = await place(buyer, { side: 'BUY', price: '50000', qty: '0.1' });
    await buyer.call('amendOrder', { body: { ...target(order), price: '50100', qty: '0.12' } });
    await place(seller, { side: 'SELL', price: '50100', qty: '0.05' });
    await buyer.call('cancelAll', { body: { api_id: order.api_id } });
    expect((await lifeOf(buyer, order)).events.map(({ status, cause }) => `${cause} ${status}`)).toEqual([
      'PLACED UNFILLED',
      'AMENDED UNFILLED',
      'FILLED PARTIALLY_FILLED',
      'CANCELED_BY_CANCEL_ALL CANCELED',
    ]);
    const life = await lifeOf(buyer, order);
    expect(life.events[1]?.changes).toEqual([
      { field: 'price', from: '50000', to: '50100' },
      { field: 'qty', from: '0.1', to: '0.12' },
    ]);
    expect(life.events[2]?.fills).toMatchObject([{ price: '50100', qty: '0.05', liquidity: 'MAKER', fee: '0.00005', fee_asset: 'BTC' }]);
    expect(life.order).toMatchObject({ order_id: order.order_id, filled_qty: '0.05', status: 'CANCELED' });
  });

  it('links the legs of a pair', async () => {
    const api_id = await accountOf(buyer);
    await place(seller, { side: 'SELL', price: '50000', qty: '0.001' });
    await place(buyer, { side: 'BUY', price: '50000', qty: '0.001' });
    const pair = await buyer.call('doOrder', {
      body: {
        api_id,
        ...market,
        side: 'SELL',
        type: 'LIMIT',
        qty: '0.01',
        trigger_kind: 'OCO',
        take_profit: { type: 'LIMIT', price: '52000' },
        stop_loss: { type: 'STOP_MARKET', trigger_price: '49000' },
      },
    });
    const [first, second] = pair as [OrderView, OrderView];
    await buyer.call('cancelOrder', { body: target(first) });
    expect((await lifeOf(buyer, first)).related.map((one) => one.status)).toEqual(['CANCELED']);
    expect((await lifeOf(buyer, first)).related[0]?.order_id).toBe(second.order_id);
    expect((await lifeOf(buyer, second)).events.at(-1)).toMatchObject({ status: 'CANCELED' });
  });

  it('has amendments that were refused, with who refused them and why', async () => {
    const order = await place(buyer, { side: 'BUY', price: '45000', qty: '0.1' });
    const amend = (change: { readonly price: string }) => buyer.call('amendOrder', { body: { ...target(order), ...change } });
    await expect(amend({ price: '45000.001' })).rejects.toThrow('ORDER_PRICE_OFF_GRID');
    await expect(amend({ price: '900000' })).rejects.toThrow('ORDER_PRICE_OUT_OF_BAND');
    // Lines of one millisecond have no order of their own.
    expect((await lifeOf(buyer, order)).events.length).toBe(3);
    await buyer.call('cancelOrder', { body: target(order) });
    expect((await lifeOf(buyer, order)).events.map(({ cause, refusal }) => `${cause} ${refusal?.code ?? ''}`)).toEqual([
      'PLACED ',
      'AMEND_DENIED ORDER_PRICE_OFF_GRID',
      'AMEND_REFUSED ORDER_PRICE_OUT_OF_BAND',
      'CANCELED_BY_USER ',
    ]);
    expect((await lifeOf(buyer, order)).events[2]).toMatchObject({
      status: 'UNFILLED',
      changes: [{ field: 'price', from: '45000', to: '900000' }],
      refusal: { by: 'VENUE', params: { field: 'price' } },
    });
  });

  it('is one line long for an order that was denied, which stands in the owner’s history and nowhere else', async () => {
    await expect(place(buyer, { side: 'BUY', price: '50000', qty: '8000', client_order_id: 'denied-once' })).rejects.toThrow(
      'ORDER_INSUFFICIENT_BALANCE',
    );
    const denied = async (client: HttpClient) => (await client.call('orderHistory', { query: { status: 'DENIED', limit: 10 } })).results;
    expect((await denied(buyer)).length).toBe(1);
    const [order] = (await denied(buyer)) as [OrderView];
    expect(order).toMatchObject({ client_order_id: 'denied-once', side: 'BUY', price: '50000', qty: '8000', filled_qty: '0' });
    expect((await lifeOf(buyer, order)).events).toMatchObject([
      { status: 'DENIED', cause: 'DENIED', refusal: { by: 'HOUSE', code: 'ORDER_INSUFFICIENT_BALANCE', params: { asset: 'USDT' } } },
    ]);
    expect(await denied(seller)).toEqual([]);
    expect((await buyer.call('openOrders', { query: {} })).some(({ order_id }) => order_id === order.order_id)).toBe(false);
    const again = await place(buyer, { side: 'BUY', price: '49000', qty: '0.01', client_order_id: 'denied-once' });
    await buyer.call('cancelOrder', { body: target(again) });
  });

  it('has its refusals in one list for the owner since a time: orders that never came to be and amendments, with the reason', async () => {
    const order = await place(buyer, { side: 'BUY', price: '45000', qty: '0.1' });
    const refusalsOf = (client: HttpClient, from: number) => client.call('orderRefusals', { query: { from } });
    const [latest] = await refusalsOf(buyer, 0);
    const from = (latest?.time ?? 0) + 1;
    await expect(buyer.call('amendOrder', { body: { ...target(order), price: '45000.001' } })).rejects.toThrow('ORDER_PRICE_OFF_GRID');
    await expect(place(buyer, { side: 'BUY', price: '50000', qty: '8000' })).rejects.toThrow('ORDER_INSUFFICIENT_BALANCE');
    expect(await refusalsOf(buyer, from)).toMatchObject([
      { amends: false, order: { status: 'DENIED', qty: '8000' }, refusal: { by: 'HOUSE', code: 'ORDER_INSUFFICIENT_BALANCE' } },
      { amends: true, order: { order_id: order.order_id, status: 'UNFILLED' }, refusal: { code: 'ORDER_PRICE_OFF_GRID', repeats: 0 } },
    ]);
    expect(await refusalsOf(seller, from)).toEqual([]);
    const theirs = { from, api_ids: String(order.api_id) };
    await expect(seller.call('orderRefusals', { query: theirs })).rejects.toThrow('ACCESS_ACCOUNT');
    await buyer.call('cancelOrder', { body: target(order) });
  });

  it('is told to the owner only', async () => {
    const order = await place(buyer, { side: 'BUY', price: '49000', qty: '0.1' });
    expect((await lifeOf(buyer, order)).events.length).toBe(1);
    await expect(lifeOf(seller, order)).rejects.toThrow('ACCESS_ACCOUNT');
    await expect(lifeOf(seller, { ...order, api_id: await accountOf(seller) })).rejects.toThrow('ORDER_UNKNOWN');
    await buyer.call('cancelOrder', { body: target(order) });
  });
});

describe('filters of the history', () => {
  it('narrow by side, type, status and time on the server', async () => {
    const sold = await place(seller, { side: 'SELL', price: '51000', qty: '0.01' });
    await seller.call('cancelOrder', { body: target(sold) });
    const idsOf = async (query: Parameters<typeof seller.call<'orderHistory'>>[1]) =>
      (await seller.call('orderHistory', query)).results.map(({ order_id }) => order_id);
    expect(await idsOf({ query: { status: 'CANCELED', side: 'SELL', type: 'LIMIT' } })).toContain(sold.order_id);
    const { results } = await seller.call('userOrders', { query: { side: 'SELL', limit: 1 } });
    expect(results.map(({ order_id }) => order_id)).toEqual([sold.order_id]);
    expect(await idsOf({ query: { side: 'BUY' } })).not.toContain(sold.order_id);
    expect(await idsOf({ query: { type: 'MARKET' } })).toEqual([]);
    expect(await idsOf({ query: { status: 'FILLED' } })).not.toContain(sold.order_id);
    expect(await idsOf({ query: { to: sold.create_time } })).not.toContain(sold.order_id);
    expect(await idsOf({ query: { from: sold.create_time, exchange: 'tessera', symbol: 'BTCUSDT' } })).toContain(sold.order_id);
  });
});

describe('an export', () => {
  it('is the list that the same filters show, as a table with a byte order mark and exact decimals', async () => {
    const { results } = await buyer.call('fills', { query: { side: 'BUY' } });
    const response = await download(buyer, 'fillsExport', '?side=BUY');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = await linesOf(response);
    expect(lines[0]).toBe('\uFEFFtime,market,api_id,order_id,trade_id,side,price,qty,fee,fee_asset,liquidity');
    expect(lines.slice(1, -1)).toEqual(
      results.map((fill) =>
        [
          new Date(fill.time).toISOString(),
          fill.id,
          fill.api_id,
          fill.order_id,
          fill.trade_id,
          fill.side,
          fill.price,
          fill.qty,
          fill.fee,
          fill.fee_asset,
          fill.liquidity,
        ].join(','),
      ),
    );
    const history = await linesOf(await download(buyer, 'orderHistoryExport', '?status=CANCELED'));
    expect(history).toHaveLength((await buyer.call('orderHistory', { query: { status: 'CANCELED' } })).results.length + 2);
  });

  it('of a ledger has the lines of the accounts in the period that was asked for', async () => {
    const { results } = await buyer.call('ledger', { query: { kind: 'TRADE', limit: 500 } });
    const first = results.at(-1)?.time ?? 0;
    const lines = await linesOf(await download(buyer, 'ledgerExport', `?kind=TRADE&from=${first + 1}`));
    expect(lines[0]).toBe('\uFEFFtime,exchange,api_id,account_type,symbol,asset,amount,kind,reference,entry_id,balance,movement');
    expect(lines.slice(1, -1)).toEqual(
      results
        .filter(({ time }) => time > first)
        .map((one) =>
          [
            new Date(one.time).toISOString(),
            ...[one.exchange, one.api_id, one.account_type, '', one.asset, one.amount, one.kind, one.reference, one.entry_id, '', ''],
          ].join(','),
        ),
    );
    expect((await download(buyer, 'ledgerExport', `?api_ids=${await accountOf(seller)}`)).status).toBe(403);
  });

  it("refuses other people's accounts, and guests, in the usual envelope", async () => {
    const foreign = await download(buyer, 'fillsExport', `?api_ids=${await accountOf(seller)}`);
    expect([foreign.status, ((await foreign.json()) as { code: number }).code]).toEqual([403, 40303]);
    expect((await download(server.guest(), 'closesExport')).status).toBe(401);
  });
});

describe('positions', () => {
  it('show what was bought with its average cost, and what came by transfer without; sells have a result', async () => {
    const api_id = await accountOf(buyer);
    const row = async (isCosted: boolean) =>
      (await buyer.call('positions', { query: { api_ids: String(api_id) } })).find(
        ({ asset, avg_price }) => asset === 'BTC' && (avg_price !== null) === isCosted,
      );
    // 0.05 at 50,100 and 0.001 at 50,000, each less a fee of 0.1 %.
    expect((await row(true))?.qty).toBe('0.050949');
    expect(await row(true)).toMatchObject({ cost: '2555', avg_price: '50148.18740309', mark: '50000', realised: '0', quote: 'USDT' });
    expect(await row(false)).toMatchObject({ qty: '2', cost: null, unrealised: null });

    await place(seller, { side: 'BUY', price: '51000', qty: '0.02' });
    await place(buyer, { side: 'SELL', price: '51000', qty: '0.02' });
    expect((await buyer.call('closes', { query: {} })).results.length).toBe(1);
    const [close] = (await buyer.call('closes', { query: {} })).results;
    // 0.02 × 51,000 − 1.02 fee − 0.02 × the average.
    expect(close).toMatchObject({
      qty: '0.02',
      closed_qty: '0.02',
      avg_price: '50148.18740309',
      realised: expect.stringMatching(/^16\.01625/),
    });
    expect((await row(true))?.qty).toBe('0.030949');
    expect(await linesOf(await download(buyer, 'closesExport'))).toHaveLength(3);
  });
});

describe('lots that self-trade prevention takes', () => {
  it('are told everywhere, of a taker that traded nothing and rests: answer, account topic, open orders, life and history', async () => {
    const probe = await StreamProbe.open(server.url);
    const own = await place(buyer, { side: 'SELL', price: '52000', qty: '0.02' });
    await probe.request({ op: 'auth', token: buyer.token });
    await probe.request({ op: 'subscribe', topics: ['orders'] });
    const taker = await place(buyer, { side: 'BUY', price: '52000', qty: '0.05', stp: 'DECREMENT' });
    const smaller = { order_id: taker.order_id, status: 'UNFILLED', filled_qty: '0', prevented_qty: '0.02', cause: 'EXPIRED_SELF_TRADE' };
    expect(taker).toMatchObject(smaller);
    await probe.until(() => JSON.stringify(probe.ofTopic('orders')).includes('"prevented_qty":"0.02","status":"UNFILLED"'));
    expect((await buyer.call('openOrders', { query: {} })).find(({ order_id }) => order_id === taker.order_id)).toMatchObject(smaller);
    const stored = await lifeOf(buyer, taker);
    expect(stored.order).toMatchObject(smaller);
    expect(stored.events.map(({ cause, status, prevented_qty }) => `${cause} ${status} ${prevented_qty}`)).toEqual([
      'PLACED UNFILLED 0',
      'EXPIRED_SELF_TRADE UNFILLED 0.02',
    ]);
    expect((await lifeOf(buyer, own)).events.at(-1)).toMatchObject({ status: 'EXPIRED', prevented_qty: '0.02' });
    await buyer.call('cancelOrder', { body: target(taker) });
    const { results } = await buyer.call('orderHistory', { query: { limit: 5 } });
    expect(results.find(({ order_id }) => order_id === taker.order_id)).toMatchObject({ status: 'CANCELED', prevented_qty: '0.02' });
    probe.close();
  });

  it('are none when the rest of an amount is worth less than one lot', async () => {
    for (const stp of ['EXPIRE_MAKER', 'EXPIRE_BOTH'] as const) {
      await place(seller, { side: 'SELL', price: '52000', qty: '0.01' });
      const own = await place(buyer, { side: 'SELL', price: '52000', qty: '0.02' });
      const amount = { api_id: own.api_id, ...market, side: 'BUY', type: 'MARKET', quote_amount: '520.3', stp } as const;
      const [bought] = await buyer.call('doOrder', { body: amount });
      expect(bought).toMatchObject({ status: 'FILLED', filled_qty: '0.01', prevented_qty: '0' });
      const open = await buyer.call('openOrders', { query: {} });
      expect(open.find(({ order_id }) => order_id === own.order_id)).toMatchObject({ status: 'UNFILLED', prevented_qty: '0' });
      await buyer.call('cancelOrder', { body: target(own) });
    }
  });
});
