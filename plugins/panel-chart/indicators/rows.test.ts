import { describe, expect, it } from 'vitest';
import type { Bar } from '../../../core/domain/indicators/bar.ts';
import { indicatorOf, indicators, initialParams } from '../../../core/domain/indicators/catalogue.ts';
import type { Indicator } from '../../../core/domain/indicators/indicator.ts';
import { randomBars } from '../../../tests/kit/recordings/random-bars.ts';
import { IndicatorRows } from './rows.ts';

describe("the chart's rows", () => {
  const walk = randomBars(400);

  it.each(
    indicators.map((indicator) => [indicator.id, indicator] as const),
  )('of %s are the same tick by tick as at once', (_, indicator) => {
    const params = initialParams(indicator);
    const live: Bar[] = [];
    const kept = new IndicatorRows(indicator);
    for (const bar of walk) {
      // The open bar changes twice before it closes.
      live.push({ ...bar, close: bar.open, high: bar.open, low: bar.open, volume: 0 });
      kept.update(live, params);
      live[live.length - 1] = bar;
      kept.update(live, params);
    }
    const atOnce = new IndicatorRows(indicator).update([...walk], params);
    expect(kept.update(live, params)).toEqual(atOnce);
  });

  it('take one step for a tick of a long history, and all of them for another one', () => {
    const bars = randomBars(500);
    let steps = 0;
    const counted: Indicator = {
      ...(indicatorOf('MACD') as Indicator),
      step: (state) => {
        steps += 1;
        return { state, values: {} };
      },
    };
    const rows = new IndicatorRows(counted);
    rows.update(bars, [1]);
    steps = 0;
    rows.update(bars, [1]);
    expect(steps).toBe(1);
    rows.update([...bars], [1]);
    expect(steps).toBe(501);
  });

  it('have the lagging line of ICHIMOKU as many bars back as its shift', () => {
    const rows = new IndicatorRows(indicatorOf('ICHIMOKU') as Indicator).update(walk, [9, 26, 52, 10]);
    expect(rows[100]?.lagging).toBe(walk[110]?.close);
    expect(rows[389]?.lagging).toBe(walk[399]?.close);
    expect(rows[390]?.lagging).toBeUndefined();
  });
});
