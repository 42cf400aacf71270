import type { BarSeries } from '../../core/simulation/recordings/bar-recording.ts';

/** Recorded bars forwards, then backwards, and so on: as long as wanted, without a jump where the pieces meet. */
export function longBars(recorded: BarSeries, count: number): BarSeries {
  const { length } = recorded.openMs;
  const take = (forwards: Float64Array, backwards: Float64Array): Float64Array =>
    Float64Array.from({ length: count }, (_, at) => {
      const place = at % length;
      return Math.floor(at / length) % 2 === 0 ? (forwards[place] as number) : (backwards[length - 1 - place] as number);
    });
  const { openMs, lengthMs, grid, open, high, low, close, lots } = recorded;
  const first = openMs[0] as number;
  return {
    lengthMs,
    grid,
    openMs: Float64Array.from({ length: count }, (_, at) => first + at * lengthMs),
    // A bar that is played backwards opens where it closed.
    open: take(open, close),
    close: take(close, open),
    high: take(high, high),
    low: take(low, low),
    lots: take(lots, lots),
  };
}
