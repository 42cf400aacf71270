import type { InstanceCommit, NewInstanceEvent, PlotPoint } from '../../../store/strategies/instance-store.ts';
import { type Effect, isPlot } from '../../driver/effect.ts';
import { PlotPace } from '../history/plot-pace.ts';
import type { QueuedEffect } from './effect-queue.ts';

/** What steps of an instance have left to write: effects that are not known to be done, lines of the history, and what was plotted. */
export class Unwritten {
  #effects: QueuedEffect[] = [];
  #events: NewInstanceEvent[] = [];
  readonly #pace = new PlotPace();
  readonly #plots = new Map<string, PlotPoint>();

  add(effects: readonly QueuedEffect[], events: readonly NewInstanceEvent[]): void {
    this.#effects.push(...effects);
    this.#events.push(...events);
  }

  /** Of one second the last point of a line counts; of a minute where there are very many. */
  plot(effects: readonly Effect[], nowMs: number): void {
    for (const effect of effects) {
      if (!isPlot(effect)) continue;
      const point = this.#pace.point(effect, nowMs);
      this.#plots.set(`${point.kind} ${point.instrumentId} ${point.name} ${point.timeMs}`, point);
    }
  }

  /** For one write; what was done before it was ever written needs none. */
  take(instanceId: string, done: readonly QueuedEffect[]): Pick<InstanceCommit, 'effects' | 'done' | 'events' | 'plots'> {
    const isDone = new Set(done.map(keyOf));
    const isNew = new Set(this.#effects.map(keyOf));
    const effects = this.#effects.filter((effect) => !isDone.has(keyOf(effect)));
    const events = this.#events;
    this.#effects = [];
    this.#events = [];
    const plots = [...this.#plots.values()];
    this.#plots.clear();
    return {
      plots,
      effects: effects.map(({ step, ordinal, effect }) => ({ instanceId, step, ordinal, effect: JSON.stringify(effect) })),
      done: done.filter((one) => !isNew.has(keyOf(one))).map(({ step, ordinal }) => ({ instanceId, step, ordinal })),
      events,
    };
  }
}

const keyOf = ({ step, ordinal }: QueuedEffect): string => `${step}/${ordinal}`;
