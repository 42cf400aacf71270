import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ProductRoutes } from '../../../schemas/wire/index.ts';
import type { LayoutView } from '../../../schemas/wire/layout.ts';
import type { TickerView } from '../../../schemas/wire/market.ts';
import type { FillView, OrderFateView, OrderRequest, OrderView } from '../../../schemas/wire/order.ts';
import type { QueryOf } from '../../../schemas/wire/route.ts';
import { type AskedOf, type HouseOf, houseWords, type OwnWord } from '../../contract/house-words.ts';
import type { Ticker } from '../../contract/market.ts';
import type { Fill, Order, OrderFate, OrderIntent } from '../../contract/trading.ts';
import { askedInWire, heardInHouse, toldInHouse } from './calls.ts';

const order: OrderView = {
  id: 'aurora/BTCUSDT/spot',
  create_time: 1,
  update_time: 2,
  api_id: 7,
  order_id: '12',
  client_order_id: 'mine',
  side: 'BUY',
  type: 'LIMIT',
  time_in_force: 'GTC',
  price: '100',
  trigger_price: null,
  qty: '1',
  quote_amount: null,
  filled_qty: '0',
  filled_quote: '0',
  prevented_qty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  trigger_kind: null,
  pair_id: null,
  parent_id: null,
  stp: 'NONE',
  position_side: 'BOTH',
  reduce_only: false,
};

const inHouse: Order = {
  exchange: 'aurora',
  instrumentId: 'aurora/BTCUSDT/spot',
  createdMs: 1,
  updatedMs: 2,
  apiId: 7,
  orderId: '12',
  clientOrderId: 'mine',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '100',
  triggerPrice: null,
  qty: '1',
  quoteAmount: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  triggerKind: null,
  pairId: null,
  parentId: null,
  stp: 'NONE',
  positionSide: 'BOTH',
  reduceOnly: false,
};

describe('the words at the door', () => {
  it('have one of the wire for each of the house', () => {
    expect(new Set(Object.values(houseWords)).size).toBe(Object.keys(houseWords).length);
  });

  it('make of what the wire tells what the contract speaks of', () => {
    expectTypeOf<HouseOf<OrderView>>().toExtend<Order>();
    expectTypeOf<HouseOf<FillView>>().toExtend<Fill>();
    expectTypeOf<HouseOf<OrderFateView>>().toExtend<OrderFate>();
    expectTypeOf<HouseOf<TickerView>>().toExtend<Ticker>();
    expectTypeOf<keyof HouseOf<LayoutView, OwnWord>>().toEqualTypeOf<'id' | 'name' | 'version' | 'revision' | 'updatedMs' | 'content'>();
    expectTypeOf<OrderIntent>().toExtend<AskedOf<OrderRequest>>();
    expectTypeOf<AskedOf<QueryOf<ProductRoutes['orderHistory']>>['apiIds']>().toEqualTypeOf<readonly number[] | undefined>();
  });
});

