import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';

/**
 * A walk through one side of a book on which reduce-only orders rest: each gives no more than its account's position would still have to lose
 * once what comes before it has traded.
 */
export class BoundWalk {
  readonly #state: EngineState;
  readonly #instrument: InstrumentRecord;
  readonly #taker: number;
  /** Lots that each account would have traded so far. */
  readonly #traded = new Map<number, number>();
  #taken = 0;

  constructor(state: EngineState, instrument: InstrumentRecord, taker: number) {
    this.#state = state;
    this.#instrument = instrument;
    this.#taker = taker;
  }

  /** Lots that the order gives of those that it shows; `order` is the number that the book has for it. */
  lotsOf(order: number, shown: number): number {
    const maker = this.#state.orders.at(order);
    const { account } = maker;
    const isOwn = account === this.#taker;
    // What the taker has from others has moved its own position the other way; an own trade moves none, so that one may follow another.
    const moved = isOwn ? -this.#taken : (this.#traded.get(account) ?? 0);
    const most = maker.reduceOnly ? Math.max(0, this.#instrument.rules.reducible(this.#instrument, maker) - moved) : shown;
    const lots = isOwn && most > 0 ? shown : Math.min(shown, most);
    if (isOwn) return lots;
    this.#traded.set(account, moved + lots);
    this.#taken += lots;
    return lots;
  }
}
