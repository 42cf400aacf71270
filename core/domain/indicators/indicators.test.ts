import { describe, expect, it } from 'vitest';
import { randomBars } from '../../../tests/kit/recordings/random-bars.ts';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import { type Bar, barOf } from './bar.ts';
import { indicatorOf, indicators, initialParams, paramProblem, usableParams } from './catalogue.ts';
import { families, type Indicator, type Values } from './indicator.ts';
import golden from './testing/golden-values.json' with { type: 'json' };

const flat = (closes: readonly number[], volume = 1): Bar[] =>
  closes.map((close, i) => ({ timestamp: i * 60_000, open: close, high: close, low: close, close, volume }));

function foundOf(id: string): Indicator {
  const indicator = indicatorOf(id);
  if (indicator === null) throw new Error(`no indicator ${id}`);
  return indicator;
}

/** Values of every bar; `between` is what the state goes through from one bar to the next. */
function valuesOf(
  indicator: Indicator,
  bars: readonly Bar[],
  params: readonly number[],
  between = (state: unknown): unknown => state,
): Values[] {
  let state = indicator.start;
  return bars.map((bar) => {
    const stepped = indicator.step(state, bar, params);
    state = between(stepped.state);
    return stepped.values;
  });
}

const rowsOf = (id: string, bars: readonly Bar[], params?: readonly number[]): readonly Values[] =>
  valuesOf(foundOf(id), bars, params ?? initialParams(foundOf(id)));

/** Whatever of it is not frozen yet, frozen: a step that changes what it is given throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

const each = indicators.map((indicator) => [indicator.id, indicator] as const);

/** Parameters on their grid, drawn anew for each seed. */
function drawnParams({ params }: Indicator, random: SeededRandom): number[] {
  return params.map(({ min, max, grid }) => {
    const highest = grid === 1 ? Math.min(max, 60) : max;
    return grid === 1
      ? random.integer(min, highest)
      : Number((min + grid * random.integer(0, Math.round((highest - min) / grid))).toFixed(2));
  });
}

describe('every indicator', () => {
  const walk = randomBars(400);

  it('has an id of its own, parameters on their grid, and there are thirty-seven', () => {
    expect(new Set(indicators.map(({ id }) => id)).size).toBe(indicators.length);
    expect(indicators).toHaveLength(37);
    for (const { id, params, family } of indicators) {
      expect(families).toContain(family);
      for (const spec of params) expect([id, spec.name, paramProblem(spec, spec.initial)]).toEqual([id, spec.name, null]);
    }
  });

  it.each(each)('%s gives finite values and all its figures', (_, indicator) => {
    const params = initialParams(indicator);
    const rows = valuesOf(indicator, walk, params);
    expect(rows).toHaveLength(walk.length);
    for (const row of rows) for (const value of Object.values(row)) if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
    for (const { key } of indicator.figures(params)) expect([key, rows.some((row) => row[key] !== undefined)]).toEqual([key, true]);
    if (indicator.range !== undefined) {
      const { min, max } = indicator.range;
      for (const row of rows) {
        for (const { key } of indicator.figures(params)) {
          const value = row[key];
          if (value !== undefined) expect(value >= min - 1e-9 && value <= max + 1e-9).toBe(true);
        }
      }
    }
  });

  it.each(each)('%s has the values that the chart has always shown', (id, indicator) => {
    const bars = randomBars(1_200);
    for (const { params, figures } of (golden as Golden)[id] ?? []) {
      const rows = valuesOf(indicator, bars, params);
      expect(indicator.figures(params).map(({ key }) => key)).toEqual(Object.keys(figures));
      for (const { key, back = 0 } of indicator.figures(params)) {
        const expected = figures[key];
        // Of a figure that is drawn some bars back the value of a step stands there.
        const values = bars.map((_, i) => rows[i + back]?.[key]);
        expect(values.findIndex((value) => value !== undefined)).toBe(expected?.first);
        expect(values.filter((value) => value !== undefined)).toHaveLength(expected?.count ?? 0);
        near(
          values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
          expected?.sum ?? 0,
          `${id} ${key} in all`,
        );
        for (const [n, value] of (expected?.each300 ?? []).entries()) {
          const now = values[300 * n + 299];
          if (value === null) expect(now).toBeUndefined();
          else near(now ?? Number.NaN, value, `${id} ${key} at ${300 * n + 299}`);
        }
      }
    }
    expect(Object.keys(golden)).toEqual(indicators.map((one) => one.id));
  });
});

interface Golden {
  readonly [id: string]: readonly {
    readonly params: readonly number[];
    readonly figures: Readonly<
      Record<string, { readonly count: number; readonly first: number; readonly sum: number; readonly each300: readonly (number | null)[] }>
    >;
  }[];
}

function near(value: number, expected: number, what: string): void {
  expect(Math.abs(value - expected) / Math.max(1, Math.abs(expected)), `${what}: ${value}, not ${expected}`).toBeLessThan(1e-9);
}

