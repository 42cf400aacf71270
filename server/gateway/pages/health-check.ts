import type { Clock } from '../../../core/contract/server-services.ts';

/** An answer stands so long: asking often costs the database nothing. */
const healthStandsMs = 1_000;
const patienceMs = 3_000;

/** Whether the server works, asked of the database at most once a second however many ask. */
export class HealthCheck {
  readonly #ask: () => Promise<boolean>;
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  /** Not answered yet: one that hangs is not asked again, or questions would gather behind it. */
  #asked: Promise<boolean> | null = null;
  #answer: Promise<boolean> | null = null;
  #answeredMs = Number.NEGATIVE_INFINITY;

  constructor(ask: () => Promise<boolean>, clock: Pick<Clock, 'elapsedMs' | 'after'>) {
    this.#ask = ask;
    this.#clock = clock;
  }

  isHealthy(): Promise<boolean> {
    // One that is under way serves everybody who comes meanwhile.
    if (this.#answer === null || this.#clock.elapsedMs() - this.#answeredMs >= healthStandsMs) {
      this.#answeredMs = Number.POSITIVE_INFINITY;
      this.#answer = this.#inTime().finally(() => {
        this.#answeredMs = this.#clock.elapsedMs();
      });
    }
    return this.#answer;
  }

  /** A database that does not answer is no better than one that is gone. */
  async #inTime(): Promise<boolean> {
    let stop = (): void => undefined;
    const late = new Promise<boolean>((resolve) => {
      stop = this.#clock.after(patienceMs, () => resolve(false));
    });
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = null;
    });
    return Promise.race([this.#asked, late]).finally(stop);
  }
}
