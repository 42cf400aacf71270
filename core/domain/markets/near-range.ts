/**
 * Whether a line over candles between `low` and `high` is to be drawn at `value`: at most the height of the range away from it. What lies
 * farther off would press the candles flat, and is left out.
 */
export function isNearRange(value: number, low: number, high: number): boolean {
  const height = high - low || Math.abs(high) / 100;
  return value >= low - height && value <= high + height;
}
