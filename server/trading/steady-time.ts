import type { Clock } from '../../core/contract/server-services.ts';

/** A clock that is further after a look than time has passed was put forward, or the machine has slept; less is how clocks are read. */
const stepMs = 250;

/**
 * The time that deadlines of orders go by: in ms since 1970 at the start, and from then on it passes as time passes, for everybody
 * alike. Other than {@link Clock.nowMs} it is not slowed down by a clock that was put back: then it stays ahead until the next start.
 * A step forwards it follows, since a machine that slept has let deadlines pass.
 */
export class SteadyTime {
  readonly #clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
  #toldMs: number;
  #clockMs: number;
  #lookedMs: number;

  constructor(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>) {
    this.#clock = clock;
    this.#clockMs = clock.nowMs();
    this.#lookedMs = clock.elapsedMs();
    this.#toldMs = this.#clockMs;
  }

  nowMs(): number {
    const [clockMs, elapsedMs] = [this.#clock.nowMs(), this.#clock.elapsedMs()];
    const passedMs = elapsedMs - this.#lookedMs;
    const clockPassedMs = clockMs - this.#clockMs;
    this.#toldMs += clockPassedMs - passedMs >= stepMs ? clockPassedMs : passedMs;
    this.#clockMs = clockMs;
    this.#lookedMs = elapsedMs;
    return Math.floor(this.#toldMs);
  }
}
