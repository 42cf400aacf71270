import type { TSchema } from '@sinclair/typebox';
import { table } from './contract-table.ts';

/** What a table says of a JSON Schema; `Type.Optional` shows in the parent's `required`. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly 'x-unit'?: string;
}

/** A row for each field of an object's schema: name, type with limits, unit and default. */
export function schemaTable(schema: TSchema): string {
  const { properties = {}, required = [] } = schema as unknown as Schema;
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${required.includes(name) ? name : `${name}?`}\``,
    typeOf(field),
    field['x-unit'] ?? '',
    field.default === undefined ? '' : `\`${String(field.default)}\``,
  ]);
  return table(['field', 'type', 'unit', 'default'], rows);
}

export function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${String(word)}\``).join(', ');
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : (schema.items as Schema | undefined);
    return `list of ${bounds(schema.minItems, schema.maxItems)} ${items?.properties === undefined ? typeOf(items ?? {}) : fieldsOf(items)}`;
  }
  if (schema.type === 'integer') return `whole number ${bounds(schema.minimum, schema.maximum)}`.trim();
  if (schema.type === 'number') return `number ${bounds(schema.minimum, schema.maximum)}`.trim();
  if (schema.type === 'boolean') return 'yes or no';
  if (schema.type === 'object') return fieldsOf(schema);
  return schema.pattern?.includes('/[') ? 'market id' : schema.pattern?.includes('\\.') ? 'decimal' : 'text';
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(([name, field]) => `\`${required.includes(name) ? name : `${name}?`}\` ${typeOf(field)}`)
    .join('; ');

const bounds = (low: number | undefined, high: number | undefined): string => {
  const text = (value: number): string => value.toLocaleString('en');
  if (low !== undefined && high !== undefined) return low === high ? text(low) : `${text(low)} to ${text(high)}`;
  return low !== undefined ? `from ${text(low)}` : high !== undefined ? `to ${text(high)}` : '';
};
