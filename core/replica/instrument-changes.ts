import type { VenueEvent } from '../contract/venue.ts';
import type { Instrument } from '../domain/markets/instrument.ts';

type InstrumentEvent = Extract<VenueEvent, { type: 'instrument' }>;

/** What a venue has to tell of a new list of its exchange: markets that are new or have other terms, and those that are gone. */
export function instrumentChanges(before: readonly Instrument[], after: readonly Instrument[]): readonly InstrumentEvent[] {
  const known = new Map(before.map((instrument) => [instrument.id, instrument]));
  const told = (instrument: Instrument): InstrumentEvent => ({ type: 'instrument', instrument });
  const changed = after.filter((instrument) => !isSame(known.get(instrument.id), instrument)).map(told);
  const listed = new Set(after.map(({ id }) => id));
  const gone = before
    .filter(({ id, state }) => !listed.has(id) && state !== 'DELISTED')
    .map((instrument) => told({ ...instrument, state: 'DELISTED' }));
  return [...changed, ...gone];
}

function isSame(before: Instrument | undefined, after: Instrument): boolean {
  if (before === undefined) return false;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Instrument>;
  return [...fields].every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
}
