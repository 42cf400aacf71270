import { type Static, Type } from '@sinclair/typebox';
import { AccountTypeName, ApiId, Decimal, ExchangeId, nullable, SymbolName, strict } from '../common.ts';
import { ApiIds, pageOf } from './history-query.ts';
import { BalanceView } from './order.ts';
import { route } from './route.ts';

/** What one asset is over accounts, and worth. */
export const CurrencyBalanceView = strict({
  asset: Type.String(),
  total: Decimal,
  held: Decimal,
  available: Decimal,
  /** Accounts, by api account and type, that have some. */
  accounts: Type.Integer({ minimum: 1 }),
  /** Of all of it, in the reply's currency; null: nobody knows what the asset is worth now. */
  value: nullable(Decimal),
});
export type CurrencyBalanceView = Static<typeof CurrencyBalanceView>;

export const CurrencyBalancesView = strict({
  /** What is valued in: the one that was asked for, else the reader's own; USDT while nobody knows what that one is worth. */
  currency: Type.String(),
  /** Of everything whose worth is known. */
  total_value: Decimal,
  currencies: Type.Array(CurrencyBalanceView),
});
export type CurrencyBalancesView = Static<typeof CurrencyBalancesView>;

/** An api account and type that have something of at least one asset. */
export const BalanceAccountView = strict({
  exchange: ExchangeId,
  api_id: ApiId,
  account_type: AccountTypeName,
  /** Market of an isolated margin account; absent otherwise. */
  symbol: Type.Optional(SymbolName),
  /** Of which there is something, in order. */
  assets: Type.Array(Type.String()),
});
export type BalanceAccountView = Static<typeof BalanceAccountView>;

/** What of a free amount the caller may trade, and what he may move to another account, now: all of it, or nothing; of an API key, what the key may. */
export const AllowedBalanceView = strict({
  exchange: ExchangeId,
  api_id: ApiId,
  account_type: AccountTypeName,
  symbol: Type.Optional(SymbolName),
  asset: Type.String(),
  available: Decimal,
  tradable: Decimal,
  movable: Decimal,
});
export type AllowedBalanceView = Static<typeof AllowedBalanceView>;

export const AllBalancesView = strict({
  ...CurrencyBalancesView.properties,
  accounts: Type.Array(BalanceAccountView),
  balances: Type.Array(BalanceView),
});
export type AllBalancesView = Static<typeof AllBalancesView>;

/** An asset's code; what is not valued in it is valued in USDT. */
export const currencyPattern = /^[A-Z0-9]{2,20}$/;
const Currency = Type.Optional(Type.String({ pattern: currencyPattern.source }));
const read = { method: 'GET', tag: 'Balances', access: 'session', rate: 'read', key: 'read' } as const;

/** What lies in accounts that the caller may look at, told in five ways. What is nothing of an asset is left out. */
export const balanceRoutes = {
  balanceCurrency: route({
    ...read,
    path: '/user/api/balance/currency',
    summary: 'What accounts hold of each asset together, and what that is worth',
    query: strict({ api_ids: ApiIds, currency: Currency }),
    reply: CurrencyBalancesView,
  }),
  balanceUnique: route({
    ...read,
    path: '/user/api/balance/unique',
    summary: 'Accounts, by api account and type, that hold something',
    query: strict({ api_ids: ApiIds }),
    reply: Type.Array(BalanceAccountView),
  }),
  balanceAllow: route({
    ...read,
    path: '/user/api/balance/allow',
    summary: 'What the caller may trade and move of each free balance',
    query: strict({ api_ids: ApiIds }),
    reply: Type.Array(AllowedBalanceView),
  }),
  balanceDataList: route({
    ...read,
    path: '/user/api/balance/data/list',
    summary: 'Balances of accounts by account and asset, in pages',
    query: strict({
      api_ids: ApiIds,
      exchange: Type.Optional(ExchangeId),
      asset: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{1,20}$' })),
      /** From the last page's `next`. */
      cursor: Type.Optional(Type.String({ maxLength: 120 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    reply: pageOf(BalanceView),
  }),
  balanceAll: route({
    ...read,
    path: '/user/api/balance/all',
    summary: 'Balances by asset with their worth, by account, and each, as they are at one moment',
    query: strict({ api_ids: ApiIds, currency: Currency }),
    reply: AllBalancesView,
  }),
} as const;
