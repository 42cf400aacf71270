/** Exact integer arithmetic that stays in doubles while every intermediate result is a safe integer. */

const million = 1_000_000;
export const largestLots = Number.MAX_SAFE_INTEGER;
/** Bound of one wallet or order value in minor units; far above any real asset, small enough to keep bigints cheap. */
export const largestAmount = 2n ** 127n - 1n;

/** amount × ppm / 1,000,000, rounded up: what a user pays. */
export function shareUp(amount: bigint, ppm: number): bigint {
  if (ppm === 0) return 0n;
  const product = Number(amount) * ppm;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % million;
    return BigInt((product - rest) / million + (rest > 0 ? 1 : 0));
  }
  return (amount * BigInt(ppm) + 999_999n) / 1_000_000n;
}

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
  if (product > Number.MAX_SAFE_INTEGER) return Number((BigInt(price) * BigInt(ppm) + 999_999n) / 1_000_000n);
  const rest = product % million;
  return Math.max((product - rest) / million + (rest > 0 ? 1 : 0), 1);
}
