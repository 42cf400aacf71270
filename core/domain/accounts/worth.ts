import { divideHalfUp, fromUnits, pow10, toUnits } from '../numbers/decimal.ts';

const scale = 20;

/** An amount of USDT in a currency of which one unit is worth `price` USDT, to twenty decimals; null: it has no price. */
export function worthIn(usdt: string, price: string | undefined): string | null {
  const [units, each] = [toUnits(usdt.replace(/(\.\d{20})\d+$/, '$1'), scale), price === undefined ? null : toUnits(price, scale)];
  if (units === null || each === null || each <= 0n) return null;
  return fromUnits(divideHalfUp(units * pow10(scale), each), scale);
}

/** What sums of USDT are shown in: the reader's choice, or USDT where nobody knows what that is worth. */
export interface WorthUnit {
  readonly currency: string;
  /** As many as are worth reading. */
  readonly decimals: number;
  readonly of: (usdt: string) => string;
}

/** `prices`: of one unit in USDT. */
export function worthUnit(currency: string, prices: Readonly<Record<string, string>>): WorthUnit {
  // A reader may have chosen any word.
  const price = Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  if (currency === 'USDT' || worthIn('1', price) === null) return { currency: 'USDT', decimals: 2, of: (usdt) => usdt };
  return { currency, decimals: currency.startsWith('USD') ? 2 : 8, of: (usdt) => worthIn(usdt, price) ?? usdt };
}
