import { type ChartBar, type ChartMark, defineChartOverlay } from '../../core/contract/chart.ts';
import { lastNumber, nineTurns, unfitness } from './nine-turn.ts';

/** Bars at the end of a chart that are numbered anew with every tick. A run's start depends on six bars alone, so the rest stands. */
const tailBars = 200;
/** The first bars of the tail may belong to a run that began before it. */
const overlapBars = 20;

/** High numbers above their bars in the colour of falling, low ones below in that of rising: what the turn announces. Nine stands out. */
export function nineTurnMarks(bars: readonly ChartBar[]): readonly ChartMark[] {
  return nineTurns(bars).flatMap(({ side, start, count, perfection }) =>
    Array.from({ length: count }, (_, n): ChartMark => {
      const number = n + 1;
      const isLast = number === lastNumber;
      return {
        timeMs: bars[start + n]?.timeMs ?? 0,
        side: side === 'high' ? 'above' : 'below',
        text: String(number),
        tone: side === 'high' ? 'down' : 'up',
        strong: isLast && perfection !== 'imperfect',
      };
    }),
  );
}

/** Length of most steps between bars, null for months, whose length differs. */
function stepOf(bars: readonly ChartBar[]): number | null {
  const [first, second] = bars;
  const longestStepMs = 7 * 86_400_000;
  if (first === undefined || second === undefined) return null;
  const steps = bars.slice(1).map(({ timeMs }, i) => timeMs - (bars[i]?.timeMs ?? 0));
  const least = Math.min(...steps.filter((step) => step > 0));
  return least > longestStepMs ? null : least;
}

/** Nine-Turn: numbers on the whole chart, or on a range that the user chooses. */
export const nineTurnOverlay = defineChartOverlay({
  titleKey: 'overlay-nine-turn.title',
  shownAtFirst: false,
  attach: (surface) => {
    /** Marks before the tail, which no longer change. */
    let settled: readonly ChartMark[] = [];
    let settledMs = 0;
    const show = (change: 'all' | 'last'): void => {
      const bars = surface.bars();
      const tail = bars.slice(-tailBars);
      const tailMs = bars.length <= tailBars ? 0 : (tail[overlapBars]?.timeMs ?? 0);
      if (change === 'all' || tailMs > settledMs) {
        // Rarely more than a bar has left the tail; a load brings a new list.
        settled = change === 'all' ? nineTurnMarks(bars).filter(({ timeMs }) => timeMs < tailMs) : [...settled, ...leaving(tailMs)];
        settledMs = tailMs;
      }
      recent = nineTurnMarks(tail).filter(({ timeMs }) => timeMs >= settledMs);
      surface.setMarks([...settled, ...recent]);
    };
    let recent: readonly ChartMark[] = [];
    const leaving = (untilMs: number): readonly ChartMark[] => recent.filter(({ timeMs }) => timeMs < untilMs);
    show('all');
    return surface.onBars(show);
  },
  markRange: (bars, { fromMs, toMs }) => {
    const range = bars.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
    return unfitness(range, stepOf(range)) === null
      ? { ok: true, marks: nineTurnMarks(range) }
      : { ok: false, messageKey: 'overlay-nine-turn.unable' };
  },
});
