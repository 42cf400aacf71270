import { type TSchema, Type } from '@sinclair/typebox';
import { ApiId, Decimal, InstrumentIdText, oneOf } from './common.ts';

/**
 * Fields of strategy forms: a JSON Schema each, with what a form needs beside it. Form, API check and docs come from the same
 * schema; `title` and `x-help` are keys of the plugin's texts, words of enums have the key `<title>.<word>`.
 */

/** Where a form shows a field, in this order. */
export const fieldGroups = ['market', 'range', 'order', 'execution', 'risk', 'stop'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** In what a number is counted. `quote`/`base`: assets of the chosen market; `rate`: a fraction shown as percent. */
export const fieldUnits = ['quote', 'base', 'rate', 'basisPoints', 'seconds', 'count'] as const;
export type FieldUnit = (typeof fieldUnits)[number];

export const fieldPickers = ['account', 'instrument', 'assets'] as const;
export type FieldPicker = (typeof fieldPickers)[number];

export interface FieldForm {
  /** Key of the plugin's texts; a word of a choice has the key `<title>.<word>`. */
  readonly title: string;
  /** Where the form shows it. */
  readonly group: FieldGroup;
  /** Key of the plugin's texts that explains it. */
  readonly help?: string;
  /** In what it is counted; the helpers below say theirs. */
  readonly unit?: FieldUnit;
  /** How it is chosen; the helpers below say theirs. */
  readonly picker?: FieldPicker;
  /** May be changed while the instance runs. */
  readonly updatable?: boolean;
}

/** A schema with its place in the form. */
export function field<S extends TSchema>(schema: S, { title, group, help, unit, picker, updatable }: FieldForm): S {
  return {
    ...schema,
    title,
    'x-group': group,
    ...(help === undefined ? {} : { 'x-help': help }),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...(picker === undefined ? {} : { 'x-picker': picker }),
    ...(updatable === true ? { 'x-updatable': true } : {}),
  };
}

type Named = Omit<FieldForm, 'unit' | 'picker'>;

export const accountField = (form: Omit<Named, 'group'>) => field(ApiId, { ...form, group: 'market', picker: 'account' });
export const instrumentField = (form: Omit<Named, 'group'>) => field(InstrumentIdText, { ...form, group: 'market', picker: 'instrument' });
/** Codes of assets, at least one; what the strategy does with them is its own business. */
export const assetsField = (form: Omit<Named, 'group'>) =>
  field(Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,16}$' }), { minItems: 1, maxItems: 200, uniqueItems: true }), {
    ...form,
    group: 'market',
    picker: 'assets',
  });
export const priceField = (form: Named) => field(Decimal, { ...form, unit: 'quote' });
export const quantityField = (form: Named) => field(Decimal, { ...form, unit: 'base' });
/** A fraction: '0.005' is shown as 0.5 %. */
export const rateField = (form: Named) => field(Decimal, { ...form, unit: 'rate' });
export const countField = (form: Named, { minimum, maximum, standard }: { minimum: number; maximum: number; standard: number }) =>
  field(Type.Integer({ minimum, maximum, default: standard }), { ...form, unit: 'count' });
export const secondsField = (form: Named, { minimum, maximum, standard }: { minimum: number; maximum: number; standard: number }) =>
  field(Type.Integer({ minimum, maximum, default: standard }), { ...form, unit: 'seconds' });
export const switchField = (form: Named, standard: boolean) => field(Type.Boolean({ default: standard }), form);
export const choiceField = <const W extends readonly string[]>(words: W, form: Named, standard: W[number]) =>
  field({ ...oneOf(words), default: standard }, form);
