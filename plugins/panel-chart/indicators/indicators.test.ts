import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import { indicatorOf, indicators, initialParams, paramProblem, usableParams } from './catalogue.ts';
import { type Bar, families, type Row } from './definition.ts';
import { IncrementalRows } from './incremental.ts';

/** A random walk of minutes that crosses midnight. */
function randomBars(count: number): Bar[] {
  const source = new SeededRandom(7);
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

const flat = (closes: readonly number[], volume = 1): Bar[] =>
  closes.map((close, i) => ({ timestamp: i * 60_000, open: close, high: close, low: close, close, volume }));

function rowsOf(id: string, bars: readonly Bar[], params?: readonly number[]): readonly Row[] {
  const definition = indicatorOf(id);
  if (definition === null) throw new Error(`no indicator ${id}`);
  return new IncrementalRows(definition).update(bars, params ?? initialParams(definition));
}

describe('every indicator', () => {
  const walk = randomBars(400);

  it('has an id of its own, parameters on their grid, and there are at least twenty', () => {
    expect(new Set(indicators.map(({ id }) => id)).size).toBe(indicators.length);
    expect(indicators.length).toBeGreaterThanOrEqual(30);
    for (const { id, params, family } of indicators) {
      expect(families).toContain(family);
      for (const spec of params) expect([id, spec.name, paramProblem(spec, spec.initial)]).toEqual([id, spec.name, null]);
    }
  });

  it.each(
    indicators.map((definition) => [definition.id, definition] as const),
  )('%s gives finite values and all its figures', (_, definition) => {
    const params = initialParams(definition);
    const rows = new IncrementalRows(definition).update(walk, params);
    expect(rows).toHaveLength(walk.length);
    for (const row of rows) for (const value of Object.values(row)) if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
    for (const { key } of definition.figures(params)) expect([key, rows.some((row) => row[key] !== undefined)]).toEqual([key, true]);
    if (definition.range !== undefined) {
      const { min, max } = definition.range;
      for (const row of rows) {
        for (const { key } of definition.figures(params)) {
          const value = row[key];
          if (value !== undefined) expect(value >= min - 1e-9 && value <= max + 1e-9).toBe(true);
        }
      }
    }
  });

  it.each(
    indicators.map((definition) => [definition.id, definition] as const),
  )('%s gives the same tick by tick as at once, and does not look at bars twice', (_, definition) => {
    const params = initialParams(definition);
    const live: Bar[] = [];
    const kept = new IncrementalRows(definition);
    for (const bar of walk) {
      // The open bar changes twice before it closes.
      live.push({ ...bar, close: bar.open, high: bar.open, low: bar.open, volume: 0 });
      kept.update(live, params);
      live[live.length - 1] = bar;
      kept.update(live, params);
    }
    const atOnce = new IncrementalRows(definition).update([...walk], params);
    expect(kept.update(live, params)).toEqual(atOnce);
  });

  it('takes one step for a tick of fifty thousand bars', () => {
    const bars = randomBars(500);
    let steps = 0;
    const counted = {
      ...(indicatorOf('MACD') ?? indicators[0]),
      step: () => {
        steps += 1;
        return {};
      },
    } as (typeof indicators)[number];
    const rows = new IncrementalRows(counted);
    rows.update(bars, [1]);
    steps = 0;
    rows.update(bars, [1]);
    expect(steps).toBe(1);
    rows.update([...bars], [1]);
    expect(steps).toBe(501);
  });
});

describe('worked numbers', () => {
  it('MA is the mean of the last closes', () => {
    expect(rowsOf('MA', flat([1, 2, 3, 4]), [2, 3, 4]).at(-1)).toEqual({ ma0: 3.5, ma1: 3, ma2: 2.5 });
  });

  it.each(['MA', 'BOLL'])('%s stays exact over a long history and after changes of the open bar', (id) => {
    const bars = randomBars(3_000);
    const rows = new IncrementalRows(indicatorOf(id) ?? (indicators[0] as (typeof indicators)[number]));
    rows.update(bars, [20, 2, 99]);
    bars[2_999] = { ...(bars[2_999] as Bar), close: 61_234.56 };
    const last = rows.update(bars, [20, 2, 99])[2_999];
    const mean = bars.slice(-20).reduce((sum, { close }) => sum + close, 0) / 20;
    expect(last?.ma0 ?? last?.middle).toBeCloseTo(mean, 8);
  });

  it('EMA begins with a plain mean', () => {
    const rows = rowsOf('EMA', flat([2, 4, 6, 10]), [3, 3, 3]);
    expect(rows.map((row) => row.ema0)).toEqual([undefined, undefined, 4, 7]);
  });

  it('RSI follows the example of Wilder', () => {
    const closes = [44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46.0, 46.03];
    const rows = rowsOf('RSI', flat(closes), [14]);
    expect(rows[13]?.rsi).toBeUndefined();
    expect(rows.slice(14).map((row) => row.rsi?.toFixed(2))).toEqual(['70.46', '66.25', '66.48']);
  });

  it('BOLL stands two deviations off its middle', () => {
    const [row] = rowsOf('BOLL', flat([2, 4, 4, 4, 5, 5, 7, 9]), [8, 2]).slice(-1);
    expect(row).toEqual({ upper: 9, middle: 5, lower: 1 });
  });

  it('VWAP starts anew each day', () => {
    const day = 86_400_000;
    const bars = [
      { timestamp: day - 60_000, open: 10, high: 10, low: 10, close: 10, volume: 1 },
      { timestamp: day, open: 20, high: 20, low: 20, close: 20, volume: 1 },
      { timestamp: day + 60_000, open: 30, high: 30, low: 30, close: 30, volume: 3 },
    ];
    expect(rowsOf('VWAP', bars).map((row) => row.vwap)).toEqual([10, 20, 27.5]);
  });

  it('ATR takes the way since the last close', () => {
    const bars = [
      { timestamp: 0, open: 10, high: 12, low: 9, close: 11 },
      { timestamp: 1, open: 15, high: 16, low: 14, close: 15 },
    ];
    expect(rowsOf('ATR', bars, [2]).map((row) => row.atr)).toEqual([undefined, 4]);
  });
});

describe('parameters', () => {
  const spec = { name: 'factor', initial: 2, min: 0.1, max: 10, grid: 0.1 } as const;

  it.each([
    [0, 'range'],
    [11, 'range'],
    [Number.NaN, 'range'],
    [2.55, 'grid'],
    [0.3, null],
  ] as const)('%s is judged %s', (value, problem) => {
    expect(paramProblem(spec, value)).toBe(problem);
  });

  it('fall back one by one when what was saved no longer fits', () => {
    const boll = indicatorOf('BOLL');
    expect(boll === null ? null : usableParams(boll, [30, 'x'])).toEqual([30, 2]);
    expect(boll === null ? null : usableParams(boll, null)).toEqual([20, 2]);
  });
});
