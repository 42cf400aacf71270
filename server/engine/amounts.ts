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

/** Highest price within `ppm` above `price`, in ticks; never beyond a safe integer. */
export function bandAbove(price: number, ppm: number): number {
  const product = price * ppm;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.min(price + Math.floor(product / million), Number.MAX_SAFE_INTEGER);
  const cap = BigInt(price) + (BigInt(price) * BigInt(ppm)) / 1_000_000n;
  return cap > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cap);
}

/** Lowest price within `ppm` below `price`, in ticks; at least 1. */
export function bandBelow(price: number, ppm: number): number {
  const product = price * ppm;
  const width = product <= Number.MAX_SAFE_INTEGER ? Math.floor(product / million) : Number((BigInt(price) * BigInt(ppm)) / 1_000_000n);
  return Math.max(price - width, 1);
}
