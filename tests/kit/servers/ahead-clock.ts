import type { Logger } from '../../../core/contract/server-services.ts';
import { SystemClock } from '../../../server/clock.ts';

/** The machine's clock, put ahead at will; timers go on as they are, apart from those of jobs' length where `hurriedMs` is given: they ring after so long. */
export class AheadClock extends SystemClock {
  readonly #hurriedMs: number | null;
  #aheadMs = 0;

  constructor(logger: Logger, hurriedMs: number | null = null) {
    super(logger);
    this.#hurriedMs = hurriedMs;
  }

  ahead(ms: number): void {
    this.#aheadMs += ms;
  }

  override nowMs(): number {
    return super.nowMs() + this.#aheadMs;
  }

  override elapsedMs(): number {
    return super.elapsedMs() + this.#aheadMs;
  }

  override after(delayMs: number, task: () => void | Promise<void>): () => void {
    // A minute is what plugins may take to start, which a busy machine needs.
    const isJobs = delayMs >= 2_000 && delayMs < 60_000;
    return super.after(this.#hurriedMs !== null && isJobs ? this.#hurriedMs : delayMs, task);
  }
}
