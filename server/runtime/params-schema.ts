import { decimalPattern, signedDecimalPattern } from '../../core/domain/numbers/decimal.ts';
import { InstrumentIdText, SymbolName } from '../../schemas/common.ts';
import { SchemaCheck } from './schema-check.ts';

/**
 * A schema that a package brings is compiled here, and its patterns are run on what users type: so it may use the words of our
 * own fields and no other. Rules that need more stand in the strategy's `check`, which runs isolated.
 */

const plainWords: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'default', 'examples', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'required', 'additionalProperties'],
  ...['x-group', 'x-help', 'x-unit', 'x-picker', 'x-updatable'],
]);
const patterns: ReadonlySet<unknown> = new Set([
  decimalPattern.source,
  signedDecimalPattern.source,
  InstrumentIdText.pattern,
  SymbolName.pattern,
  '^[A-Z0-9]{1,16}$',
]);
const deepest = 8;

/** What is wrong with the schema of a package's params, with the place of it; null when nothing is. */
export function schemaProblem(schema: unknown, place = 'params', depth = 0): string | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return `${place} must be a schema`;
  if (depth > deepest) return `${place} is nested too deeply`;
  for (const [word, value] of Object.entries(schema)) {
    const problem = wordProblem(word, value, place, depth);
    if (problem !== null) return problem;
  }
  if (depth > 0) return null;
  if ((schema as { readonly type?: unknown }).type !== 'object') return `${place} must be an object`;
  return isJsonSchema(schema) ? null : `${place} is no JSON Schema`;
}

/** Asked last: nothing of a schema is compiled before its words were looked at. */
function isJsonSchema(schema: object): boolean {
  try {
    new SchemaCheck().problem(schema, {});
    return true;
  } catch {
    return false;
  }
}

function wordProblem(word: string, value: unknown, place: string, depth: number): string | null {
  switch (word) {
    case 'properties':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place}.properties must be fields`;
      return firstProblem(Object.entries(value), ([name, one]) => schemaProblem(one, `${place}.${name}`, depth + 1));
    case 'items':
      return schemaProblem(value, `${place}.items`, depth + 1);
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      if (!Array.isArray(value)) return `${place}.${word} must be a list`;
      return firstProblem(value, (one) => schemaProblem(one, `${place}.${word}`, depth + 1));
    case 'pattern':
      return patterns.has(value) ? null : `${place} has a pattern of its own: use the fields of schemas/forms.ts, or check()`;
    default:
      return plainWords.has(word) ? null : `${place} uses "${word}", which params of a package may not`;
  }
}

function firstProblem<T>(list: readonly T[], problemOf: (one: T) => string | null): string | null {
  for (const one of list) {
    const problem = problemOf(one);
    if (problem !== null) return problem;
  }
  return null;
}
