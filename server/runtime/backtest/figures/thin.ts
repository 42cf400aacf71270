import type { EquityPoint } from './equity-curve.ts';
import type { Fall } from './equity-figures.ts';

/**
 * Indexes of at most `most` values whose line looks like the whole one: the first, the last, and the lowest and highest of equal
 * parts, so that peaks and falls stay what they are. All of them when there are no more.
 */
export function thinnedIndexes(values: readonly number[], most: number): readonly number[] {
  if (values.length <= most) return values.map((_, at) => at);
  const kept = new Set([0, values.length - 1]);
  const parts = Math.floor((most - 2) / 2);
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((part * values.length) / parts);
    const to = Math.floor(((part + 1) * values.length) / parts);
    let [low, high] = [from, from];
    for (let at = from + 1; at < to; at++) {
      if ((values[at] as number) < (values[low] as number)) low = at;
      if ((values[at] as number) > (values[high] as number)) high = at;
    }
    kept.add(low).add(high);
  }
  return [...kept].sort((a, b) => a - b);
}

/**
 * Indexes of at most `most` points whose line looks like the whole one: the lowest, the highest and the last of equal parts of its time. Thinned
 * again and again as it grows, a line stays as fine at its beginning as at its end.
 */
export function thinnedByTime(points: readonly (readonly [timeMs: number, value: number])[], most: number): readonly number[] {
  if (points.length <= most) return points.map((_, at) => at);
  const [[fromMs], [toMs]] = [points[0], points.at(-1)] as [readonly [number, number], readonly [number, number]];
  const parts = Math.floor(most / 3);
  const kept = new Map<number, { low: number; high: number; last: number }>();
  points.forEach(([timeMs, value], at) => {
    const part = Math.min(parts - 1, Math.floor(((timeMs - fromMs) / (toMs - fromMs)) * parts));
    const known = kept.get(part);
    if (known === undefined) {
      kept.set(part, { low: at, high: at, last: at });
      return;
    }
    if (value < (points[known.low] as readonly [number, number])[1]) known.low = at;
    if (value > (points[known.high] as readonly [number, number])[1]) known.high = at;
    known.last = at;
  });
  return [...new Set([...kept.values()].flatMap(({ low, high, last }) => [low, high, last]))].sort((a, b) => a - b);
}

/** {@link thinnedIndexes} of a net value, with both ends of its deepest fall among them. */
export function shownPoints(points: readonly EquityPoint[], fall: Fall | null, most: number): readonly number[] {
  const shown = new Set(
    thinnedIndexes(
      points.map(([, value]) => value),
      most - 2,
    ),
  );
  for (const [timeMs, value] of fall === null ? [] : [fall.high, fall.low]) {
    const at = points.findIndex((point) => point[0] === timeMs && point[1] === value);
    if (at >= 0) shown.add(at);
  }
  return [...shown].sort((a, b) => a - b);
}

/** At most `most` of the items, evenly spread, the first and the last among them. */
export function evenly<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))] as T);
}
