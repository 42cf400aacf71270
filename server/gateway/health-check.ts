import type { Clock } from '../../core/contract/server-services.ts';

/** An answer stands so long: asking often costs the database nothing. */
export const healthStandsMs = 1_000;

/** Whether the server works, asked of the database at most once a second however many ask. */
export class HealthCheck {
  readonly #ask: () => Promise<boolean>;
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  #answer: Promise<boolean> | null = null;
  #answeredMs = Number.NEGATIVE_INFINITY;

  constructor(ask: () => Promise<boolean>, clock: Pick<Clock, 'elapsedMs'>) {
    this.#ask = ask;
    this.#clock = clock;
  }

  isHealthy(): Promise<boolean> {
    // One that is under way serves everybody who comes meanwhile.
    if (this.#answer === null || this.#clock.elapsedMs() - this.#answeredMs >= healthStandsMs) {
      this.#answeredMs = Number.POSITIVE_INFINITY;
      this.#answer = this.#ask().finally(() => {
        this.#answeredMs = this.#clock.elapsedMs();
      });
    }
    return this.#answer;
  }
}
