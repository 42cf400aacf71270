import type { WantedHistory } from '../actor.ts';
import { candleKey } from './candle-marks.ts';

/** The most that anybody wants of each, by {@link candleKey}. */
export function historiesOf(wanted: readonly WantedHistory[]): Readonly<Record<string, number>> {
  const histories: Record<string, number> = {};
  for (const { instrumentId, interval, count } of wanted) {
    const key = candleKey(instrumentId, interval);
    histories[key] = Math.max(count, histories[key] ?? 0);
  }
  return histories;
}
