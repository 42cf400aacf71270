import type { Markets } from '../../contract/client-services.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import { type ReferencePrice, referencePrice } from '../../domain/markets/reference-price.ts';

/** By what a holding in a market is valued now, live while tickers and indexes are watched; null before there is a price. */
export function referenceOf(markets: Pick<Markets, 'ticker' | 'index'>, id: InstrumentId): ReferencePrice | null {
  const ticker = markets.ticker(id);
  const index = markets.index(id);
  return ticker === null ? null : referencePrice({ ...ticker, index: index === null || index.stale ? null : index.price });
}
