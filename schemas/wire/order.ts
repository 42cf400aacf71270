import { type Static, Type } from '@sinclair/typebox';
import { movementKinds } from '../../core/domain/accounts/money-movement.ts';
import { liquiditySides, orderSides } from '../../core/domain/orders/order.ts';
import {
  AccountTypeName,
  ApiId,
  ClientOrderId,
  Decimal,
  ExchangeId,
  InstrumentIdText,
  nullable,
  OrderId,
  oneOf,
  SignedDecimal,
  SymbolName,
  strict,
  TimeMs,
} from '../common.ts';
import { ApiIds, CsvText, FillsExport, FillsPage, LedgerExport, LedgerPage, OrdersExport, OrdersPage, pageOf } from './history-query.ts';
import { requestProperties, viewProperties } from './order-shapes.ts';
import { route } from './route.ts';

const tag = 'Orders';

/** Open orders in one reply or snapshot: the newest ones. */
export const mostOpenOrders = 1_000;
const market = { exchange: ExchangeId, symbol: SymbolName, account_type: AccountTypeName };

/** Which fields a type needs or forbids is checked by the trading room, which names the field. */
export const OrderRequest = strict({ ...market, ...requestProperties() });
export type OrderRequest = Static<typeof OrderRequest>;

export const OrderView = strict({ id: InstrumentIdText, ...viewProperties() });
export type OrderView = Static<typeof OrderView>;

export const FillView = strict({
  id: InstrumentIdText,
  trade_id: Type.String(),
  order_id: OrderId,
  api_id: ApiId,
  side: oneOf(orderSides),
  liquidity: oneOf(liquiditySides),
  price: Decimal,
  qty: Decimal,
  fee: Decimal,
  fee_asset: Type.String(),
  time: TimeMs,
});
export type FillView = Static<typeof FillView>;

export const BalanceView = strict({
  exchange: ExchangeId,
  api_id: ApiId,
  account_type: AccountTypeName,
  /** Market of an isolated margin account; absent otherwise. */
  symbol: Type.Optional(SymbolName),
  asset: Type.String(),
  total: Decimal,
  held: Decimal,
  available: Decimal,
});
export type BalanceView = Static<typeof BalanceView>;

export const LedgerEntryView = strict({
  exchange: ExchangeId,
  entry_id: Type.String(),
  kind: Type.String(),
  reference: Type.String(),
  api_id: ApiId,
  account_type: AccountTypeName,
  /** Market of an isolated margin account; absent otherwise. */
  symbol: Type.Optional(SymbolName),
  asset: Type.String(),
  amount: SignedDecimal,
  /** Of the asset in the account with this line; absent where lines of one kind are asked for. */
  balance: Type.Optional(SignedDecimal),
  /** The movement that has brought its money from outside the exchange, or taken it there; null: none. */
  movement: Type.Optional(nullable(oneOf(movementKinds))),
  time: TimeMs,
});
export type LedgerEntryView = Static<typeof LedgerEntryView>;

/** How much a balance has changed since a time: by trading, its fees and funding, and by what was moved in or out. The sum of all is the whole change. */
export const BalanceChangeView = strict({
  exchange: ExchangeId,
  api_id: ApiId,
  account_type: AccountTypeName,
  /** Market of an isolated margin account; absent otherwise. */
  symbol: Type.Optional(SymbolName),
  asset: Type.String(),
  traded: SignedDecimal,
  /** What was moved within each quarter of an hour, by its end; quarters in which nothing was moved are left out. */
  moves: Type.Array(strict({ amount: SignedDecimal, time: TimeMs })),
});
export type BalanceChangeView = Static<typeof BalanceChangeView>;

/** What became of an order. `ABSENT`: at `as_of` of the server's clock its exchange had taken no such order; `UNSURE`: to be asked again. */
export const OrderFateView = Type.Union([
  strict({ state: Type.Literal('PLACED'), order: OrderView }),
  strict({ state: Type.Literal('ABSENT'), as_of: TimeMs }),
  strict({ state: Type.Literal('UNSURE') }),
]);
export type OrderFateView = Static<typeof OrderFateView>;

