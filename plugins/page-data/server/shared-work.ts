import type { Clock } from '../../../core/contract/server-services.ts';

/** Answers that are kept at once; the oldest goes first. */
const mostAnswers = 60;

/** Work that everybody shares: whoever asks while it runs, or within `keptMs` of its beginning, gets the same answer. */
export class SharedWork<T> {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #keptMs: number;
  readonly #answers = new Map<string, { readonly startedMs: number; readonly answer: Promise<T> }>();

  constructor(clock: Pick<Clock, 'elapsedMs'>, keptMs: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  /** A failure is kept for nobody. */
  of(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    const nowMs = this.#clock.elapsedMs();
    if (known !== undefined && nowMs - known.startedMs < this.#keptMs) return known.answer;
    const answer = work();
    const entry = { startedMs: nowMs, answer };
    this.#answers.delete(key);
    this.#answers.set(key, entry);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostAnswers && oldest !== undefined) this.#answers.delete(oldest);
    answer.catch(() => {
      if (this.#answers.get(key) === entry) this.#answers.delete(key);
    });
    return answer;
  }
}

/** Work on something that everybody is given alike: done once for it, and again when another comes in its place. */
export function workedOnce<I extends object, O>(work: (input: I) => O): (input: I) => O {
  let last: { readonly input: I; readonly output: O } | null = null;
  return (input) => {
    if (last?.input !== input) last = { input, output: work(input) };
    return last.output;
  };
}
