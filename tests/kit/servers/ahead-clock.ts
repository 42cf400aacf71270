import { SystemClock } from '../../../server/clock.ts';

/** The machine's clock, put ahead at will; timers go on as they are. */
export class AheadClock extends SystemClock {
  #aheadMs = 0;

  ahead(ms: number): void {
    this.#aheadMs += ms;
  }

  override nowMs(): number {
    return super.nowMs() + this.#aheadMs;
  }

  override elapsedMs(): number {
    return super.elapsedMs() + this.#aheadMs;
  }
}
