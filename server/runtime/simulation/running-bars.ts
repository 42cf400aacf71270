import type { BarMarket } from '../../../core/simulation/bar-market.ts';
import type { BarTicks } from '../../../core/simulation/bar-path.ts';
import type { WatchedMarket } from './market-watches.ts';

/** A bar of a market on its way from open to close. */
export interface RunningBar {
  readonly market: BarMarket;
  readonly bar: BarTicks;
  readonly openMs: number;
  readonly closeMs: number;
  /** Volume, in lots. */
  readonly lots: number;
}

/** The first price at or below which, and the one at or above which, an instance hears of a market at once, in ticks. */
export function newsBetween({ bands, ticksPerUnit }: WatchedMarket, lastTicks: number): readonly [down: number, up: number] {
  let [down, up] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const band of bands) {
    // A band that has told nothing yet speaks at the next price.
    const [below, above] = band.zone === null ? [lastTicks - 1, lastTicks + 1] : band.newsAt(ticksPerUnit);
    if (below > down) down = below;
    if (above < up) up = above;
  }
  return [down, up];
}

/** The bars of a session that have opened and whose candles were not told yet, in the order in which they opened. */
export class RunningBars {
  readonly #newsOf: (market: BarMarket) => readonly [down: number, up: number];
  readonly #running: RunningBar[] = [];
  readonly #closed: RunningBar[] = [];
  /** The running bar with something to happen next, after {@link nextMs}. */
  #first: RunningBar | null = null;
  #firstMs = 0;

  /** `newsOf`: the prices of a market that are worth a stop, as {@link newsBetween} gives them. */
  constructor(newsOf: (market: BarMarket) => readonly [down: number, up: number]) {
    this.#newsOf = newsOf;
  }

  add(bar: RunningBar): void {
    this.#running.push(bar);
  }

  /** When something happens next in a bar; of bars whose time is the same the one that opened first comes first. */
  nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    this.#first = null;
    for (const bar of this.#running) {
      const [down, up] = this.#newsOf(bar.market);
      const timeMs = bar.market.nextMs(down, up);
      if (timeMs >= next) continue;
      next = timeMs;
      this.#first = bar;
    }
    this.#firstMs = next;
    return next;
  }

  /** Takes the bar that {@link nextMs} found to its next point, and gives it with what happened to orders there. */
  step(): { readonly market: BarMarket; readonly events: ReturnType<BarMarket['step']> } {
    const first = this.#first as RunningBar;
    const { market } = first;
    if (this.#running.length > 1) for (const other of this.#running) if (other !== first) other.market.moveTo(this.#firstMs);
    const events = market.step();
    if (!market.isRunning) {
      this.#running.splice(this.#running.indexOf(first), 1);
      this.#closed.push(first);
    }
    return { market, events };
  }

  /** Prices move to where they are at a time before anything happens. */
  moveTo(timeMs: number): void {
    for (const { market } of this.#running) market.moveTo(timeMs);
  }

  /** When the next bar has closed whose candle nobody has heard of; infinite without one. */
  get closedMs(): number {
    return this.#closed[0]?.closeMs ?? Number.POSITIVE_INFINITY;
  }

  takeClosed(): RunningBar {
    return this.#closed.shift() as RunningBar;
  }
}