describe('what is told', () => {
  it('comes in the words of the house, in lists and pages and within others', () => {
    expect(toldInHouse('openOrders', [order])).toEqual([inHouse]);
    expect(toldInHouse('userOrders', { results: [order], next: 'more' })).toEqual({ results: [inHouse], next: 'more' });
    expect(toldInHouse('findOrder', { state: 'PLACED', order })).toEqual({ state: 'PLACED', order: inHouse });
    expect(toldInHouse('findOrder', { state: 'ABSENT', as_of: 5 })).toEqual({ state: 'ABSENT', asOfMs: 5 });
    expect(toldInHouse('openOrders', [{ ...order, watched_price: 'INDEX' }])).toEqual([{ ...inHouse, watchedPrice: 'INDEX' }]);
  });

  it('names the fields of an amendment as the house does, and leaves the parameters of a refusal alone', () => {
    const refusal = { by: 'HOUSE', code: 'ORDER_PRICE_OFF_GRID', params: { field: 'trigger_price', id: 'x', time: 1 }, repeats: 0 };
    const event = { time: 3, status: 'UNFILLED', cause: 'AMENDED', filled_qty: '0', prevented_qty: '0', fills: [], refusal };
    const changes = [{ field: 'trigger_price', from: '1', to: '2' }];
    expect(toldInHouse('orderEvents', { order, events: [{ ...event, changes }], related: [order] })).toMatchObject({
      order: inHouse,
      events: [{ timeMs: 3, filledQty: '0', changes: [{ field: 'triggerPrice', from: '1', to: '2' }], refusal }],
      related: [inHouse],
    });
  });

  it('stays as the wire has it where a call is not of the house', () => {
    expect(toldInHouse('adminVenues', [{ exchange: 'aurora', time: 4 }])).toEqual([{ exchange: 'aurora', time: 4 }]);
  });

  it('leaves what a strategy is given, asks for and keeps in mind in its own words', () => {
    const words = { start_time: 1, id: 'x', api_ids: [1] };
    const told = { instance_id: 's1', params: words, start_time: 2, limits: { max_position: '5' } };
    const inHouse = { instanceId: 's1', params: words, startedMs: 2, limits: { maxPosition: '5' } };
    expect(toldInHouse('instanceList', [told])).toEqual([inHouse]);
    expect(heardInHouse({ k: 'd', t: 'strategies', d: [told] })).toMatchObject({ d: [inHouse] });
    expect(toldInHouse('strategyTemplates', [{ schema: words, min_vip: 2 }])).toEqual([{ schema: words, minVip: 2 }]);
    expect(toldInHouse('instanceState', { instance_id: 's1', actors: [{ state: words }] })).toEqual({
      ...{ instanceId: 's1', actors: [{ state: words }] },
    });
    expect(askedInWire('strategyStart', { body: { name: 'one', params: words, limits: inHouse.limits } }).body).toEqual({
      ...{ name: 'one', params: words, limits: told.limits },
    });
  });

  it('names an alert by its id and its times in ms, by call and by topic, and is asked so', () => {
    const told = { alert_id: 'a1', instrument: order.id, watched_price: 'INDEX', raised_price: '9', raised_time: 4, create_time: 1 };
    const inHouse = { alertId: 'a1', instrument: order.id, watchedPrice: 'INDEX', raisedPrice: '9', raisedMs: 4, createdMs: 1 };
    expect(toldInHouse('alertList', [told])).toEqual([inHouse]);
    expect(heardInHouse({ k: 's', t: 'alerts', n: 1, d: [told] })).toMatchObject({ d: [inHouse] });
    const draft = { alertId: 'a1', watchedPrice: 'LAST', condition: { kind: 'CROSS', price: '9' } };
    expect(askedInWire('alertSave', { body: draft }).body).toEqual({
      ...{ alert_id: 'a1', watched_price: 'LAST', condition: { kind: 'CROSS', price: '9' } },
    });
  });

  it('names the account of switches by its id', () => {
    const told = { api_id: 7, switches: [{ about: 'everyone', instrument: null, reason: 'why', thrown_time: 1 }] };
    const { api_id: apiId, ...rest } = told;
    expect(heardInHouse({ k: 's', t: 'switches', n: 1, d: [told] })).toMatchObject({ d: [{ apiId, ...rest }] });
  });

  it('leaves the id of a layout, a message or a document as it is, and all that the client has written into one', () => {
    const content = { id: 'a', order_id: 1, panels: [{ time: 2 }] };
    expect(toldInHouse('messageList', [{ id: '1', msg_time: 4, is_read: false }])).toEqual([{ id: '1', sentMs: 4, isRead: false }]);
    expect(toldInHouse('documentGet', { key: 'k', update_time: 4, content })).toEqual({ key: 'k', updatedMs: 4, content });
    const list = { layouts: [{ id: 'x', update_time: 1 }], shared: [{ id: 's', is_default: true }], open: ['x'] };
    expect(toldInHouse('layoutList', list)).toEqual({
      ...{ layouts: [{ id: 'x', updatedMs: 1 }], shared: [{ id: 's', isDefault: true }], open: ['x'] },
    });
    expect(askedInWire('layoutReset', { body: { id: 'x', builtIn: true } }).body).toEqual({ id: 'x', built_in: true });
    const own = { id: 'x', content: { instrumentId: order.id, orderId: 1 } };
    expect(askedInWire('layoutSave', { body: own }).body).toEqual(own);
  });

  it('leaves plugins their ids and manifests, and levels by plugin their names', () => {
    const told = [{ id: 'panel-a', locked_at_vip: 2, package: { manifest: { id: 'panel-a', time: 1 } } }];
    const inHouse = [{ id: 'panel-a', lockedAtVip: 2, package: { manifest: { id: 'panel-a', time: 1 } } }];
    expect(toldInHouse('pluginList', told)).toEqual(inHouse);
    expect(heardInHouse({ k: 'e', t: 'plugins', d: told })).toMatchObject({ d: inHouse });
    const set = { role: 'user', vip_overrides: { time: 2 } };
    expect(toldInHouse('adminPluginSets', [set])).toEqual([{ role: 'user', vipOverrides: { time: 2 } }]);
    expect(askedInWire('adminPluginSetSave', { body: { vipOverrides: { time: 2 }, expected: { vipOverrides: {} } } }).body).toEqual({
      ...{ vip_overrides: { time: 2 }, expected: { vip_overrides: {} } },
    });
  });

  it('names the market that somebody follows by its id', () => {
    expect(toldInHouse('symbolSubscriptionList', [{ id: order.id, exchange: 'aurora', symbol: 'BTCUSDT', create_time: 1 }])).toEqual([
      { instrumentId: order.id, exchange: 'aurora', symbol: 'BTCUSDT', createdMs: 1 },
    ]);
    expect(askedInWire('symbolSubscriptionAdd', { body: { instrumentId: order.id } }).body).toEqual({
      ...{ exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' },
    });
  });

  it('names figures, fees and times of a backtest as the rest of the house does, by call and by topic, and is asked so', () => {
    const choice = { params: { id: 'x', time: 1 }, balances: { USDT: '1' }, maker_fee: null, latency_ms: 5, look_ahead: true };
    const inHouse = { params: { id: 'x', time: 1 }, balances: { USDT: '1' }, makerFee: null, latencyMs: 5, lookAhead: true };
    const run = { run_id: 'b1', choice, end_time: 3, figures: { total_return: 0.1, sharpe: null } };
    const told = { runId: 'b1', choice: inHouse, endedMs: 3, figures: { totalReturn: 0.1, sharpe: null } };
    expect(toldInHouse('backtestList', [run])).toEqual([told]);
    expect(heardInHouse({ k: 'd', t: 'backtests', d: [run] })).toMatchObject({ d: [told] });
    expect(askedInWire('backtestStart', { body: { name: 'one', choice: inHouse } }).body).toEqual({ name: 'one', choice });
    expect(askedInWire('backtestSteps', { query: { runId: 'b1', timeMs: 4 } }).query).toEqual({ run_id: 'b1', time: 4 });
  });

  it('leaves what a strategy heard, asked for and kept in mind in a step in its own words', () => {
    const words = { order_id: 1, id: 'x', time: 2 };
    const call = { time: 1, tag: '', hook: 'onOrder', event: words, actions: [words] };
    const told = [{ time: 1, more_calls: 0, calls: [call], sheet: { state: words, positions: [{ entry_price: '1' }] } }];
    const heard = { timeMs: 1, tag: '', hook: 'onOrder', event: words, actions: [words] };
    const inHouse = [{ timeMs: 1, moreCalls: 0, calls: [heard], sheet: { state: words, positions: [{ entryPrice: '1' }] } }];
    expect(toldInHouse('backtestSteps', { steps: told })).toEqual({ steps: inHouse });
  });

  it('comes by topic as well, from a list or alone', () => {
    expect(heardInHouse({ k: 's', t: 'orders', n: 1, d: [order] })).toEqual({ k: 's', t: 'orders', n: 1, d: [inHouse] });
    const trade = { trade_id: '9', price: '1', qty: '2', side: 'BUY', time: 5 };
    const told = { tradeId: '9', price: '1', qty: '2', side: 'BUY', timeMs: 5 };
    expect(heardInHouse({ k: 'd', t: 'trades:aurora/BTCUSDT/spot', d: trade })).toMatchObject({ d: told });
    expect(heardInHouse({ k: 'd', t: 'venues', d: { id: 'x', time: 1 } })).toMatchObject({ d: { id: 'x', time: 1 } });
  });
});

describe('what is asked', () => {
  it('names a market by its parts, and the legs of a pair in the words of the wire', () => {
    const intent = {
      apiId: 7,
      instrumentId: 'aurora/BTCUSDT/spot',
      side: 'BUY',
      type: 'LIMIT',
      takeProfit: { type: 'LIMIT', triggerPrice: '9' },
    };
    expect(askedInWire('doOrder', { body: intent })).toEqual({
      query: undefined,
      body: {
        ...{ api_id: 7, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT' },
        take_profit: { type: 'LIMIT', trigger_price: '9' },
      },
    });
  });

  it('names the one api account of both sides of a transfer once', () => {
    const move = {
      from: { apiId: 7, accountType: 'spot' },
      to: { apiId: 7, accountType: 'isolated_margin', symbol: 'BTCUSDT' },
      ...{ asset: 'USDT', amount: '5', reference: 'r1' },
    };
    expect(askedInWire('transfer', { body: move }).body).toEqual({
      ...{ api_id: 7, asset: 'USDT', amount: '5', transfer_id: 'r1' },
      from: { account_type: 'spot' },
      to: { account_type: 'isolated_margin', symbol: 'BTCUSDT' },
    });
    expect(askedInWire('transfer', { body: { ...move, to: { apiId: 8, accountType: 'spot' } } }).body).toMatchObject({
      api_id: 7,
      to: { api_id: 8, account_type: 'spot' },
    });
  });

  it('goes as it came where it is no market, for the server to refuse', () => {
    expect(askedInWire('klinesHistory', { query: { instrumentId: 'nonsense', interval: '1m' } }).query).toEqual({
      id: 'nonsense',
      interval: '1m',
    });
    expect(askedInWire('loginLogList', { query: { limit: 1, apiId: 1 } }).query).toEqual({ limit: 1, apiId: 1 });
  });
});
