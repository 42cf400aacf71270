/** Bounds of what the engine counts, and the price band. Amounts themselves: `core/domain/clearing/amount.ts`. */

const million = 1_000_000;
export const largestLots = Number.MAX_SAFE_INTEGER;
/** Bound of one wallet or order value in minor units; far above any real asset, small enough to keep bigints cheap. */
export const largestAmount = 2n ** 127n - 1n;

/** Highest price of the band of `ppm` around `price`, in ticks; never beyond a safe integer. */
export function bandAbove(price: number, ppm: number): number {
  const width = bandWidth(price, ppm);
  return width > Number.MAX_SAFE_INTEGER - price ? Number.MAX_SAFE_INTEGER : price + width;
}

/** Lowest price of that band, in ticks; at least 1. */
export const bandBelow = (price: number, ppm: number): number => Math.max(price - bandWidth(price, ppm), 1);

/** Rounded outwards and at least one tick: a market at a few ticks must still be able to move. */
function bandWidth(price: number, ppm: number): number {
  const product = price * ppm;
  // Up to here the quotient's rounding error is below a millionth, so that a rest is never lost.
  if (product <= 2 ** 50) return Math.max(Math.ceil(product / million), 1);
  return Math.max(Number((BigInt(price) * BigInt(ppm) + 999_999n) / 1_000_000n), 1);
}
