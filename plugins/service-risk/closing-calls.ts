import type { AppError } from '../../core/contract/app-error.ts';
import type { ClosablePosition, ClosedPosition, CloseScope } from '../../core/contract/risk.ts';
import type { ClosableView, ClosedView } from '../../schemas/wire/risk.ts';
import { inCents, worthOfHolding } from './exposure.ts';

type UsdtPrices = Readonly<Record<string, string>>;

/** Null: not exactly one was said. */
export function closeScopeOf(query: {
  readonly api_id?: number;
  readonly username?: string;
  readonly instrument?: string;
  readonly exchange?: string;
}): CloseScope | null {
  const { api_id, username, instrument, exchange } = query;
  if ([api_id, username, instrument, exchange].filter((one) => one !== undefined).length !== 1) return null;
  if (api_id !== undefined) return `account/${api_id}`;
  if (username !== undefined) return `user/${username}`;
  return exchange !== undefined ? `exchange/${exchange}` : `market/${instrument ?? ''}`;
}

export const closableView = (position: ClosablePosition, prices: UsdtPrices): ClosableView => ({
  ...placeOf(position, position.mark, prices),
  ...{ side: position.side, left: leftOf(position.left) },
});

export const closedView = (position: ClosedPosition, prices: UsdtPrices): ClosedView => ({
  ...placeOf(position, null, prices),
  ...{ state: position.state, filled_qty: position.filledQty, filled_quote: position.filledQuote },
  ...{ order_ids: [...position.orderIds], left: leftOf(position.left), cause: position.cause },
});

function placeOf(
  position: Omit<ClosedPosition, 'state' | 'filledQty' | 'filledQuote' | 'orderIds' | 'cause'>,
  mark: string | null,
  prices: UsdtPrices,
) {
  const { apiId, username, account, exchange, instrumentId, asset, quote, qty, closeQty } = position;
  const worth = worthOfHolding({ base: asset, quote, qty: closeQty, mark }, prices);
  return {
    ...{ api_id: apiId, username, account, exchange, id: instrumentId, asset, quote, qty },
    ...{ close_qty: closeQty, value: worth === null ? null : inCents(worth) },
  };
}

const leftOf = (left: AppError | null): ClosableView['left'] => (left === null ? null : { code: left.code, params: { ...left.params } });
