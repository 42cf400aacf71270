import { type TimeRange, timeRangeOf } from './time-range.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One thing that a list can be narrowed by: a choice, or a text with suggestions. */
export interface FilterField {
  readonly id: string;
  /** Already translated. */
  readonly title: string;
  readonly options: readonly FilterOption[];
  /** True for a text that may be none of the options; it is written in capitals. */
  readonly free?: boolean;
}

/** What is chosen, by field; beside the fields `range`, `from` and `to`. Plain JSON, fit for a panel's config. */
export type FilterValues = Readonly<Record<string, string>>;

/** A config is foreign data: only texts are taken. */
export function readFilterValues(saved: unknown): FilterValues {
  if (typeof saved !== 'object' || saved === null) return {};
  return Object.fromEntries(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

/** The values with one changed; an empty one is taken out. Another range than the custom one forgets its days. */
export function withFilter(values: FilterValues, id: string, value: string): FilterValues {
  const { [id]: _before, ...rest } = values;
  const kept = id === 'range' ? Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'from' && name !== 'to')) : rest;
  return value === '' ? kept : { ...kept, [id]: value };
}

export const isFiltered = (values: FilterValues): boolean => Object.keys(values).length > 0;

export const filterRange = (values: FilterValues, nowMs: number, timeZone: string): TimeRange => timeRangeOf(values, nowMs, timeZone);
