import type { VenueDemand } from '../../core/contract/venue.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';

/** How long a market counts as looked at after it was read once. */
const keptMs = 30_000;

/** Which markets of a venue somebody looks at, told to a venue that reports no others. */
export class MarketDemand {
  readonly #venue: VenueDemand;
  readonly #isFollowed: (id: InstrumentId) => boolean;
  readonly #readMs = new Map<InstrumentId, number>();
  readonly #watched = new Set<InstrumentId>();

  /** `isFollowed` says whether a topic of the market has subscribers. */
  constructor(venue: VenueDemand, isFollowed: (id: InstrumentId) => boolean) {
    this.#venue = venue;
    this.#isFollowed = isFollowed;
  }

  /** The market is read; `nowMs` is of a clock that is never stepped. */
  read(id: InstrumentId, nowMs: number): void {
    this.#readMs.set(id, nowMs);
    this.#watch(id);
  }

  /** Compares what is watched with what is looked at, and gives the markets that nobody looks at any more. */
  review(ids: Iterable<InstrumentId>, nowMs: number): readonly InstrumentId[] {
    const left: InstrumentId[] = [];
    for (const id of ids) {
      const readMs = this.#readMs.get(id);
      const isRead = readMs !== undefined && nowMs - readMs < keptMs;
      if (!isRead) this.#readMs.delete(id);
      if (isRead || this.#isFollowed(id)) this.#watch(id);
      else if (this.#watched.delete(id)) {
        this.#venue.unwatch(id);
        left.push(id);
      }
    }
    return left;
  }

  #watch(id: InstrumentId): void {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    this.#venue.watch(id);
  }
}
