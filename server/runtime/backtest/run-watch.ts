import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { BarSeries } from '../../../core/simulation/recordings/bar-recording.ts';
import type { SimulatedSession } from '../simulation/simulated-session.ts';
import type { FeedRange, FeedWatch } from './feeds/backtest-feed.ts';
import { type EquityPoint, type EquityValuer, exposedAt, type Holding, type PriceExposure } from './figures/equity-curve.ts';
import { EquityFigures } from './figures/equity-figures.ts';

interface RunWatchOptions {
  readonly range: FeedRange;
  readonly session: SimulatedSession;
  readonly instruments: readonly Instrument[];
  readonly valuer: EquityValuer;
  readonly startHoldings: readonly Holding[];
  /** Told between 0 and 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

const mostPoints = 2_000;
const shortestStepMs = 60_000;

/**
 * Values the accounts at every moment of the data, once all that happened in it was told, keeps a picture of it at even distances, tells the
 * progress, and lets others work where they may call the run off. The first value is what the accounts started with, at the
 * first prices that the data tells.
 */
export class RunWatch implements FeedWatch {
  readonly points: EquityPoint[] = [];
  /** Last prices at the points, in order of the instruments; null before a market's first. */
  readonly prices: readonly (number | null)[][];
  /** Every event is looked at until the start could be valued. */
  nextMs = Number.NEGATIVE_INFINITY;
  readonly #options: RunWatchOptions;
  readonly #stepMs: number;
  readonly #worth = (exchange: string, asset: string): number => this.#options.valuer.price(exchange, asset) ?? 0;
  #figures: EquityFigures | null = null;
  #nowMs = Number.NEGATIVE_INFINITY;
  #nextSampleMs: number;

  constructor(options: RunWatchOptions) {
    const { range, instruments } = options;
    this.#options = options;
    this.#stepMs = Math.max(shortestStepMs, Math.ceil((range.toMs - range.fromMs) / mostPoints / shortestStepMs) * shortestStepMs);
    this.#nextSampleMs = range.fromMs + this.#stepMs;
    this.prices = instruments.map(() => []);
  }

  /** Null: there was no price to value the start at. */
  get figures(): EquityFigures | null {
    return this.#figures;
  }

  moment(timeMs: number): void {
    if (timeMs <= this.#nowMs) return;
    this.#value();
    this.#nowMs = timeMs;
  }

  passed(id: InstrumentId, bars: BarSeries, from: number, to: number): void {
    const figures = this.#figures;
    this.#nowMs = (bars.openMs[to - 1] as number) + bars.lengthMs - 1;
    if (figures === null) return;
    const exposure = this.exposure(id, 10 ** bars.grid.priceDecimals);
    if (exposure.straight === 0 && exposure.turned === 0) return;
    const rest = (this.value ?? 0) - exposedAt(exposure, bars.close[to - 1] as number);
    // The last of them is valued once all markets have told of its moment.
    figures.addBars({ bars, exposure, rest }, from, to - 1);
  }

  reached(timeMs: number): Promise<void> | undefined {
    const { range, onProgress, signal } = this.#options;
    if (timeMs < range.fromMs) return undefined;
    this.#begin();
    if (timeMs < this.#nextSampleMs) return undefined;
    // The value that figures have seen last: a bar that is under way counts at its close, in the picture as in the figures.
    for (; this.#nextSampleMs <= timeMs; this.#nextSampleMs += this.#stepMs)
      this.#sample(this.#nextSampleMs - 1, this.#figures?.end ?? null);
    if (this.#figures !== null) this.nextMs = this.#nextSampleMs;
    onProgress?.((timeMs - range.fromMs) / (range.toMs - range.fromMs + 1));
    // Only what calls a run off needs a turn of its own to come through.
    return signal === undefined ? undefined : nextTurn().then(() => signal.throwIfAborted());
  }

  /** The last point. */
  end(): void {
    const { range } = this.#options;
    this.#begin();
    this.#nowMs = range.toMs;
    this.#value();
    this.#sample(range.toMs, this.value);
    this.#keepExtremes();
  }

  #begin(): void {
    if (this.#figures !== null) return;
    const { range, valuer, startHoldings } = this.#options;
    const value = valuer.startValue(startHoldings);
    if (value === null) return;
    this.#figures = new EquityFigures(range.fromMs, value);
    this.#sample(range.fromMs, value);
    this.nextMs = this.#nextSampleMs;
  }

  #value(): void {
    if (this.#figures === null || this.#nowMs < this.#options.range.fromMs) return;
    const { value } = this;
    if (value !== null) this.#figures.add(this.#nowMs, value);
  }

  /** How the value changes with a market's price in ticks, `ticksPerUnit` of which make one of its quote. */
  exposure(id: InstrumentId, ticksPerUnit: number): PriceExposure {
    const { straight, turned } = this.#options.valuer.exposure(this.#options.session.exchanges.totals(), id);
    return { straight: straight / ticksPerUnit, turned: turned * ticksPerUnit };
  }

  /** Of the accounts as they are now; null while a price is missing. */
  get value(): number | null {
    const { valuer, session } = this.#options;
    const value = valuer.value(session.exchanges.totals());
    return value === null ? null : value + session.exchanges.openProfit(this.#worth);
  }

  #sample(timeMs: number, value: number | null): void {
    if (value === null || this.#figures === null) return;
    this.points.push([timeMs, value]);
    this.#options.instruments.forEach(({ id }, at) => {
      this.prices[at]?.push(this.#options.session.exchanges.lastNumber(id));
    });
  }

  /** The deepest fall is seen in the picture as it was, alone or joined with other runs, wherever it lies between its points. */
  #keepExtremes(): void {
    for (const point of this.#figures?.extremes ?? []) {
      const at = this.points.findIndex(([timeMs]) => timeMs >= point[0]);
      if (at < 0 || (this.points[at] as EquityPoint)[0] === point[0]) continue;
      this.points.splice(at, 0, point);
      for (const prices of this.prices) prices.splice(at, 0, prices[at - 1] ?? null);
    }
  }
}
