import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import type { OrderIntent } from '../../../../core/contract/trading.ts';
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../../../../core/domain/numbers/decimal.ts';

/** What the runtime holds an instance or an account to, whatever its strategy wants. Null: no limit. Amounts in quote. */
export interface TradingLimits {
  /** Price × quantity of one order. */
  readonly maxOrderAmount: string | null;
  /** Value of what is held and of what open orders of the same side would add, at the order's price. */
  readonly maxPosition: string | null;
  /** Loss since midnight UTC, of all assets that results are made in, after which only orders that reduce the position pass. */
  readonly maxDailyLoss: string | null;
  /** An amendment counts like an order. */
  readonly maxOrdersPerMinute: number | null;
  /** The kill switch: nothing new passes, no amendment either. */
  readonly isHalted: boolean;
}

export const noLimits: TradingLimits = {
  maxOrderAmount: null,
  maxPosition: null,
  maxDailyLoss: null,
  maxOrdersPerMinute: null,
  isHalted: false,
};

/** What of an order its limits are about: one that is to be placed, or one as its amendment would make it. */
export type WantedOrder = Pick<OrderIntent, 'apiId' | 'instrumentId' | 'side' | 'clientOrderId' | 'price' | 'qty' | 'quoteAmount'>;

/** What the limits are measured against; each value may be a getter, asked only when a limit needs it. Decimals are signed where they can be. */
export interface Exposure {
  /** Net quantity of the market, in base. */
  readonly base: string;
  /** Quantity of other open orders of the order's side, in base; less what has filled of an order that is amended. */
  readonly openQty: string;
  /** Price for orders without one; null when the market has none. */
  readonly lastPrice: string | null;
  /** Result since midnight UTC, valued in one asset ({@link limitAssetOf}); null where a price or a rate that it needs is not known. */
  readonly profitToday: string | null;
  readonly ordersLastMinute: number;
}

export interface LimitDenial {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/** The first limit that an order would break, or null. */
export function brokenLimit(limits: TradingLimits, wanted: WantedOrder, exposure: Exposure): LimitDenial | null {
  const { maxOrderAmount, maxPosition, maxDailyLoss, maxOrdersPerMinute, isHalted } = limits;
  if (isHalted) return { code: 'LIMIT_HALTED', params: {} };
  if (maxOrdersPerMinute !== null && exposure.ordersLastMinute >= maxOrdersPerMinute) {
    return { code: 'LIMIT_ORDER_RATE', params: { limit: maxOrdersPerMinute } };
  }
  if (maxDailyLoss === null && maxOrderAmount === null && maxPosition === null) return null;
  const reduces = isReducing(wanted, exposure);
  const loss = reduces || maxDailyLoss === null ? null : lossDenial(maxDailyLoss, exposure.profitToday);
  if (loss !== null) return loss;
  if (maxOrderAmount === null && maxPosition === null) return null;
  const price = wanted.price ?? exposure.lastPrice;
  const amount = wanted.quoteAmount ?? (price === null || wanted.qty === undefined ? null : multiplyDecimals(price, wanted.qty));
  if (amount === null) return { code: 'ORDER_NO_REFERENCE_PRICE', params: { field: 'price' } };
  if (maxOrderAmount !== null && compareDecimals(amount, maxOrderAmount) > 0) {
    return { code: 'LIMIT_ORDER_AMOUNT', params: { limit: maxOrderAmount } };
  }
  if (maxPosition === null || reduces || price === null) return null;
  const held = multiplyDecimals(addDecimals(absolute(exposure.base), exposure.openQty), price);
  if (compareDecimals(addDecimals(held, amount), maxPosition) > 0) return { code: 'LIMIT_POSITION', params: { limit: maxPosition } };
  return null;
}

/** What cannot be measured is not taken for no loss. */
function lossDenial(limit: string, profitToday: string | null): LimitDenial | null {
  if (profitToday === null) return { code: 'LIMIT_LOSS_UNKNOWN', params: { limit } };
  return compareDecimals(profitToday, negateDecimal(limit)) <= 0 ? { code: 'LIMIT_DAILY_LOSS', params: { limit } } : null;
}

/** Both limits hold: the narrower of each kind. */
export function narrower(a: TradingLimits, b: TradingLimits): TradingLimits {
  const least = (x: string | null, y: string | null): string | null => (x === null || (y !== null && compareDecimals(y, x) < 0) ? y : x);
  const rates = [a.maxOrdersPerMinute, b.maxOrdersPerMinute].filter((rate) => rate !== null);
  return {
    maxOrderAmount: least(a.maxOrderAmount, b.maxOrderAmount),
    maxPosition: least(a.maxPosition, b.maxPosition),
    maxDailyLoss: least(a.maxDailyLoss, b.maxDailyLoss),
    maxOrdersPerMinute: rates.length === 0 ? null : Math.min(...rates),
    isHalted: a.isHalted || b.isHalted,
  };
}

/** True when the order, together with those already open on its side, brings the position towards zero and not beyond. */
function isReducing({ side, qty }: WantedOrder, { base, openQty }: Exposure): boolean {
  if (qty === undefined || compareDecimals(base, '0') === 0) return false;
  const isLong = compareDecimals(base, '0') > 0;
  return isLong === (side === 'SELL') && compareDecimals(addDecimals(qty, openQty), absolute(base)) <= 0;
}

const absolute = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : decimal);
