import type { Bar } from '../../../core/domain/indicators/bar.ts';
import { SeededRandom } from '../seeded-random.ts';

/** A random walk of minutes that begins two hours before midnight UTC; the same for a seed on every machine. */
export function randomBars(count: number, seed = 7): Bar[] {
  const source = new SeededRandom(seed);
  const random = () => source.next();
  let close = 100;
  return Array.from({ length: count }, (_, i) => {
    const open = close;
    close = Math.max(1, open + (random() - 0.5) * 4);
    const volume = Math.floor(random() * 50);
    return {
      timestamp: Date.UTC(2026, 0, 1, 22) + i * 60_000,
      open,
      high: Math.max(open, close) + random(),
      low: Math.max(0.5, Math.min(open, close) - random()),
      close,
      volume,
    };
  });
}
