import type { Clock } from '../../../core/contract/server-services.ts';
import { faultText } from '../../../core/domain/fault-text.ts';

const lookEveryMs = 50;
/** Between two looks no more than this counts: when the house itself was held up, so was the thread. */
const mostPerLookMs = 100;

/** Ends what takes too long. Counts the time that passes while the house runs, not the time that it was kept from running. */
export class StepWatch {
  readonly #clock: Clock;
  readonly #onLate: (problem: string) => void;
  #stop: (() => void) | null = null;

  constructor(clock: Clock, onLate: (problem: string) => void) {
    this.#clock = clock;
    this.#onLate = onLate;
  }

  /** The limit counts anew whenever `at` says that something else is under way. */
  begin(limitMs: number, what: 'tooSlow' | 'notReady', at: () => number = () => 0): void {
    this.end();
    let passedMs = 0;
    let before = at();
    let lookedMs = this.#clock.elapsedMs();
    this.#stop = this.#clock.every(lookEveryMs, () => {
      const nowMs = this.#clock.elapsedMs();
      const now = at();
      if (now !== before) passedMs = 0;
      before = now;
      passedMs += Math.min(Math.max(nowMs - lookedMs, 0), mostPerLookMs);
      lookedMs = nowMs;
      if (passedMs < limitMs) return;
      this.end();
      this.#onLate(faultText(what, { ms: limitMs }));
    });
  }

  end(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
