import { type Static, Type } from '@sinclair/typebox';
import { instrumentStates } from '../../core/domain/markets/instrument.ts';
import { mostOpenOrders } from '../../core/domain/markets/market-terms.ts';
import { Decimal, ExchangeId, InstrumentIdText, nullable, oneOf, strict } from '../common.ts';
import { type RouteAccess, route } from './route.ts';

const tag = 'Administration';
const access: RouteAccess = { roles: ['admin'] };
const OpenOrders = Type.Integer({ minimum: 0, maximum: mostOpenOrders });

const filters = { tick: Decimal, lot: Decimal, min_qty: Decimal, max_qty: Decimal, min_notional: Decimal, price_band: Decimal };

/** A market of an open exchange as an administrator sees it. */
export const AdminMarketView = strict({
  id: InstrumentIdText,
  exchange: ExchangeId,
  exchange_title: Type.String(),
  symbol: Type.String(),
  state: oneOf(instrumentStates),
  /** Of an exchange whose terms nobody changes here it is false. */
  changeable: Type.Boolean(),
  ...filters,
  /** Open orders of an account; null where the exchange does not say. */
  max_resting: nullable(OpenOrders),
  max_waiting: nullable(OpenOrders),
  maker_fee: Decimal,
  taker_fee: Decimal,
});
export type AdminMarketView = Static<typeof AdminMarketView>;

/** What is not named stays; the reason stands in the audit. */
const TermsChange = strict({
  id: InstrumentIdText,
  tick: Type.Optional(Decimal),
  lot: Type.Optional(Decimal),
  min_qty: Type.Optional(Decimal),
  max_qty: Type.Optional(Decimal),
  min_notional: Type.Optional(Decimal),
  price_band: Type.Optional(Decimal),
  max_resting: Type.Optional(OpenOrders),
  max_waiting: Type.Optional(OpenOrders),
  reason: Type.String({ minLength: 3, maxLength: 500 }),
});

export const marketTermsRoutes = {
  adminMarkets: route({
    method: 'GET',
    path: '/admin/exchange/markets',
    tag,
    summary: 'Markets of the open exchanges with their terms and fees of now',
    access,
    rate: 'read',
    reply: Type.Array(AdminMarketView),
  }),
  adminMarketTerms: route({
    method: 'POST',
    path: '/admin/exchange/terms/market',
    tag,
    summary:
      'Filters, price band and limits of a market for orders sent from now on; those that are open stay. Tick and lot are multiples of those that it counts in',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: TermsChange,
    reply: AdminMarketView,
  }),
} as const;
