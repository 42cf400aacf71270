import type { HistoryPoint } from './samples.ts';

const hourMs = 60 * 60_000;
/** Less says nothing about a pace. */
const leastSpanMs = 6 * hourMs;
const leastPoints = 12;
/** Beyond, nobody has to know. */
const horizonMs = 90 * 24 * hourMs;

/** When the room on the disk ends, at the pace of the points, by the line through them that fits best; null: not in sight, or not known. */
export function fullAt(points: readonly HistoryPoint[], floorBytes: number): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < leastPoints || last.atMs - first.atMs < leastSpanMs) return null;
  const times = points.map(({ atMs }) => atMs - first.atMs);
  const meanTime = times.reduce((sum, time) => sum + time, 0) / points.length;
  const meanFree = points.reduce((sum, { mean }) => sum + mean, 0) / points.length;
  let [along, square] = [0, 0];
  for (const [at, time] of times.entries()) {
    along += (time - meanTime) * ((points[at]?.mean ?? 0) - meanFree);
    square += (time - meanTime) ** 2;
  }
  const perMs = along / square;
  if (!(perMs < 0)) return null;
  const leftMs = (last.mean - floorBytes) / -perMs;
  return leftMs > horizonMs ? null : last.atMs + Math.max(0, Math.round(leftMs));
}
