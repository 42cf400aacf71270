/** What is made of counters that only ever grow, between one look and the next. */

/** Upper bound of a bucket in seconds, and how many were at most so long since the start. */
export type Bucket = readonly [upTo: number, count: number];

/** So many a second since the look before; null at the first one. */
export function rateOf(read: () => number | Promise<number>, elapsedMs: () => number): () => Promise<number | null> {
  let before: { readonly count: number; readonly atMs: number } | null = null;
  return async () => {
    const now = { count: await read(), atMs: elapsedMs() };
    const { count, atMs } = before ?? now;
    before = now;
    return now.atMs <= atMs ? null : Math.max(0, ((now.count - count) * 1_000) / (now.atMs - atMs));
  };
}

/** Seconds that so large a share of what came since the look before did not pass, as far as buckets tell; null where nothing came. */
export function quantileOf(read: () => Promise<readonly Bucket[]>, share: number): () => Promise<number | null> {
  let before: ReadonlyMap<number, number> | null = null;
  return async () => {
    const now = await read();
    const known = before;
    before = new Map(now);
    if (known === null) return null;
    return bucketQuantile(
      now.map(([upTo, count]) => [upTo, count - (known.get(upTo) ?? 0)] as const),
      share,
    );
  };
}

/** Between the bounds of a bucket all values are as likely; what is beyond the last bound counts as that. */
export function bucketQuantile(buckets: readonly Bucket[], share: number): number | null {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total <= 0) return null;
  const wanted = share * total;
  let [from, below] = [0, 0];
  for (const [upTo, count] of sorted) {
    if (count >= wanted) {
      if (!Number.isFinite(upTo)) return from;
      return count === below ? upTo : from + ((upTo - from) * (wanted - below)) / (count - below);
    }
    if (Number.isFinite(upTo)) from = upTo;
    below = count;
  }
  return from;
}
