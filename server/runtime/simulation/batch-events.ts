import type { Level } from '../../../core/contract/market.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { RecordedEvent } from '../../../core/simulation/recordings/recorded-event.ts';

/** What a venue's batch says of the public market, in the form of recordings; levels of a market that follow each other are one update. */
export function eventsOfBatch({
  events,
  sequence,
  timeMs,
}: VenueBatch): ReadonlyArray<{ readonly id: InstrumentId; readonly event: RecordedEvent }> {
  const found: { readonly id: InstrumentId; readonly event: RecordedEvent }[] = [];
  let levels: { readonly id: InstrumentId; readonly bids: Level[]; readonly asks: Level[] } | null = null;
  for (const event of events) {
    if (event.type === 'level') {
      if (levels === null || levels.id !== event.instrumentId) {
        levels = { id: event.instrumentId, bids: [], asks: [] };
        found.push({ id: levels.id, event: { type: 'update', timeMs, updateId: sequence, bids: levels.bids, asks: levels.asks } });
      }
      (event.side === 'BUY' ? levels.bids : levels.asks).push([event.price, event.qty]);
    } else if (event.type === 'trade') {
      const { instrumentId, tradeId, price, qty, side } = event.trade;
      found.push({ id: instrumentId, event: { type: 'trade', timeMs: event.trade.timeMs, tradeId, price, qty, takerSide: side } });
      levels = null;
    } else if (event.type === 'book') {
      const { instrumentId, bids, asks } = event.book;
      found.push({ id: instrumentId, event: { type: 'book', timeMs, updateId: sequence, bids, asks } });
      levels = null;
    }
  }
  return found;
}
