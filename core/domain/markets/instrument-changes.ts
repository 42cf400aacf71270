import type { Instrument } from './instrument.ts';

/** What is news in a new list of an exchange's markets: those that are new or have other terms, and those that are gone, as `DELISTED`. */
export function changedInstruments(before: readonly Instrument[], after: readonly Instrument[]): readonly Instrument[] {
  const known = new Map(before.map((instrument) => [instrument.id, instrument]));
  const listed = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id, state }) => !listed.has(id) && state !== 'DELISTED');
  return [
    ...after.filter((instrument) => !isSame(known.get(instrument.id), instrument)),
    ...gone.map((instrument): Instrument => ({ ...instrument, state: 'DELISTED' })),
  ];
}

function isSame(before: Instrument | undefined, after: Instrument): boolean {
  if (before === undefined) return false;
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Instrument>;
  return [...fields].every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
}
