import { type Static, Type } from '@sinclair/typebox';
import { accountTypes } from '../../core/domain/markets/instrument.ts';
import { ApiId, Decimal, ExchangeId, InstrumentIdText, oneOf, strict } from '../common.ts';
import { type RouteAccess, route } from './route.ts';

const tag = 'Administration';
const access: RouteAccess = { roles: ['admin'] };

/** Fractions from 0 to 1, of six decimals at most. */
const MarketFees = strict({ id: InstrumentIdText, maker_fee: Decimal, taker_fee: Decimal });
const FeeTier = strict({
  exchange: ExchangeId,
  tier: Type.Integer({ minimum: 0, maximum: 99 }),
  maker_share: Decimal,
  taker_share: Decimal,
});
const AccountDiscount = strict({ api_id: ApiId, discount: Decimal });
/** It stands in the audit. */
const Reason = Type.String({ minLength: 3, maxLength: 500 });

/** What an open exchange charges beside the fees of its markets. */
export const AdminExchangeFeesView = strict({
  exchange: ExchangeId,
  exchange_title: Type.String(),
  /** From 0 on. */
  tiers: Type.Array(strict({ tier: Type.Integer({ minimum: 0 }), maker_share: Decimal, taker_share: Decimal })),
  /** Accounts that are let off something, with the tier that it is let off of. */
  discounts: Type.Array(
    strict({ api_id: ApiId, account_type: oneOf(accountTypes), tier: Type.Integer({ minimum: 0 }), discount: Decimal }),
  ),
});
export type AdminExchangeFeesView = Static<typeof AdminExchangeFeesView>;

export const exchangeFeeRoutes = {
  adminExchangeFees: route({
    method: 'GET',
    path: '/admin/exchange/fees',
    tag,
    summary:
      'Tiers of the open exchanges and discounts of accounts as they hold now; an exchange whose fees nobody changes here is not among them',
    access,
    rate: 'read',
    reply: Type.Array(AdminExchangeFeesView),
  }),
  adminMarketFees: route({
    method: 'POST',
    path: '/admin/exchange/fees/market',
    tag,
    summary: 'Fees of a market from its next fill on; they stay until its exchange itself charges something else',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ ...MarketFees.properties, reason: Reason }),
    reply: MarketFees,
  }),
  adminFeeTier: route({
    method: 'POST',
    path: '/admin/exchange/fees/tier',
    tag,
    summary:
      "What accounts of a tier pay of an exchange's fees from their next fill on; it stays until the exchange's own schedule changes",
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ ...FeeTier.properties, reason: Reason }),
    reply: FeeTier,
  }),
  adminAccountDiscount: route({
    method: 'POST',
    path: '/admin/account/discount',
    tag,
    summary: 'What an account is let off of what its tier pays, from its next fill on',
    access,
    rate: 'change',
    confirm: 'fresh',
    body: strict({ ...AccountDiscount.properties, reason: Reason }),
    reply: AccountDiscount,
  }),
} as const;
