import type { Candle } from '../../../core/contract/market.ts';
import { type Interval, intervalOpenMs, intervals } from '../../../core/domain/markets/interval.ts';
import { barOf, type CandleBar, candleOf, joinBars } from './candle-bar.ts';

/** The candles that run with a market's newest minute, as far as they hold the minutes before it, and with it. */
interface RebuiltCandles {
  readonly before: ReadonlyMap<Interval, Candle>;
  readonly newest: ReadonlyMap<Interval, Candle>;
}

/**
 * The longer candles are stored without the minutes from a time on; those are added here. `stored`: the newest candle of each interval;
 * `minutes`: from that time on up to the newest, oldest first.
 */
export function rebuiltCandles(stored: ReadonlyMap<Interval, Candle>, minutes: readonly Candle[]): RebuiltCandles {
  const before = new Map<Interval, Candle>();
  const newest = new Map(stored);
  const bars = minutes.map(barOf);
  const last = bars.at(-1);
  if (last === undefined) return { before, newest };
  for (const interval of intervals) {
    if (interval === '1m') continue;
    const openMs = intervalOpenMs(interval, last.openMs);
    const candle = stored.get(interval);
    const begun = candle?.openMs === openMs ? barOf(candle) : null;
    const earlier = bars.slice(0, -1).filter((bar) => bar.openMs >= openMs);
    const running = earlier.reduce<CandleBar | null>(joined, begun);
    if (running !== null) before.set(interval, candleOf({ ...running, openMs }));
    newest.set(interval, candleOf({ ...joined(running, last), openMs }));
  }
  return { before, newest };
}

const joined = (earlier: CandleBar | null, later: CandleBar): CandleBar => (earlier === null ? later : joinBars(earlier, later));
