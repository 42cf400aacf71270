import { decimalPattern, signedDecimalPattern } from '../../core/domain/numbers/decimal.ts';
import { type FieldGroup, type FieldPicker, type FieldUnit, fieldGroups } from '../../schemas/forms.ts';

/** A JSON Schema with the keywords of `schemas/forms.ts`, as far as forms look into it. */
export interface FormSchema {
  readonly type?: string;
  readonly title?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FormSchema;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly 'x-group'?: FieldGroup;
  readonly 'x-help'?: string;
  readonly 'x-unit'?: FieldUnit;
  readonly 'x-picker'?: FieldPicker;
  readonly 'x-updatable'?: boolean;
}

export type FormValue = Readonly<Record<string, unknown>>;

/** Names from the params down to a field. */
export type FieldPath = readonly (string | number)[];

export const dotted = (path: FieldPath): string => path.join('.');

/** What draws a field. */
const fieldWidgets = ['account', 'instrument', 'assets', 'choice', 'switch', 'decimal', 'integer', 'numbers', 'words'] as const;
export type FieldWidget = (typeof fieldWidgets)[number];

const decimals: readonly (string | undefined)[] = [decimalPattern.source, signedDecimalPattern.source];

/** Null for what is made of other fields: objects, and lists of anything but numbers. */
export function widgetOf(schema: FormSchema): FieldWidget | null {
  const picker = schema['x-picker'];
  if (picker !== undefined) return picker;
  if (schema.enum !== undefined) return 'choice';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type === 'integer') return 'integer';
  if (schema.type === 'number') return 'decimal';
  if (schema.type === 'string') return decimals.includes(schema.pattern) ? 'decimal' : 'words';
  if (schema.type === 'array' && (schema.items?.type === 'number' || schema.items?.type === 'integer')) return 'numbers';
  return null;
}

export const isSigned = ({ type, pattern, minimum = Number.NEGATIVE_INFINITY }: FormSchema): boolean =>
  type === 'string' ? pattern === signedDecimalPattern.source : minimum < 0;

const isObject = (value: unknown): value is FormValue => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value with the schema's defaults in place of what is absent, without what the schema does not know. A field that was emptied
 * is there and undefined: it stays so. The same object when nothing changes.
 */
export function fitted(schema: FormSchema, value: FormValue): FormValue {
  const fields = Object.entries(schema.properties ?? {});
  const kept = schema.additionalProperties === false ? fields : [...fields, ...strange(schema, value)];
  const next: Record<string, unknown> = {};
  let isSame = kept.length >= Object.keys(value).length;
  for (const [name, field] of kept) {
    const own = fittedField(field, value[name], Object.hasOwn(value, name), schema.required?.includes(name) === true);
    if (own === absent) continue;
    next[name] = own;
    if (!Object.hasOwn(value, name) || own !== value[name]) isSame = false;
  }
  return isSame && Object.keys(next).length === Object.keys(value).length ? value : next;
}

const absent = Symbol('absent');

function fittedField(field: FormSchema, value: unknown, isThere: boolean, isRequired: boolean): unknown {
  if (field.properties !== undefined && (isObject(value) || (isRequired && value === undefined))) {
    return fitted(field, isObject(value) ? value : {});
  }
  if (isThere) return value;
  return field.default === undefined ? absent : field.default;
}

const strange = ({ properties = {} }: FormSchema, value: FormValue): [string, FormSchema][] =>
  Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => [name, {}]);

/** The value as it is sent: what is undefined is not there. */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, sendable(one)]])));
}

/** The value at a path, undefined where there is none. */
export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((inside, name) => (inside as Record<string, unknown> | null | undefined)?.[name], value);

/** The same value with another one at a path. */
export function withValueAt(value: FormValue, [name, ...rest]: FieldPath, next: unknown): FormValue {
  if (name === undefined) return value;
  const inside = value[name];
  return { ...value, [name]: rest.length === 0 ? next : withValueAt(isObject(inside) ? inside : {}, rest, next) };
}

/** The schema of a field; null where the path leads out of the schema. */
export function schemaAt(schema: FormSchema, path: FieldPath): FormSchema | null {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const inside = typeof name === 'number' ? schema.items : schema.properties?.[name];
  return inside === undefined ? null : schemaAt(inside, rest);
}

/** All fields that somebody fills in, from the top. */
export function fieldsOf(schema: FormSchema, path: FieldPath = []): readonly { readonly path: FieldPath; readonly schema: FormSchema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.properties === undefined ? [{ path: [...path, name], schema: field }] : fieldsOf(field, [...path, name]),
  );
}

export interface FieldSection {
  /** Null: fields that name no group. */
  readonly group: FieldGroup | null;
  readonly names: readonly string[];
}

/** The fields of a schema by group, in the order of `fieldGroups`; in each, required ones first. */
export function sectionsOf({ properties = {}, required = [] }: FormSchema): readonly FieldSection[] {
  const names = Object.keys(properties);
  return [...fieldGroups, null].flatMap((group) => {
    const own = names.filter((name) => (properties[name]?.['x-group'] ?? null) === group);
    if (own.length === 0) return [];
    const isRequired = (name: string): boolean => required.includes(name);
    return [{ group, names: [...own.filter(isRequired), ...own.filter((name) => !isRequired(name))] }];
  });
}
