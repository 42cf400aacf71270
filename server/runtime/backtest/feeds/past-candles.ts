import type { Candle } from '../../../../core/contract/market.ts';
import { type Interval, intervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { MarketGrid } from '../../../../core/simulation/market-grid.ts';
import { CandleBuilder, type CandlePart } from '../../simulation/candle-builder.ts';

/** What is recorded of a market in equal pieces of time, oldest first. */
export interface RecordedParts {
  readonly count: number;
  readonly lengthMs: number;
  openMs(at: number): number;
  part(at: number): CandlePart;
}

/** The newest `count` candles of an interval that had closed at `atMs`, oldest first, of pieces that had ended by then. */
export function candlesBefore(
  parts: RecordedParts,
  grid: MarketGrid,
  { interval, count }: { readonly interval: Interval; readonly count: number },
  atMs: number,
): readonly Candle[] {
  const endMs = intervalOpenMs(interval, atMs + 1);
  let end = parts.count;
  while (end > 0 && (parts.openMs(end - 1) >= endMs || parts.openMs(end - 1) + parts.lengthMs > atMs + 1)) end--;
  let begin = end;
  let openMs = Number.NaN;
  for (let candles = 0; begin > 0; begin--) {
    const earlierMs = intervalOpenMs(interval, parts.openMs(begin - 1));
    if (earlierMs === openMs) continue;
    if (candles++ === count) break;
    openMs = earlierMs;
  }
  const builder = new CandleBuilder(interval, grid);
  const made: Candle[] = [];
  const take = (): void => {
    const candle = builder.take();
    if (candle !== null) made.push(candle);
  };
  for (let at = begin; at < end; at++) {
    if (parts.openMs(at) >= builder.endMs) take();
    builder.add(parts.part(at), parts.openMs(at));
  }
  take();
  return made;
}
