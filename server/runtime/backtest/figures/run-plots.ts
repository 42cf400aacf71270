import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { PlotLineView, PlotMarkView } from '../../../../schemas/wire/strategy-plots.ts';
import type { PlotEffect } from '../../driver/effect.ts';
import { thinnedByTime } from './thin.ts';

/** What a strategy has plotted on one market during a run. */
export interface RunPlots {
  readonly instrumentId: InstrumentId;
  readonly lines: readonly PlotLineView[];
  readonly marks: readonly PlotMarkView[];
}

const mostPoints = 1_000;
const mostMarks = 500;

interface Gathered {
  readonly lines: Map<string, [number, number][]>;
  marks: PlotMarkView[];
}

/** Gathers what a strategy plots, of bounded size: of a line its shape, of marks some all along. */
export class PlotGatherer {
  readonly #markets = new Map<InstrumentId, Gathered>();

  add(effect: PlotEffect): void {
    const market = this.#markets.get(effect.instrumentId) ?? { lines: new Map<string, [number, number][]>(), marks: [] };
    this.#markets.set(effect.instrumentId, market);
    if (effect.type === 'mark') {
      const { timeMs, key, params, side = null, price } = effect;
      market.marks.push({ time: timeMs, key, params: { ...params }, side, price: price === undefined ? null : Number(price) });
      if (market.marks.length >= 4 * mostMarks) market.marks = someOf(market.marks);
      return;
    }
    const points = market.lines.get(effect.series) ?? [];
    // Of one moment the last point counts.
    if (points.at(-1)?.[0] === effect.timeMs) points.pop();
    points.push([effect.timeMs, Number(effect.value)]);
    market.lines.set(effect.series, points.length >= 4 * mostPoints ? thinned(points) : points);
  }

  get plots(): readonly RunPlots[] {
    return [...this.#markets].map(([instrumentId, { lines, marks }]) => ({
      instrumentId,
      lines: [...lines].map(([series, points]) => ({ series, points: thinned(points) })),
      marks: someOf(marks),
    }));
  }
}

const thinned = (points: readonly [number, number][]): [number, number][] =>
  thinnedByTime(points, mostPoints).map((at) => points[at] as [number, number]);

/** Some all along, where there are too many. */
const someOf = (marks: readonly PlotMarkView[]): PlotMarkView[] =>
  thinnedByTime(
    marks.map(({ time }) => [time, 0]),
    mostMarks,
  ).map((at) => marks[at] as PlotMarkView);
