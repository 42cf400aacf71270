/**
 * What a state is made of: the names of its fields and the kinds of their values, as text that can be compared and read.
 * `{"closes":"list","paid":"nothing"}`. An empty list or a null can become anything, so they fit to anything.
 */
export type StateShape = string | { readonly [field: string]: StateShape } | readonly [StateShape];

export function shapeOf(value: unknown): StateShape {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'list' : [shapeOf(value[0])];
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, shapeOf(one)]));
}

/** The first difference between two shapes in words, or null when a state of the one can be read as the other. */
export function shapeChange(before: StateShape, after: StateShape, place = 'state'): string | null {
  if (before === 'nothing' || after === 'nothing') return null;
  if (isList(before) && isList(after)) {
    return typeof before === 'string' || typeof after === 'string'
      ? null
      : shapeChange(before[0] as StateShape, after[0] as StateShape, `${place}[]`);
  }
  if (typeof before === 'string' || typeof after === 'string' || isList(before) || isList(after)) {
    return before === after ? null : `${place} was ${kindOf(before)} and is ${kindOf(after)}`;
  }
  const [old, fresh] = [before as Fields, after as Fields];
  const lost = Object.keys(old).find((field) => !Object.hasOwn(fresh, field));
  if (lost !== undefined) return `${place}.${lost} is gone`;
  const added = Object.keys(fresh).find((field) => !Object.hasOwn(old, field));
  if (added !== undefined) return `${place}.${added} is new`;
  for (const [field, shape] of Object.entries(fresh)) {
    const change = shapeChange(old[field] ?? 'nothing', shape, `${place}.${field}`);
    if (change !== null) return change;
  }
  return null;
}

type Fields = Readonly<Record<string, StateShape>>;

const isList = (shape: StateShape): shape is 'list' | readonly [StateShape] => shape === 'list' || Array.isArray(shape);
const kindOf = (shape: StateShape): string => (isList(shape) ? 'a list' : typeof shape === 'string' ? shape : 'an object');
