import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';

/** A field of a schema whose values can be tried. */
export interface SweepField {
  /** Path in the params. */
  readonly name: string;
  /** Key of its title. */
  readonly title: string;
  readonly kind: 'decimal' | 'number' | 'choice' | 'switch';
  /** Words of a choice. */
  readonly words: readonly string[];
}

interface Property {
  readonly title?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly 'x-picker'?: string;
}

/** Fields that a sweep can go over, in the schema's order: numbers, choices and switches, also inside objects. */
export function sweepFields(schema: object, prefix = ''): readonly SweepField[] {
  return Object.entries((schema as Property).properties ?? {}).flatMap(([key, property]): readonly SweepField[] => {
    const name = `${prefix}${key}`;
    if (property['x-picker'] !== undefined) return [];
    if (property.properties !== undefined) return sweepFields(property, `${name}.`);
    const kind = kindOf(property);
    const words = (property.enum ?? []).filter((word): word is string => typeof word === 'string');
    return kind === null ? [] : [{ name, title: property.title ?? name, kind, words }];
  });
}

/** Key of a field's title; null for a field that the schema does not have. */
export function titleIn(schema: object, [name = '', ...rest]: readonly string[]): string | null {
  const property = (schema as Property).properties?.[name];
  if (property === undefined) return null;
  return rest.length === 0 ? (property.title ?? null) : titleIn(property, rest);
}

/** Fields of a schema that have to name a market, inside objects not counted. */
export function marketFields(schema: object): readonly string[] {
  const { properties = {}, required = [] } = schema as Property;
  return required.filter((name) => properties[name]?.['x-picker'] === 'instrument');
}

function kindOf({ type, enum: words, pattern }: Property): SweepField['kind'] | null {
  if (words !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' && pattern?.includes('[0-9]') === true ? 'decimal' : null;
}

type Value = string | number | boolean;

const mostValues = 200;
const decimal = /^\d+(\.\d+)?$/;

/**
 * Values of an axis as they were typed: `10, 20, 40`, or `10:40:5` for steps. Null when they cannot be read or are too many.
 * Decimals stay exact texts.
 */
export function axisValues({ kind, words }: SweepField, text: string): readonly Value[] | null {
  const parts = text
    .split(/[,，、;；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (kind === 'switch') return [false, true];
  if (kind === 'choice') return parts.length > 0 && parts.every((part) => words.includes(part)) ? parts : null;
  const texts = parts.flatMap((part) => (part.includes(':') ? (stepsOf(part) ?? ['']) : [part]));
  if (texts.length === 0 || texts.length > mostValues || !texts.every((one) => decimal.test(one))) return null;
  return [...new Set(texts)].map((one) => (kind === 'number' ? Number(one) : one));
}

function stepsOf(text: string): readonly string[] | null {
  const [from = '', to = '', step = ''] = text.split(/[:：]/).map((part) => part.trim());
  if (![from, to, step].every((part) => decimal.test(part)) || compareDecimals(step, '0') <= 0) return null;
  const values: string[] = [];
  for (let value = from; compareDecimals(value, to) <= 0; value = addDecimals(value, step)) {
    if (values.push(value) > mostValues) return null;
  }
  return values.length === 0 ? null : values;
}

/** Params with these values in the fields of a sweep. */
export function withValues(
  params: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  values: readonly Value[],
): Readonly<Record<string, unknown>> {
  return fields.reduce((whole, field, at) => replaced(whole, field.split('.'), values[at] as Value), params);
}

function replaced(
  value: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  to: Value,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...value, [name]: to };
  return { ...value, [name]: replaced((value[name] ?? {}) as Readonly<Record<string, unknown>>, rest, to) };
}
