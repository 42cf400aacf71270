import type { Instrument } from '../markets/instrument.ts';
import { addDecimals, compareDecimals, decimalsOf, fromUnits, multiplyDecimals, pow10, toUnits } from '../numbers/decimal.ts';
import type { OrderSide } from './order.ts';

/** How a click becomes an order: rests or takes at its price, rests or is refused, or takes what is there. */
export type ClickKind = 'LIMIT' | 'POST_ONLY' | 'MARKET';

export interface ClickOrder {
  readonly side: OrderSide;
  readonly kind: ClickKind;
  /** Price of the line; a market order is valued at it and does not carry it. */
  readonly price: string;
  readonly qty: string;
}

export interface SafetyContext {
  readonly instrument: Instrument;
  readonly last: string | null;
  /** Best price that a market order would meet; null when there is none. */
  readonly opposite: string | null;
  /** Largest order in quote. */
  readonly maxAmount: string;
}

/** Why an order stays here; `key` names the text. */
export interface Problem {
  readonly key: 'noQuantity' | 'lot' | 'tooSmall' | 'tooLarge' | 'notional' | 'amount' | 'band' | 'noOpposite';
  readonly params: Readonly<Record<string, string>>;
}

/** What speaks against sending an order with one click; null when nothing does. The server checks again. */
export function problemOf(order: ClickOrder, context: SafetyContext): Problem | null {
  const { instrument, maxAmount, opposite } = context;
  const { qty, kind } = order;
  if (toUnits(qty, 20) === null || compareDecimals(qty, '0') <= 0) return { key: 'noQuantity', params: {} };
  if (!isMultiple(qty, instrument.lot)) return { key: 'lot', params: { step: instrument.lot } };
  if (compareDecimals(qty, instrument.minQty) < 0) return { key: 'tooSmall', params: { limit: instrument.minQty } };
  if (compareDecimals(qty, instrument.maxQty) > 0) return { key: 'tooLarge', params: { limit: instrument.maxQty } };
  if (kind === 'MARKET' && opposite === null) return { key: 'noOpposite', params: {} };
  const price = kind === 'MARKET' ? (opposite as string) : order.price;
  const amount = shorten(multiplyDecimals(price, qty));
  const asset = instrument.quote;
  if (compareDecimals(amount, instrument.minNotional) < 0) return { key: 'notional', params: { limit: instrument.minNotional, asset } };
  if (compareDecimals(amount, maxAmount) > 0) return { key: 'amount', params: { amount, limit: maxAmount, asset } };
  return kind === 'MARKET' ? null : bandProblem(order.side, price, context);
}

/** A limit beyond the band on its aggressive side is refused by the venue too, and almost surely a slip. */
export function bandProblem(side: OrderSide, price: string, { instrument, last }: SafetyContext): Problem | null {
  if (last === null) return null;
  const width = shorten(multiplyDecimals(last, instrument.priceBand));
  const limit = side === 'BUY' ? addDecimals(last, width) : addDecimals(last, `-${width}`);
  const over = side === 'BUY' ? compareDecimals(price, limit) > 0 : compareDecimals(price, limit) < 0;
  return over ? { key: 'band', params: { price, limit } } : null;
}

/** Quantities offered before the user has chosen any: worth about 100, 500, 1,000 and 5,000 in a price of dollars. */
export function presetQuantities(instrument: Instrument, price: string | null): readonly string[] {
  const scale = 20;
  const lot = toUnits(instrument.lot, scale) ?? 1n;
  const least = toUnits(instrument.minQty, scale) ?? lot;
  const units = price === null ? 0n : (toUnits(price, scale) ?? 0n);
  // The smallest order that the venue takes is worth about ten of whatever the quote is.
  const worth = toUnits(instrument.minNotional, scale) ?? 0n;
  return [10n, 50n, 100n, 500n].map((times) => {
    const qty = units === 0n ? least * times : (worth * times * pow10(scale)) / units;
    const rounded = roundQuantity(qty, lot);
    return fromUnits(rounded < least ? least : rounded, scale);
  });
}

/** One significant digit of a quantity, on the lot grid. */
function roundQuantity(qty: bigint, lot: bigint): bigint {
  const digits = qty.toString();
  const round = BigInt(digits[0] ?? '0') * 10n ** BigInt(digits.length - 1);
  return round - (round % lot);
}

const isMultiple = (text: string, step: string): boolean => {
  const scale = Math.max(decimalsOf(text), decimalsOf(step));
  return (toUnits(text, scale) ?? 0n) % (toUnits(step, scale) ?? 1n) === 0n;
};

/** Cuts a product back to 20 decimals, so that it can be compared. */
const shorten = (text: string): string => fromUnits((toUnits(text, 40) ?? 0n) / pow10(20), 20);

/** Largest one-click order where the user has set none: worth about ten thousand dollars. */
const defaultMaxAmounts: Readonly<Record<string, string>> = {
  USDT: '10000',
  USDC: '10000',
  USD: '10000',
  BTC: '0.1',
  ETH: '3',
  CNY: '50000',
};
const cautiousAmount = '1000';
export const defaultMaxAmount = (quote: string): string => defaultMaxAmounts[quote] ?? cautiousAmount;
