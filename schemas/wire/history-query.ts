import { Type } from '@sinclair/typebox';
import { orderSides, orderTypes } from '../../core/domain/orders/order.ts';
import { orderStatuses } from '../../core/domain/orders/order-status.ts';
import { ExchangeId, nullable, oneOf, SymbolName, strict, TimeMs } from '../common.ts';

/** Comma-separated api ids; absent: all of the user's accounts. */
export const ApiIds = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,99}$' }));

/** Whose, where and when: `from` is inclusive, `to` is not. */
const accountFilters = {
  api_ids: ApiIds,
  exchange: Type.Optional(ExchangeId),
  from: Type.Optional(TimeMs),
  to: Type.Optional(TimeMs),
};
const marketFilters = { ...accountFilters, symbol: Type.Optional(SymbolName) };
const fillFilters = { ...marketFilters, side: Type.Optional(oneOf(orderSides)) };
const orderFilters = { ...fillFilters, status: Type.Optional(oneOf(orderStatuses)), type: Type.Optional(oneOf(orderTypes)) };

const paging = {
  /** From the last page's `next`. */
  cursor: Type.Optional(Type.String({ maxLength: 120 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
};

/** The filters of each list: those of a page have a place in it, those of an export take everything. */
export const OrdersPage = strict({ ...orderFilters, ...paging });
export const OrdersExport = strict(orderFilters);
export const FillsPage = strict({ ...fillFilters, ...paging });
export const FillsExport = strict(fillFilters);
export const ClosesPage = strict({ ...marketFilters, ...paging });
export const ClosesExport = strict(marketFilters);
/** `kind`: entries of this kind alone, such as TRANSFER. */
const ledgerFilters = { ...accountFilters, kind: Type.Optional(Type.String({ pattern: '^[A-Z_]{1,32}$' })) };
export const LedgerPage = strict({ ...ledgerFilters, ...paging });
export const LedgerExport = strict(ledgerFilters);

export const pageOf = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  strict({ results: Type.Array(item), next: nullable(Type.String()) });

/** A table as text (RFC 4180), in pieces; an export is never held in memory as a whole. */
export const CsvText = Type.Unsafe<AsyncIterable<string>>({ type: 'string' });
