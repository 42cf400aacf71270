import type { Clock } from '../../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';

/** Books of one market are told at most so often: as often as people see them. */
export const bookPaceMs = 20;

/** Tells of changed books: the first change of a market that was quiet at once, of those that follow closely the last. */
export class BookPace {
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  readonly #tell: (id: InstrumentId) => void;
  readonly #toldMs = new Map<InstrumentId, number>();
  readonly #waiting = new Map<InstrumentId, () => void>();

  constructor(clock: Pick<Clock, 'elapsedMs' | 'after'>, tell: (id: InstrumentId) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  changed(id: InstrumentId): void {
    if (this.#waiting.has(id)) return;
    const leftMs = (this.#toldMs.get(id) ?? Number.NEGATIVE_INFINITY) + bookPaceMs - this.#clock.elapsedMs();
    if (leftMs <= 0) this.#now(id);
    else
      this.#waiting.set(
        id,
        this.#clock.after(leftMs, () => this.#now(id)),
      );
  }

  stop(): void {
    for (const stop of this.#waiting.values()) stop();
    this.#waiting.clear();
  }

  #now(id: InstrumentId): void {
    this.#waiting.delete(id);
    this.#toldMs.set(id, this.#clock.elapsedMs());
    this.#tell(id);
  }
}
