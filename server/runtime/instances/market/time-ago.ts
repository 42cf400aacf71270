import type { Clock } from '../../../../core/contract/server-services.ts';
import type { Disposer } from '../../../../core/contract/token.ts';

const lookEveryMs = 1_000;

/**
 * What the clock showed some time ago, to within a second. After it was put back that is nearer than the difference of its times says,
 * because it goes at half pace; after it was put forward it is further.
 */
export class TimeAgo {
  readonly #clock: Pick<Clock, 'nowMs' | 'elapsedMs' | 'every'>;
  readonly #agoMs: number;
  #looks: { readonly nowMs: number; readonly elapsedMs: number }[] = [];

  constructor(clock: Pick<Clock, 'nowMs' | 'elapsedMs' | 'every'>, agoMs: number) {
    this.#clock = clock;
    this.#agoMs = agoMs;
    this.#look();
  }

  start(): Disposer {
    return this.#clock.every(lookEveryMs, () => this.#look());
  }

  /** Before that much time has passed since the start, what it would have shown if it had always gone right. */
  get nowMs(): number {
    const thenMs = this.#clock.elapsedMs() - this.#agoMs;
    const look = this.#looks.findLast(({ elapsedMs }) => elapsedMs <= thenMs) ?? this.#looks[0];
    return look === undefined ? this.#clock.nowMs() - this.#agoMs : look.nowMs + Math.min(0, thenMs - look.elapsedMs);
  }

  #look(): void {
    const look = { nowMs: this.#clock.nowMs(), elapsedMs: this.#clock.elapsedMs() };
    const oldest = this.#looks.findLastIndex(({ elapsedMs }) => elapsedMs <= look.elapsedMs - this.#agoMs);
    this.#looks = [...this.#looks.slice(Math.max(0, oldest)), look];
  }
}
