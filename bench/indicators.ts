import { indicatorOf, initialParams } from '../core/domain/indicators/catalogue.ts';
import type { Indicator } from '../core/domain/indicators/indicator.ts';
import { IndicatorRows } from '../plugins/panel-chart/indicators/rows.ts';
import { randomBars } from '../tests/kit/recordings/random-bars.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const history = 5_000;
const ticks = 20_000;
const rounds = 5;
const ids = ['VOL', 'MA', 'BOLL', 'MACD', 'RSI'] as const;

/** What a tick of the open bar costs beside calculating its history anew, for the five indicators of the chart's bench together. */
export async function run(): Promise<Figure[]> {
  const bars = randomBars(history);
  const indicators = ids.map((id) => indicatorOf(id) as Indicator);
  let whole = Number.POSITIVE_INFINITY;
  let tick = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    for (const indicator of indicators) new IndicatorRows(indicator).update([...bars], initialParams(indicator));
    const from = performance.now();
    const kept = indicators.map((indicator) => {
      const rows = new IndicatorRows(indicator);
      rows.update(bars, initialParams(indicator));
      return [rows, initialParams(indicator)] as const;
    });
    const calculated = performance.now();
    for (let n = 0; n < ticks; n += 1) for (const [rows, params] of kept) rows.update(bars, params);
    whole = Math.min(whole, calculated - from);
    tick = Math.min(tick, (performance.now() - calculated) / ticks);
  }
  return [figure('indicators: a tick of five of them, beside their whole history of 5,000 bars', tick * 1000, 'µs', whole * 1000)];
}

await printWhenMain(import.meta.url, run);