export const orderRoutes = {
  doOrder: route({
    method: 'POST',
    path: '/order/doOrder',
    tag,
    summary: 'Places an order, a pair or a bracket',
    access: { account: 'trade' },
    rate: 'order',
    key: 'trade',
    dated: true,
    body: OrderRequest,
    reply: Type.Array(OrderView),
  }),
  amendOrder: route({
    method: 'POST',
    path: '/order/amendOrder',
    tag,
    summary: 'Changes price, total quantity or trigger of an open order',
    access: { account: 'trade' },
    rate: 'order',
    key: 'trade',
    dated: true,
    body: strict({
      api_id: ApiId,
      ...market,
      order_id: OrderId,
      price: Type.Optional(Decimal),
      qty: Type.Optional(Decimal),
      trigger_price: Type.Optional(Decimal),
    }),
    reply: OrderView,
  }),
  cancelOrder: route({
    method: 'POST',
    path: '/order/cancelOrder',
    tag,
    summary: 'Cancels an open order',
    access: 'session',
    rate: 'cancel',
    key: 'trade',
    body: strict({ api_id: ApiId, ...market, order_id: OrderId }),
    reply: OrderView,
  }),
  cancelAll: route({
    method: 'POST',
    path: '/order/cancelAll',
    tag,
    summary: 'Cancels all open orders of an account, of one market or of all of its exchange',
    access: 'session',
    rate: 'cancel',
    key: 'trade',
    body: strict({ api_id: ApiId, symbol: Type.Optional(SymbolName), account_type: Type.Optional(AccountTypeName) }),
    reply: Type.Array(OrderView),
  }),
  findOrder: route({
    method: 'GET',
    path: '/order/find',
    tag,
    summary: 'What became of an order, by the id that its sender gave it: also of one whose placing had no answer',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({
      api_id: ApiId,
      account_type: AccountTypeName,
      /** Market of an isolated margin account; absent otherwise. */
      symbol: Type.Optional(SymbolName),
      client_order_id: ClientOrderId,
    }),
    reply: OrderFateView,
  }),
  openOrders: route({
    method: 'GET',
    path: '/user/api/order/open/list',
    tag,
    summary: `Open orders, newest first, ${mostOpenOrders} at most; older ones are in the history by their status`,
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_ids: ApiIds }),
    reply: Type.Array(OrderView),
  }),
  userOrders: route({
    method: 'GET',
    path: '/order/user/list',
    tag,
    summary: 'Own orders of every status, newest first, in pages',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: OrdersPage,
    reply: pageOf(OrderView),
  }),
  orderHistory: route({
    method: 'GET',
    path: '/user/api/order/history/list',
    tag,
    summary: 'Ended orders, newest first, in pages',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: OrdersPage,
    reply: pageOf(OrderView),
  }),
  orderHistoryExport: route({
    method: 'GET',
    path: '/user/api/order/history/export',
    tag,
    summary: 'Ended orders, complete, as CSV',
    access: 'session',
    rate: 'heavy',
    key: 'read',
    query: OrdersExport,
    media: 'text/csv',
    reply: CsvText,
  }),
  fills: route({
    method: 'GET',
    path: '/order/fills/list',
    tag,
    summary: 'Own fills, newest first, in pages',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: FillsPage,
    reply: pageOf(FillView),
  }),
  fillsExport: route({
    method: 'GET',
    path: '/order/fills/export',
    tag,
    summary: 'Own fills, complete, as CSV',
    access: 'session',
    rate: 'heavy',
    key: 'read',
    query: FillsExport,
    media: 'text/csv',
    reply: CsvText,
  }),
  balances: route({
    method: 'GET',
    path: '/user/api/balance/list',
    tag: 'Balances',
    summary: 'Balances of accounts',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_ids: ApiIds }),
    reply: Type.Array(BalanceView),
  }),
  balanceChanges: route({
    method: 'GET',
    path: '/user/api/balance/changes',
    tag: 'Balances',
    summary: 'How much trading and transfers have changed balances since a time of the last 48 hours',
    access: 'session',
    rate: 'sum',
    key: 'read',
    query: strict({ api_ids: ApiIds, from: TimeMs }),
    reply: Type.Array(BalanceChangeView),
  }),
  ledger: route({
    method: 'GET',
    path: '/user/api/ledger/list',
    tag: 'Balances',
    summary: 'Ledger lines of accounts, newest first, in pages',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: LedgerPage,
    reply: pageOf(LedgerEntryView),
  }),
  ledgerExport: route({
    method: 'GET',
    path: '/user/api/ledger/export',
    tag: 'Balances',
    summary: 'Ledger lines of accounts, complete, as CSV',
    access: 'session',
    rate: 'heavy',
    key: 'read',
    query: LedgerExport,
    media: 'text/csv',
    reply: CsvText,
  }),
} as const;
