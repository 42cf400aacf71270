import type { Venue } from '../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import { InstrumentGrid } from './checks/instrument-grid.ts';

/** An instrument with its venue and its grid, ready for an order. */
export interface Market {
  readonly venue: Venue;
  readonly instrument: Instrument;
  readonly grid: InstrumentGrid;
}

/** Throws when the instrument's assets are missing or its grid is inexact. */
export function marketOf(venue: Venue, instrument: Instrument): Market {
  const base = venue.assets.find((asset) => asset.code === instrument.base);
  const quote = venue.assets.find((asset) => asset.code === instrument.quote);
  if (base === undefined || quote === undefined) throw new RangeError(`${instrument.id}: the venue does not list its assets`);
  return { venue, instrument, grid: new InstrumentGrid(instrument, base, quote) };
}

/** Markets of a venue by instrument id. Throws as {@link marketOf}. */
export const marketsOf = (venue: Venue): ReadonlyMap<InstrumentId, Market> =>
  new Map(venue.instruments.map((instrument) => [instrument.id, marketOf(venue, instrument)]));
