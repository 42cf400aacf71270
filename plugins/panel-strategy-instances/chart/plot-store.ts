import { makeAutoObservable, observableRef } from 'mobx';
import type { Outcome } from '../../../core/contract/app-error.ts';
import type { Plot } from '../../../core/contract/strategies.ts';

/** More points of a line than this are fetched anew: the server has thinned them meanwhile. */
const mostPoints = 4_000;

/** What one instance has plotted, fetched as it grows. */
export class PlotStore {
  views: readonly Plot[] = [];
  private readonly load: (sinceMs: number | null) => Promise<Outcome<readonly Plot[]>>;
  private isBusy = false;

  constructor(load: (sinceMs: number | null) => Promise<Outcome<readonly Plot[]>>) {
    this.load = load;
    makeAutoObservable<this, 'load' | 'isBusy'>(this, { views: observableRef, load: false, isBusy: false }, { autoBind: true });
  }

  /** Fetches what is new; what fails is fetched with the next. */
  async renew(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const isLong = this.views.some(({ lines }) => lines.some(({ points }) => points.length > mostPoints));
    const sinceMs = isLong ? null : newestOf(this.views);
    const outcome = await this.load(sinceMs);
    this.isBusy = false;
    if (outcome.ok) this.take(sinceMs === null ? outcome.value : joined(this.views, outcome.value, sinceMs));
  }

  take(views: readonly Plot[]): void {
    this.views = views;
  }
}

function newestOf(views: readonly Plot[]): number | null {
  const times = views.flatMap(({ lines, marks }) => [...lines.map(({ points }) => points.at(-1)?.[0] ?? 0), marks.at(-1)?.timeMs ?? 0]);
  return times.length === 0 ? null : Math.max(...times);
}

/** What was known before `sinceMs`, then what is new: of that very time the last may have changed. */
function joined(known: readonly Plot[], fresh: readonly Plot[], sinceMs: number): readonly Plot[] {
  const instruments = [...new Set([...known, ...fresh].map(({ instrument }) => instrument))];
  return instruments.flatMap((instrument) => {
    const before = known.find((one) => one.instrument === instrument);
    const after = fresh.find((one) => one.instrument === instrument);
    const either = before ?? after;
    if (either === undefined) return [];
    const series = [...new Set([...(before?.lines ?? []), ...(after?.lines ?? [])].map((line) => line.series))];
    const pointsIn = (view: Plot | undefined, name: string) => view?.lines.find((line) => line.series === name)?.points ?? [];
    return [
      {
        ...either,
        lines: series.map((name) => ({
          series: name,
          points: [...pointsIn(before, name).filter(([timeMs]) => timeMs < sinceMs), ...pointsIn(after, name)],
        })),
        marks: [...(before?.marks ?? []).filter(({ timeMs }) => timeMs < sinceMs), ...(after?.marks ?? [])],
      },
    ];
  });
}
