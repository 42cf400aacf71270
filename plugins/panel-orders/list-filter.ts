import type { Fill, Order } from '../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { type FilterValues, inRange, type TimeRange } from '../../core/ui/index.ts';

/** What a list shows: the user's filters, over the accounts that are worked with, of one market or of all. */
export interface ListFilter {
  readonly values: FilterValues;
  readonly apiIds: readonly number[];
  /** When only this market is wanted. */
  readonly marketId: string | null;
  readonly range: TimeRange;
}

type Entry = Pick<Order, 'instrumentId' | 'apiId' | 'side'>;

function matchesEntry(entry: Entry, timeMs: number, { values, apiIds, marketId, range }: ListFilter): boolean {
  const key = parseInstrumentId(entry.instrumentId);
  return (
    apiIds.includes(entry.apiId) &&
    (values.account === undefined || values.account === String(entry.apiId)) &&
    (marketId === null || entry.instrumentId === marketId) &&
    (values.exchange === undefined || values.exchange === key?.exchange) &&
    (values.symbol === undefined || values.symbol === key?.symbol) &&
    (values.side === undefined || values.side === entry.side) &&
    inRange(timeMs, range)
  );
}

/** The same answer as the server's, for orders that are here already. The time is that of the order's creation. */
export const matchesOrder = (order: Order, filter: ListFilter): boolean =>
  matchesEntry(order, order.createdMs, filter) &&
  (filter.values.type === undefined || filter.values.type === order.type) &&
  (filter.values.status === undefined || filter.values.status === order.status);

export const matchesFill = (fill: Fill, filter: ListFilter): boolean => matchesEntry(fill, fill.timeMs, filter);

/** The query that asks the server for the same; unknown words of an older config are refused there and named. */
export function fillQuery({ values, apiIds, marketId, range }: ListFilter) {
  const market = marketId === null ? null : parseInstrumentId(marketId);
  const exchange = market?.exchange ?? values.exchange;
  const symbol = market?.symbol ?? values.symbol;
  const asked = values.account === undefined ? apiIds : [Number(values.account)];
  return {
    ...(asked.length === 0 ? {} : { apiIds: asked }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(values.side === undefined ? {} : { side: values.side as Order['side'] }),
    ...(range.fromMs === undefined ? {} : { from: Math.floor(range.fromMs) }),
    ...(range.toMs === undefined ? {} : { to: Math.floor(range.toMs) }),
  };
}

export const orderQuery = (filter: ListFilter) => ({
  ...fillQuery(filter),
  ...(filter.values.type === undefined ? {} : { type: filter.values.type as Order['type'] }),
  ...(filter.values.status === undefined ? {} : { status: filter.values.status as Order['status'] }),
});
