import type { FieldUnit } from '../../schemas/forms.ts';
import { listed } from '../domain/joined-text.ts';
import { shortestDecimal } from '../domain/numbers/fixed-decimal.ts';
import { formatDecimal } from '../domain/numbers/number-text.ts';
import type { Words } from './report.ts';

/** A market as people name it, and what its prices and quantities are counted in; empty where nobody knows. */
export interface MarketNames {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
}

/** How the words of a run are said: those of its strategy's schema, and its markets. */
export interface RunNames {
  /** Of all of them, such as `zh-CN`. */
  readonly language: string;
  /** A text by its whole key, `strategy-some.params.levels`; the last word when it has none. */
  readonly text: (key: string, word: string) => string;
  readonly market: (id: string) => MarketNames;
  /** The sentence of an error code with its values. */
  readonly error: (code: string, params: Readonly<Record<string, string | number>>) => string;
}

/** Of a JSON Schema with the keywords of `schemas/forms.ts`, what names its values. */
export interface NamedSchema {
  readonly title?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, NamedSchema>>;
  readonly 'x-unit'?: FieldUnit;
  readonly 'x-picker'?: string;
}

type Params = Readonly<Record<string, unknown>>;
export type ParamRow = readonly [title: string, value: string];

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a sweep, `levels` or `executor.orderTimeoutS`, with the values that were tried. */
export interface TriedField {
  readonly field: string;
  readonly values: readonly unknown[];
}

/**
 * Params as a form shows them, by title and with units; of a field that was swept all values that were tried. Numbers of accounts
 * are left out: they mean nothing beyond this house.
 */
export function paramRows(
  schema: NamedSchema,
  params: Params,
  tried: readonly TriedField[],
  names: RunNames,
  t: Words,
): readonly ParamRow[] {
  const market = marketOf(schema, params, names);
  const rowsOf = (part: NamedSchema, values: Params, path: string): readonly ParamRow[] => {
    const fields = Object.keys(part.properties ?? {});
    const strange = Object.keys(values).filter((name) => !fields.includes(name));
    return [...fields, ...strange].flatMap((name): readonly ParamRow[] => {
      const [field, value] = [part.properties?.[name] ?? {}, values[name]];
      if (value === undefined || field['x-picker'] === 'account') return [];
      if (field.properties !== undefined && isObject(value)) return rowsOf(field, value, `${path}${name}.`);
      const all = tried.find((one) => one.field === `${path}${name}`)?.values ?? [value];
      return [
        [
          titleOf(field, name, names),
          listed(
            all.map((one) => valueText(field, one, market, names, t)),
            names.language,
          ),
        ],
      ];
    });
  };
  return rowsOf(schema, params, '');
}

/** Of a field of a sweep its title, and how its values are written. */
export function fieldRow(schema: NamedSchema, path: string, params: Params, names: RunNames, t: Words): (value: unknown) => ParamRow {
  const field = path.split('.').reduce<NamedSchema>((part, name) => part.properties?.[name] ?? {}, schema);
  const market = marketOf(schema, params, names);
  return (value) => [titleOf(field, path, names), valueText(field, value, market, names, t)];
}

const titleOf = ({ title }: NamedSchema, name: string, names: RunNames): string => (title === undefined ? name : names.text(title, name));

/** What the money of a run is counted in. */
export const marketOf = (schema: NamedSchema, params: Params, names: RunNames): MarketNames => names.market(marketIn(schema, params) ?? '');

/** The first market that the params name, at the top or deeper. */
function marketIn(schema: NamedSchema, params: Params): string | null {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = params[name];
    if (field['x-picker'] === 'instrument' && typeof value === 'string') return value;
    const inside = field.properties !== undefined && isObject(value) ? marketIn(field, value) : null;
    if (inside !== null) return inside;
  }
  return null;
}

function valueText(field: NamedSchema, value: unknown, market: MarketNames, names: RunNames, t: Words): string {
  if (typeof value === 'boolean') return t(value ? 'report.yes' : 'report.no');
  if (typeof value !== 'string' && typeof value !== 'number')
    return Array.isArray(value) ? listed(value.map(String), names.language) : JSON.stringify(value);
  const text = String(value);
  if (field['x-picker'] === 'instrument') return names.market(text).name;
  if (field.enum !== undefined) return names.text(`${field.title ?? ''}.${text}`, text);
  switch (field['x-unit']) {
    case 'rate':
      return `${shortestDecimal(Number(value) * 100, 8)} %`;
    case 'basisPoints':
      return t('report.basisPoints', { value: text });
    case 'seconds':
      return t('report.seconds', { value: text });
    case 'quote':
      return `${formatDecimal(text)} ${market.quote}`.trim();
    case 'base':
      return `${formatDecimal(text)} ${market.base}`.trim();
    default:
      return text;
  }
}
