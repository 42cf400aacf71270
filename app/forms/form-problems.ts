import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { type FieldPath, type FormSchema, type FormValue, fieldsOf, schemaAt, sendable, valueAt } from './form-schema.ts';

/** A rule that a field breaks; `limit` is what the rule allows. */
export interface BrokenRule {
  readonly path: FieldPath;
  readonly rule: RuleWord;
  readonly limit?: string | number;
  /** Nothing stands there yet. */
  readonly isMissing?: true;
}

const ruleWords = [
  'required',
  'decimal',
  'quantity',
  'integer',
  'minimum',
  'maximum',
  'choice',
  'count',
  'longest',
  'unknownPair',
  'noAccount',
  'noAssets',
  'accountElsewhere',
  'other',
] as const;
type RuleWord = (typeof ruleWords)[number];

/** What the browser knows of the world that params name. */
export interface FormWorld {
  /** Null: not known yet, so that nothing is held against it. */
  exchangeOfInstrument(id: string): string | null | 'unknown';
  exchangeOfAccount(apiId: number): string | null | 'unknown';
}

/** Holds values against one schema, without compiling code: the page's CSP forbids that. */
export class FormCheck {
  readonly #schema: FormSchema;
  readonly #validator: Validator;

  constructor(schema: FormSchema) {
    this.#schema = schema;
    this.#validator = new Validator(schema as Schema, '7', false);
  }

  /** At most one rule for each field, in the schema's order of fields. */
  problems(value: FormValue, world: FormWorld): readonly BrokenRule[] {
    const data = sendable(value) as FormValue;
    const found = new Map<string, BrokenRule>();
    const { errors } = this.#validator.validate(data);
    for (const broken of [...errors.flatMap((unit) => this.#broken(unit, data)), ...worldProblems(this.#schema, data, world)]) {
      const key = broken.path.join('.');
      if (!found.has(key)) found.set(key, broken);
    }
    const order = new Map(fieldsOf(this.#schema).map(({ path }, at) => [path.join('.'), at]));
    const placeOf = ({ path }: BrokenRule): number => order.get(path.join('.')) ?? order.size;
    return [...found.values()].sort((a, b) => placeOf(a) - placeOf(b));
  }

  #broken({ keyword, instanceLocation }: OutputUnit, data: FormValue): readonly BrokenRule[] {
    const path = pathOf(instanceLocation, data);
    const schema = schemaAt(this.#schema, path);
    if (keyword === 'required') {
      const inside = (valueAt(data, path) ?? {}) as FormValue;
      const missing = (schema?.required ?? []).filter((name) => !Object.hasOwn(inside, name));
      return missing.map((name) => missingField([...path, name], schemaAt(this.#schema, [...path, name])));
    }
    const rule = ruleOf(keyword, schema);
    if (rule === null) return [];
    const limit = limitOf(keyword, schema);
    return [{ path, rule, ...(limit === undefined ? {} : { limit }) }];
  }
}

function missingField(path: FieldPath, schema: FormSchema | null): BrokenRule {
  const picker = schema?.['x-picker'];
  return { path, rule: picker === 'account' ? 'noAccount' : picker === 'assets' ? 'noAssets' : 'required', isMissing: true };
}

/** Keywords that only say that something inside is wrong. */
const outer: readonly string[] = ['properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref', 'additionalProperties', 'if', 'then', 'else'];

function ruleOf(keyword: string, schema: FormSchema | null): RuleWord | null {
  if (outer.includes(keyword)) return null;
  switch (keyword) {
    case 'minimum':
    case 'exclusiveMinimum':
      return 'minimum';
    case 'maximum':
    case 'exclusiveMaximum':
      return 'maximum';
    case 'enum':
    case 'const':
      return 'choice';
    case 'minItems':
    case 'maxItems':
      return schema?.['x-picker'] === 'assets' ? 'noAssets' : 'count';
    case 'maxLength':
      return 'longest';
    case 'pattern':
    case 'type':
      if (schema?.type === 'integer') return 'integer';
      if (schema?.['x-picker'] === 'instrument') return 'unknownPair';
      return schema?.['x-unit'] === 'base' ? 'quantity' : 'decimal';
    default:
      return 'other';
  }
}

const limitOf = (keyword: string, schema: FormSchema | null): string | number | undefined => {
  const limit = (schema as Readonly<Record<string, unknown>> | null)?.[keyword];
  return typeof limit === 'number' ? limit : undefined;
};

/** `#/legA/weights/3` is `legA`, `weights`, 3. */
function pathOf(location: string, data: unknown): FieldPath {
  let inside = data;
  return location
    .split('/')
    .slice(1)
    .map((part) => {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(inside) ? Number(name) : name;
      inside = (inside as Record<string | number, unknown> | null | undefined)?.[step];
      return step;
    });
}

/** Markets that are not there, and accounts that are at another exchange than the market beside them. */
function worldProblems(schema: FormSchema, data: FormValue, world: FormWorld): readonly BrokenRule[] {
  return fieldsOf(schema).flatMap(({ path, schema: field }): readonly BrokenRule[] => {
    const value = valueAt(data, path);
    if (field['x-picker'] === 'instrument' && typeof value === 'string') {
      return world.exchangeOfInstrument(value) === 'unknown' ? [{ path, rule: 'unknownPair' }] : [];
    }
    if (field['x-picker'] !== 'account' || typeof value !== 'number') return [];
    const own = world.exchangeOfAccount(value);
    if (own === 'unknown') return [{ path, rule: 'noAccount' }];
    const market = marketBeside(schema, data, path);
    const needed = market === null ? null : world.exchangeOfInstrument(market);
    const isElsewhere = own !== null && needed !== null && needed !== 'unknown' && own !== needed;
    return isElsewhere ? [{ path, rule: 'accountElsewhere', limit: needed }] : [];
  });
}

/** The market that a field belongs to: the one beside it, else the nearest one further out, else the first of all. */
export function marketBeside(schema: FormSchema, value: FormValue, path: FieldPath): string | null {
  const markets = fieldsOf(schema).filter(({ schema: field }) => field['x-picker'] === 'instrument');
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const within = markets.filter((market) => path.slice(0, depth).every((name, at) => market.path[at] === name));
    for (const market of within) {
      const id = valueAt(value, market.path);
      if (typeof id === 'string' && id !== '') return id;
    }
  }
  return null;
}
