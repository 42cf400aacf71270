import { AppError } from '../../../core/contract/app-error.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { WatchedPrice } from '../../../core/domain/orders/order.ts';

/** Where the indexes of spot markets come from, in quote per base. */
export interface IndexPrices {
  /** While it is one of now, else null. */
  price(id: InstrumentId): string | null;
  /** Tells every index that has another price than a second ago, with the markets that it is made of. */
  onPrice(
    listener: (index: { readonly price: string | null; readonly sources: readonly { readonly instrumentId: InstrumentId }[] }) => void,
  ): Disposer;
}

/** Nobody knows an index. */
export const noIndexes: IndexPrices = { price: () => null, onPrice: () => () => undefined };

interface ReferencePricesParts {
  readonly indexes: IndexPrices;
  readonly venue: (exchange: string) => Venue | null;
  readonly logger: Logger;
}

/**
 * Brings prices from outside to venues whose triggers may watch them. A venue keeps each as a command of its journal, so it is told
 * only while an order waits for one, and at most once a second; a stale index is told to nobody, and fires nothing.
 */
export class ReferencePrices {
  readonly #parts: ReferencePricesParts;

  constructor(parts: ReferencePricesParts) {
    this.#parts = parts;
  }

  start(): Disposer {
    return this.#parts.indexes.onPrice(({ price, sources }) => {
      for (const { instrumentId } of sources) if (price !== null) void this.#follow(instrumentId, price);
    });
  }

  /** An order that begins to wait for a price needs its venue to know that of now. Null when it does. */
  async tell(venue: Venue, id: InstrumentId, watched: WatchedPrice): Promise<AppError | null> {
    const price = watched === 'INDEX' ? this.#parts.indexes.price(id) : null;
    if (price === null || venue.tellReferencePrice === undefined)
      return new AppError('ORDER_NO_REFERENCE_PRICE', { field: 'triggerPrice' });
    const told = await venue.tellReferencePrice(id, watched, price);
    return told.ok ? null : told.error;
  }

  async #follow(id: InstrumentId, price: string): Promise<void> {
    const venue = this.#parts.venue(id.slice(0, id.indexOf('/')));
    if (venue?.waitsFor?.(id, 'INDEX') !== true) return;
    try {
      // A refusal, as of a full disk, is told anew with the next price.
      await venue.tellReferencePrice?.(id, 'INDEX', price);
    } catch (error) {
      this.#parts.logger.warn({ err: error, instrument: id }, 'a venue did not take the index; its orders wait for the next one');
    }
  }
}
