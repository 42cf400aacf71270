import type { DataMessage } from './topic-feed.ts';

/** A message carries one item or a list of them; items that are tuples themselves (candles) start with a number. */
export function itemsOf<T>(message: DataMessage): readonly T[] {
  const data = message.d;
  if (data === null || data === undefined) return [];
  if (!Array.isArray(data)) return [data as T];
  return typeof data[0] === 'number' ? [data as T] : (data as readonly T[]);
}
