import type { SpotIndexes } from '../../core/contract/spot-indexes.ts';
import { divideUp, fromUnits, pow10, toUnits } from '../../core/domain/numbers/decimal.ts';

const currency = 'USDT';
const scale = 20;

/** What one unit of each asset is worth in USDT, by indexes that are of now. */
export function pricesOf(indexes: Pick<SpotIndexes, 'list'>): Readonly<Record<string, string>> {
  const known = indexes
    .list()
    .flatMap(({ base, quote, price, stale }) => (quote === currency && price !== null && !stale ? [[base, price]] : []));
  return { ...Object.fromEntries(known), [currency]: '1' };
}

/** Of an amount of either sign, without a sign, in whole cents, rounded up: a limit is never passed by rounding. */
export function valueAt(price: string, amount: string): string | null {
  const [units, each] = [toUnits(amount, scale), toUnits(price, scale)];
  if (units === null || each === null) return null;
  const product = (units < 0n ? -units : units) * each;
  return fromUnits(divideUp(product, pow10(2 * scale - 2)), 2);
}

/** Null: nobody knows what the asset is worth. */
export function worthOf(indexes: Pick<SpotIndexes, 'list'>, asset: string, amount: string): string | null {
  const price = pricesOf(indexes)[asset];
  return price === undefined ? null : valueAt(price, amount);
}
