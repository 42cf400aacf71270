import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/instrument.ts';
import type { SimulatedSession } from '../simulation/simulated-session.ts';
import type { FeedRange, FeedWatch } from './backtest-feed.ts';
import { type EquityPoint, EquityValuer } from './equity-curve.ts';

export interface RunWatchOptions {
  readonly range: FeedRange;
  readonly session: SimulatedSession;
  readonly instruments: readonly Instrument[];
  /** Told between 0 and 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

const mostPoints = 2_000;
const shortestStepMs = 60_000;

/**
 * Samples the value of the accounts at even distances, tells the progress, and lets others work where they may call the run off. The first point is what the
 * accounts started with, at the first prices that the data tells.
 */
export class RunWatch implements FeedWatch {
  readonly points: EquityPoint[] = [];
  /** Last prices at the points, in order of the instruments; null before a market's first. */
  readonly prices: readonly (number | null)[][];
  /** Every event is looked at until the start could be valued. */
  nextMs = Number.NEGATIVE_INFINITY;
  readonly #options: RunWatchOptions;
  readonly #startBalances: readonly Balance[];
  readonly #valuer: EquityValuer;
  readonly #stepMs: number;
  #nextSampleMs: number;

  constructor(options: RunWatchOptions) {
    const { range, session, instruments } = options;
    this.#options = options;
    this.#startBalances = session.exchanges.balances();
    this.#valuer = new EquityValuer(instruments, (id) => session.exchanges.lastNumber(id));
    this.#stepMs = Math.max(shortestStepMs, Math.ceil((range.toMs - range.fromMs) / mostPoints / shortestStepMs) * shortestStepMs);
    this.#nextSampleMs = range.fromMs + this.#stepMs;
    this.prices = instruments.map(() => []);
  }

  reached(timeMs: number): Promise<void> | undefined {
    const { range, onProgress, signal } = this.#options;
    if (timeMs < range.fromMs) return undefined;
    if (this.points.length === 0) this.#begin();
    if (timeMs < this.#nextSampleMs) return undefined;
    for (; this.#nextSampleMs <= timeMs; this.#nextSampleMs += this.#stepMs) {
      if (this.points.length > 0) this.#sample(this.#nextSampleMs - 1, this.#options.session.exchanges.balances());
    }
    if (this.points.length > 0) this.nextMs = this.#nextSampleMs;
    onProgress?.((timeMs - range.fromMs) / (range.toMs - range.fromMs + 1));
    // Only what calls a run off needs a turn of its own to come through.
    return signal === undefined ? undefined : nextTurn().then(() => signal.throwIfAborted());
  }

  /** The last point. */
  end(): void {
    if (this.points.length === 0) this.#begin();
    this.#sample(this.#options.range.toMs, this.#options.session.exchanges.balances());
  }

  #begin(): void {
    this.#sample(this.#options.range.fromMs, this.#startBalances);
    if (this.points.length > 0) this.nextMs = this.#nextSampleMs;
  }

  #sample(timeMs: number, balances: readonly Balance[]): void {
    const value = this.#valuer.value(balances);
    if (value === null) return;
    this.points.push([timeMs, value + this.#options.session.exchanges.openProfit()]);
    this.#options.instruments.forEach(({ id }, at) => {
      this.prices[at]?.push(this.#options.session.exchanges.lastNumber(id));
    });
  }
}
