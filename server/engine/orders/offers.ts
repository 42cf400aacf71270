import type { ShowOffers } from '../../../core/domain/clearing/offers.ts';
import type { OrderTerms } from '../command.ts';
import type { AccountRecord, EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { BoundWalk } from './bound-walk.ts';

/** What an order of these terms meets in the book down to `worst` (ticks), own orders met as its self-trade prevention will. */
export const offersTo =
  (
    state: EngineState,
    instrument: InstrumentRecord,
    { account, side, stp }: Pick<OrderTerms, 'account' | 'side' | 'stp'>,
    worst: number,
  ): ShowOffers =>
  (taker) => {
    const { book } = instrument;
    const walk = book.bound > 0 ? new BoundWalk(state, instrument, account) : null;
    const buys = side === 'BUY';
    const { keys, levels, size } = buys ? book.asks : book.bids;
    const { owner } = state.accounts[account] as AccountRecord;
    for (let i = size - 1; i >= 0; i--) {
      const price = Math.abs(keys[i] as number);
      if (buys ? price > worst : price < worst) return;
      for (let slot = book.levelHead[levels[i] as number] as number; slot !== -1; slot = book.next[slot] as number) {
        const shown = book.qty[slot] as number;
        const isOwn = stp !== 'NONE' && book.owner[slot] === owner;
        const lots = isOwn ? shown : (walk?.lotsOf(book.order[slot] as number, shown) ?? shown);
        if (!isOwn) {
          if (lots > 0 && !taker.take(price, lots)) return;
        } else if (stp === 'DECREMENT') {
          if (!taker.forgo(lots)) return;
        } else if (stp !== 'EXPIRE_MAKER') return;
      }
    }
  };
