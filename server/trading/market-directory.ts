import type { Venue } from '../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import { InstrumentGrid } from './checks/instrument-grid.ts';

/** An instrument with its venue and its grid, ready for an order. */
export interface Market {
  readonly venue: Venue;
  readonly instrument: Instrument;
  readonly grid: InstrumentGrid;
}

/** Markets of a venue by instrument id. Throws when an instrument's assets are missing or its grid is inexact. */
export function marketsOf(venue: Venue): ReadonlyMap<InstrumentId, Market> {
  const markets = new Map<InstrumentId, Market>();
  for (const instrument of venue.instruments) {
    const base = venue.assets.find((asset) => asset.code === instrument.base);
    const quote = venue.assets.find((asset) => asset.code === instrument.quote);
    if (base === undefined || quote === undefined) throw new RangeError(`${instrument.id}: the venue does not list its assets`);
    markets.set(instrument.id, { venue, instrument, grid: new InstrumentGrid(instrument, base, quote) });
  }
  return markets;
}
