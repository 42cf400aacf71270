interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Checks a panel's config against the part of JSON Schema that panel configs use: types, enums, limits, required fields.
 * Compiling validators need eval, which the CSP forbids. Gives the problems; none when it fits.
 */
export function checkSchema(schema: object, value: unknown): readonly string[] {
  return problemsOf(schema as Schema, value, 'config');
}

function problemsOf(schema: Schema, value: unknown, place: string): readonly string[] {
  if (schema.const !== undefined && value !== schema.const) return [`${place} is not ${JSON.stringify(schema.const)}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${place} is none of ${JSON.stringify(schema.enum)}`];
  if (schema.type !== undefined && !hasType(value, schema.type)) return [`${place} is no ${schema.type}`];
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum) return [`${place} is below ${schema.minimum}`];
    if (schema.maximum !== undefined && value > schema.maximum) return [`${place} is above ${schema.maximum}`];
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, at) => problemsOf(items, item, `${place}[${at}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = (schema.required ?? []).filter((name) => fields[name] === undefined).map((name) => `${place}.${name} is missing`);
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    fields[name] === undefined ? [] : problemsOf(part, fields[name], `${place}.${name}`),
  );
  return [...missing, ...wrong];
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}
