import type { MarketEvent } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';

/** Best prices of a market as an executor last heard them; `last` stands in where no book is told. */
export interface Touch {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly last: string | null;
}

export const noTouch: Touch = { bid: null, ask: null, last: null };

/** The same object when the event changes nothing. */
export function heard(touch: Touch, event: MarketEvent, instrumentId: InstrumentId): Touch {
  switch (event.type) {
    case 'book': {
      if (event.book.instrumentId !== instrumentId) return touch;
      const bid = event.book.bids[0]?.[0] ?? null;
      const ask = event.book.asks[0]?.[0] ?? null;
      return bid === touch.bid && ask === touch.ask ? touch : { ...touch, bid, ask };
    }
    case 'trade':
      return event.trade.instrumentId === instrumentId ? withLast(touch, event.trade.price) : touch;
    case 'candle':
      return event.instrumentId === instrumentId ? withLast(touch, event.candle.close) : touch;
    default:
      return touch;
  }
}

const withLast = (touch: Touch, last: string): Touch => (last === touch.last ? touch : { ...touch, last });

/** Where an order of a side waits in front: the best price of its own side. */
export const restingPrice = ({ bid, ask, last }: Touch, side: OrderSide): string | null => (side === 'BUY' ? bid : ask) ?? last;

/** What an order of a side meets at once: the best price of the other side. */
export const takingPrice = ({ bid, ask, last }: Touch, side: OrderSide): string | null => (side === 'BUY' ? ask : bid) ?? last;
