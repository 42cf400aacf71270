import { type Static, Type } from '@sinclair/typebox';
import { referenceKinds } from '../../core/domain/markets/reference-price.ts';
import {
  AccountTypeName,
  ApiId,
  Decimal,
  ExchangeId,
  InstrumentIdText,
  nullable,
  OrderId,
  oneOf,
  SignedDecimal,
  strict,
  TimeMs,
} from '../common.ts';
import { ApiIds, ClosesExport, ClosesPage, CsvText, pageOf } from './history-query.ts';
import { route } from './route.ts';

const tag = 'Positions';

/**
 * What an account holds of an asset, in the market that it was bought in (core/domain/cost-basis). Coins whose cost is not
 * known have a row of their own: no cost, the asset's first market as `id`, or none when no market prices the asset.
 */
export const PositionView = strict({
  exchange: ExchangeId,
  api_id: ApiId,
  account_type: AccountTypeName,
  id: nullable(InstrumentIdText),
  asset: Type.String(),
  /** In this all prices and amounts of the row are. */
  quote: nullable(Type.String()),
  qty: Decimal,
  cost: nullable(Decimal),
  /** Average cost of one unit, rounded half up at the eighth decimal. */
  avg_price: nullable(Decimal),
  /** What one unit is worth, and by which price: the market's mark, the index, the middle of its book or its last trade. */
  mark: nullable(Decimal),
  mark_kind: nullable(oneOf(referenceKinds)),
  unrealised: nullable(SignedDecimal),
  /** Sum of what all sells in this market realised. */
  realised: SignedDecimal,
  open_time: nullable(TimeMs),
  update_time: nullable(TimeMs),
});
export type PositionView = Static<typeof PositionView>;

/** A sell and its result. `closed_qty` is the part whose cost is known; without any the results are null. */
export const CloseView = strict({
  id: InstrumentIdText,
  trade_id: Type.String(),
  order_id: OrderId,
  api_id: ApiId,
  asset: Type.String(),
  quote: Type.String(),
  qty: Decimal,
  price: Decimal,
  closed_qty: nullable(Decimal),
  avg_price: nullable(Decimal),
  fee: SignedDecimal,
  fee_asset: Type.String(),
  realised: nullable(SignedDecimal),
  time: TimeMs,
});
export type CloseView = Static<typeof CloseView>;

export const positionRoutes = {
  positions: route({
    method: 'GET',
    path: '/user/order/position/list',
    tag,
    summary: 'Spot holdings as positions: quantity, average cost, mark and result',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_ids: ApiIds }),
    reply: Type.Array(PositionView),
  }),
  closes: route({
    method: 'GET',
    path: '/user/order/position/close/list',
    tag,
    summary: 'What sells have realised, newest first, in pages',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: ClosesPage,
    reply: pageOf(CloseView),
  }),
  closesExport: route({
    method: 'GET',
    path: '/user/order/position/close/export',
    tag,
    summary: 'What sells have realised, complete, as CSV',
    access: 'session',
    rate: 'heavy',
    key: 'read',
    query: ClosesExport,
    media: 'text/csv',
    reply: CsvText,
  }),
} as const;
