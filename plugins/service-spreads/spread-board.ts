import type { MarketData } from '../../core/contract/market.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type BestLevels, type MarketPair, marketPairs, type Spread, spreadRow } from './spread-rows.ts';

/** Rows follow the books at this pace, however fast they are. */
const tellEveryMs = 500;

interface SpreadBoardParts {
  readonly markets: Pick<MarketData, 'instruments' | 'depth'>;
  /** True for exchanges of today, false for those that replay another day: their prices never meet. */
  readonly isLive: (exchange: string) => boolean;
  /** False while nobody looks. */
  readonly isWatched: () => boolean;
  /** Takes the rows that have changed. */
  readonly tell: (rows: readonly Spread[]) => void;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
}

/** What the same asset costs at different exchanges at the same time: a row for every pair of markets, worked out while somebody looks. */
export class SpreadBoard {
  readonly #parts: SpreadBoardParts;
  /** Dear leg of every pair as it was told last. */
  readonly #sold = new Map<string, InstrumentId>();
  /** Rows as they were told last, as text. */
  #told = new Map<string, string>();

  constructor(parts: SpreadBoardParts) {
    this.#parts = parts;
  }

  start(): Disposer {
    return this.#parts.clock.every(tellEveryMs, () => this.tell());
  }

  /** Every pair as it is now. */
  list(): readonly Spread[] {
    const { markets, clock } = this.#parts;
    const best = bestLevels(markets);
    const nowMs = clock.nowMs();
    return this.#pairs().map((pair) => {
      const row = spreadRow(pair, best, this.#sold.get(pair.id) ?? null, nowMs);
      this.#sold.set(pair.id, row.sell.instrumentId);
      return row;
    });
  }

  /** Tells the rows that have changed. */
  tell(): void {
    const { isWatched, tell } = this.#parts;
    if (!isWatched()) {
      this.#told.clear();
      return;
    }
    const before = this.#told;
    this.#told = new Map();
    const changed = this.list().filter((row) => {
      // A book that was only looked at anew is no news.
      const text = JSON.stringify({ ...row, timeMs: 0 });
      this.#told.set(row.id, text);
      return before.get(row.id) !== text;
    });
    if (changed.length > 0) tell(changed);
  }

  #pairs(): readonly MarketPair[] {
    const instruments = this.#parts.markets.instruments();
    const live = new Map([...new Set(instruments.map(({ exchange }) => exchange))].map((one) => [one, this.#parts.isLive(one)]));
    return marketPairs(instruments, (a, b) => live.get(a.exchange) === live.get(b.exchange));
  }
}

/** The best levels, each book read once. */
function bestLevels(markets: SpreadBoardParts['markets']): (id: InstrumentId) => BestLevels | null {
  const known = new Map<InstrumentId, BestLevels | null>();
  return (id) => {
    const seen = known.get(id);
    if (seen !== undefined) return seen;
    const depth = markets.depth(id, 1);
    const best = depth === null ? null : { bid: depth.bids[0] ?? null, ask: depth.asks[0] ?? null, timeMs: depth.timeMs };
    known.set(id, best);
    return best;
  };
}
