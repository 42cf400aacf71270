import { DataFrame } from 'data-forge';
import grademark from 'grademark';
import type { BarSeries } from '../../core/simulation/recordings/bar-recording.ts';

/** The bars as the published library takes them. */
export function publishedBars({ openMs, open, high, low, close, grid }: BarSeries) {
  const price = (ticks: number | undefined): number => (ticks ?? 0) / 10 ** grid.priceDecimals;
  const values = Array.from(openMs, (timeMs, at) => ({
    time: new Date(timeMs),
    open: price(open[at]),
    high: price(high[at]),
    low: price(low[at]),
    close: price(close[at]),
  }));
  return new DataFrame({ values });
}

/** Buys a step below the last sale and sells a step above the purchase: the nearest that its rules come to a grid. */
export function runPublished(bars: ReturnType<typeof publishedBars>, stepSize: number): number {
  let reference = Number.NaN;
  const trades = grademark.backtest(
    {
      entryRule: (enter: () => void, { bar }: { bar: { close: number } }) => {
        if (Number.isNaN(reference)) reference = bar.close;
        if (bar.close > reference - stepSize) return;
        reference = bar.close;
        enter();
      },
      exitRule: (exit: () => void, { bar, entryPrice }: { bar: { close: number }; entryPrice: number }) => {
        if (bar.close < entryPrice + stepSize) return;
        reference = bar.close;
        exit();
      },
    } as never,
    bars as never,
  );
  return trades.length;
}