describe('a state', () => {
  it.each(each)('of %s survives JSON unchanged, at every bar and for any parameters', (_, indicator) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const bars = randomBars(150, seed);
      const params = drawnParams(indicator, new SeededRandom(seed));
      const saved = (state: unknown): unknown => {
        const copy: unknown = JSON.parse(JSON.stringify(state));
        expect(copy).toStrictEqual(state);
        return copy;
      };
      expect(valuesOf(indicator, bars, params, saved)).toEqual(valuesOf(indicator, bars, params));
    }
  });

  it.each(each)('of %s is not changed by a step, so that an open bar may be stepped over as often as it changes', (_, indicator) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const random = new SeededRandom(seed);
      const bars = randomBars(150, seed);
      const params = drawnParams(indicator, random);
      const expected = valuesOf(indicator, bars, params);
      let state = frozen(indicator.start);
      for (const [i, bar] of bars.entries()) {
        for (let change = random.integer(0, 2); change > 0; change -= 1) {
          const close = bar.low + random.next() * (bar.high - bar.low);
          frozen(indicator.step(state, { ...bar, close, volume: random.integer(0, 50) }, params));
        }
        const stepped = indicator.step(state, frozen(bar), frozen(params));
        expect(stepped.values).toEqual(expected[i]);
        state = frozen(stepped.state);
      }
    }
  });

  it.each(each)('of %s stays as small after a thousand bars as after some hundred', (_, indicator) => {
    let state = indicator.start;
    const sizes = randomBars(1_000).map((bar) => {
      state = indicator.step(state, bar, initialParams(indicator)).state;
      // Numbers of the same count of digits.
      return JSON.stringify(state, (_key, value: unknown) => (typeof value === 'number' ? 1 : value)).length;
    });
    expect(Math.max(...sizes.slice(200))).toBe(sizes[200]);
  });
});

/** What depends on the newest bars alone, and on how many of them. */
const reaches: Readonly<Record<string, (params: readonly number[]) => number>> = {
  MA: (params) => Math.max(...params),
  WMA: ([length = 0]) => length,
  VWMA: ([length = 0]) => length,
  BBI: (params) => Math.max(...params),
  BOLL: ([length = 0]) => length,
  DC: ([length = 0]) => length,
  ENV: ([length = 0]) => length,
  STD: ([length = 0]) => length,
  ICHIMOKU: ([short = 0, medium = 0, long = 0, shift = 0]) => Math.max(short, medium, long) + shift,
  AROON: ([length = 0]) => length + 1,
  DMA: ([fast = 0, slow = 0, signal = 0]) => Math.max(fast, slow) + signal,
  WR: ([length = 0]) => length,
  CCI: ([length = 0]) => length,
  ROC: ([length = 0, signal = 0]) => length + signal,
  MTM: ([length = 0, signal = 0]) => length + signal,
  PSY: ([length = 0, signal = 0]) => length + signal,
  BIAS: (params) => Math.max(...params),
  AO: ([fast = 0, slow = 0]) => Math.max(fast, slow),
  VOL: ([one = 0, two = 0]) => Math.max(one, two),
  MFI: ([length = 0]) => length + 1,
  CMF: ([length = 0]) => length,
  VR: ([length = 0, signal = 0]) => length + signal,
  BRAR: ([length = 0]) => length + 1,
};

describe('a window', () => {
  it.each(Object.entries(reaches))('of %s has forgotten all but its newest bars', (id, reach) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const bars = randomBars(300, seed);
      const params = drawnParams(foundOf(id), new SeededRandom(seed));
      const newest = bars.slice(-reach(params));
      expect(valuesOf(foundOf(id), newest, params).at(-1)).toEqual(valuesOf(foundOf(id), bars, params).at(-1));
    }
  });
});

describe('worked numbers', () => {
  it('MA is the mean of the last closes', () => {
    expect(rowsOf('MA', flat([1, 2, 3, 4]), [2, 3, 4]).at(-1)).toEqual({ ma0: 3.5, ma1: 3, ma2: 2.5 });
  });

  it.each(['MA', 'BOLL'])('%s stays exact over a long history', (id) => {
    const bars = randomBars(3_000);
    bars[2_999] = { ...(bars[2_999] as Bar), close: 61_234.56 };
    const last = rowsOf(id, bars, [20, 2, 99]).at(-1);
    const mean = bars.slice(-20).reduce((sum, { close }) => sum + close, 0) / 20;
    expect(last?.ma0 ?? last?.middle).toBeCloseTo(mean, 8);
  });

  it('a candle of the contract becomes a bar', () => {
    const candle = { openMs: 60_000, open: '1.5', high: '2', low: '1.25', close: '1.75', volume: '3.5', quoteVolume: '6', trades: 2 };
    expect(barOf(candle)).toEqual({ timestamp: 60_000, open: 1.5, high: 2, low: 1.25, close: 1.75, volume: 3.5 });
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

  it('SAR runs after the price, no nearer than the two bars before, and turns to the extreme of the bars before', () => {
    const bars = [
      [8, 10],
      [9, 12],
      [10, 13],
      [7, 14],
      [6, 9],
    ].map(([low = 0, high = 0], i) => ({ timestamp: i, open: low, high, low, close: high }));
    const [first, second, third, turned, falling] = rowsOf('SAR', bars, [0.5, 1]).map(({ sar }) => sar);
    // From the low of the first bar, half of the way to its high, but no higher than that low.
    expect([first, second, third]).toEqual([8, 8, 8]);
    // Beneath what it stood at: now the highest price before, and from then on down.
    expect([turned, falling]).toEqual([13, 14]);
  });

  it('VR sets the volume of rises against that of falls, half of the unchanged to each', () => {
    const bars = flat([1, 2, 2, 1]).map((bar, i) => ({ ...bar, volume: [9, 4, 2, 1][i] ?? 0 }));
    expect(rowsOf('VR', bars, [3, 1]).at(-1)).toEqual({ vr: 250, signal: 250 });
  });

  it('BRAR sets highs against lows: BR from the last close, AR from the open', () => {
    const bars = [
      { timestamp: 0, open: 10, high: 12, low: 9, close: 11 },
      { timestamp: 1, open: 12, high: 15, low: 10, close: 14 },
    ];
    expect(rowsOf('BRAR', bars, [1]).at(-1)).toEqual({ br: 400, ar: 150 });
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
