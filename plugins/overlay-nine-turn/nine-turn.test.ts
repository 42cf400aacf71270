import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartBar, ChartMark, ChartSurface } from '../../core/contract/chart.ts';
import { leastBars, nineTurns, unfitness } from './nine-turn.ts';
import { nineTurnMarks, nineTurnOverlay } from './overlay.ts';

const minuteMs = 60_000;
/** Bars from closes; lows and highs may be given by index. */
function barsOf(
  closes: readonly number[],
  lows: Readonly<Record<number, number>> = {},
  highs: Readonly<Record<number, number>> = {},
): ChartBar[] {
  return closes.map((close, i) => ({
    timeMs: i * minuteMs,
    open: close,
    high: highs[i] ?? close + 0.1,
    low: lows[i] ?? close - 0.1,
    close,
    volume: 1,
  }));
}

/** The reference's example of a low nine: 1 at index 5, 9 at index 13. */
const lowNine = [30, 31, 30, 29, 30, 28, 27, 26, 25, 24, 23, 22, 21, 20];

describe('the worked numbers', () => {
  it('a low nine begins at bar 5 and is complete at bar 13', () => {
    expect(nineTurns(barsOf(lowNine))).toMatchObject([{ side: 'low', start: 5, count: 9 }]);
    expect(nineTurnMarks(barsOf(lowNine)).map(({ timeMs, text, side }) => [timeMs / minuteMs, text, side])).toEqual(
      Array.from({ length: 9 }, (_, n) => [5 + n, String(n + 1), 'below']),
    );
  });

  it.each([
    ['is perfected when bar 8 or 9 goes below bars 6 and 7', [22.5, 21.5, 20.7, 19.8], 'perfected'],
    ['is not when neither does', [21.0, 20.5, 20.6, 20.7], 'imperfect'],
  ] as const)('%s', (_, [six, seven, eight, nine], perfection) => {
    expect(nineTurns(barsOf(lowNine, { 10: six, 11: seven, 12: eight, 13: nine }))).toMatchObject([{ perfection }]);
  });

  it('an equal close erases the run, and the next flip starts anew', () => {
    const closes = [10, 10, 10, 10, 10, 9, 9, 9, 9, 9, 8, 8, 8, 8];
    expect(nineTurns(barsOf(closes))).toEqual([{ side: 'low', start: 10, count: 4, perfection: 'none' }]);
  });
});

describe('runs', () => {
  it('a high nine mirrors a low one', () => {
    const closes = lowNine.map((close) => 60 - close);
    expect(nineTurns(barsOf(closes))).toMatchObject([{ side: 'high', start: 5, count: 9, perfection: 'perfected' }]);
    expect(nineTurnMarks(barsOf(closes)).at(-1)).toMatchObject({ text: '9', side: 'above', strong: true });
  });

  it('stops numbering after nine until the direction flips', () => {
    const turns = nineTurns(barsOf([...lowNine, 19, 18, 17, 16]));
    expect(turns).toHaveLength(1);
  });

  it('is perfected later when a bar after it makes the extreme', () => {
    const lows = { 10: 21.0, 11: 20.5, 12: 20.6, 13: 20.7 };
    expect(nineTurns(barsOf([...lowNine, 19], { ...lows, 14: 20.4 }))).toMatchObject([{ perfection: 'later' }]);
    expect(nineTurns(barsOf([...lowNine, 21], { ...lows, 14: 20.9 }))).toMatchObject([{ perfection: 'imperfect' }]);
  });

  const closes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 0, maxLength: 80 });

  it('never overlap, are complete but for the last, and flip against the bar before', () => {
    fc.assert(
      fc.property(closes, (values) => {
        const bars = barsOf(values);
        const turns = nineTurns(bars);
        const sign = (i: number): number => Math.sign((bars[i]?.close ?? 0) - (bars[i - 4]?.close ?? 0));
        return turns.every((turn, n) => {
          const next = turns[n + 1];
          const wanted = turn.side === 'high' ? 1 : -1;
          const numbered = Array.from({ length: turn.count }, (_, k) => sign(turn.start + k));
          return (
            turn.start >= 5 &&
            numbered.every((one) => one === wanted) &&
            sign(turn.start - 1) !== wanted &&
            (turn.count === 9 || (n === turns.length - 1 && turn.start + turn.count === bars.length)) &&
            (next === undefined || next.start >= turn.start + turn.count)
          );
        });
      }),
    );
  });

  it('mirror: turning prices upside down swaps the sides', () => {
    fc.assert(
      fc.property(closes, (values) => {
        const plain = nineTurns(barsOf(values)).map(({ start, count }) => [start, count]);
        const turned = nineTurns(barsOf(values.map((value) => 100 - value))).map(({ start, count }) => [start, count]);
        return JSON.stringify(plain) === JSON.stringify(turned);
      }),
    );
  });

  it('that are complete never change as bars come', () => {
    fc.assert(
      fc.property(closes, (values) => {
        const all = nineTurns(barsOf(values)).filter(({ count }) => count === 9);
        const before = nineTurns(barsOf(values.slice(0, -1))).filter(({ count }) => count === 9);
        return before.every(({ start, side }, n) => all[n]?.start === start && all[n]?.side === side);
      }),
    );
  });
});

describe('the overlay on a chart', () => {
  it('shows tick by tick what it shows at once', () => {
    const closes = Array.from({ length: 700 }, (_, i) => 100 + 20 * Math.sin(i / 9) + ((i * 7919) % 13));
    const all = barsOf(closes);
    let bars = all.slice(0, 150);
    let marks: readonly ChartMark[] = [];
    let tell: (change: 'all' | 'last') => void = () => undefined;
    const surface = {
      bars: () => bars,
      onBars: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
      setMarks: (next: readonly ChartMark[]) => {
        marks = next;
      },
    } as unknown as ChartSurface;
    nineTurnOverlay.attach?.(surface, {});
    for (let count = 151; count <= all.length; count += 1) {
      bars = all.slice(0, count);
      tell('last');
    }
    expect(marks.map(({ timeMs, text }) => [timeMs, text])).toEqual(nineTurnMarks(all).map(({ timeMs, text }) => [timeMs, text]));
  });
});

describe('a range that cannot be marked', () => {
  const good = barsOf(lowNine);

  it.each([
    ['fewer than fourteen bars', good.slice(1), 'too-few'],
    ['a missing bar', [...good.slice(0, 6), ...good.slice(7), { ...(good[13] as ChartBar), timeMs: 15 * minuteMs }], 'uneven'],
    ['a bar twice', [...good.slice(0, 7), ...good.slice(6)], 'uneven'],
    ['no run', barsOf(Array.from({ length: leastBars }, () => 10)), 'no-run'],
    ['nothing wrong', good, null],
  ])('%s', (_, bars, unfit) => {
    expect(unfitness(bars, minuteMs)).toBe(unfit);
  });

  it('gets the sentence that says what to do', () => {
    const mark = (from: number, to: number) => nineTurnOverlay.markRange?.(good, { fromMs: from * minuteMs, toMs: to * minuteMs });
    expect(mark(3, 8)).toEqual({ ok: false, messageKey: 'overlay-nine-turn.unable' });
    expect(mark(0, 13)).toMatchObject({ ok: true });
  });
});
