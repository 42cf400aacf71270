import type { Logger } from '../../../core/contract/server-services.ts';
import { SystemClock } from '../../../server/clock.ts';

/** The machine's clock, put ahead at will; timers go on as they are, apart from those of jobs' length where `hurriedMs` is given: they ring after so long. */
export class AheadClock extends SystemClock {
  readonly #hurriedMs: number | null;
  readonly #waiting = new Set<Waiting>();
  #aheadMs = 0;

  constructor(logger: Logger, hurriedMs: number | null = null) {
    super(logger);
    this.#hurriedMs = hurriedMs;
  }

  ahead(ms: number): void {
    this.#aheadMs += ms;
  }

  /** What was to ring after exactly so long rings now. */
  ring(delayMs: number): void {
    for (const one of this.#waiting) if (one.delayMs === delayMs) one.now();
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
    const ring = (): void | Promise<void> => {
      this.#waiting.delete(one);
      return task();
    };
    let stop = super.after(this.#hurriedMs !== null && isJobs ? this.#hurriedMs : delayMs, ring);
    const one: Waiting = {
      delayMs,
      now: () => {
        stop();
        stop = super.after(0, ring);
      },
    };
    this.#waiting.add(one);
    return () => {
      this.#waiting.delete(one);
      stop();
    };
  }
}

interface Waiting {
  readonly delayMs: number;
  readonly now: () => void;
}
