import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { strict } from '../../../schemas/common.ts';
import { describeProblem, shorten } from '../../runtime/describe-problem.ts';
import { isUnstorable } from '../../store/sql/unstorable.ts';

/** Changes nothing: no coercion, no dropped fields, no defaults. What it has compiled it keeps as long as there is the schema. */
const ajv = new Ajv({
  ...{ coerceTypes: false, removeAdditional: false, useDefaults: false },
  ...{ allErrors: false, verbose: true, strict: true, strictTuples: false },
});

export interface RequestCheck {
  /** Query parameters as the HTTP parser gives them: text, or a list when one is repeated. */
  query(raw: Readonly<Record<string, unknown>>): Outcome<unknown>;
  body(raw: unknown): Outcome<unknown>;
}

/** The checks of one route, each compiled at its first use: all of them together take a second of every start. A route without query or body accepts none. */
export function createRequestCheck(route: { readonly query?: TSchema; readonly body?: TSchema }): RequestCheck {
  const querySchema = route.query ?? strict({});
  const checkQuery = compiledOnce(querySchema);
  const checkBody = route.body === undefined ? null : compiledOnce(route.body);
  const integers = integerFields(querySchema);
  return {
    query: (raw) => {
      const read = readQuery(raw, integers);
      if (!read.ok) return read;
      return judge(checkQuery(), read.value);
    },
    body: (raw) => {
      if (checkBody !== null) return raw === undefined ? refused('REQUEST_NOT_JSON') : judge(checkBody(), raw);
      return isEmpty(raw) ? accepted(undefined) : refused('REQUEST_INVALID', { field: '', rule: 'must have no body' });
    },
  };
}

/** Compiles at the first call: what every start compiles, every start waits for. */
export function compiledOnce<T>(schema: TSchema): () => ValidateFunction<T> {
  let check: ValidateFunction<T> | null = null;
  return () => {
    check ??= ajv.compile<T>(schema);
    return check;
  };
}

const isEmpty = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === 'object' && !Array.isArray(raw) && Object.keys(raw).length === 0);

function judge(check: ValidateFunction, value: unknown): Outcome<unknown> {
  if (check(value)) return accepted(value);
  return refused('REQUEST_INVALID', { ...describeProblem(check.errors?.[0]) });
}

const integerFields = (schema: TSchema): ReadonlySet<string> => {
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {};
  return new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'integer'));
};

/** Whole numbers in their shortest form only: not `1e3`, `01`, `+1`, ` 1` or `1.0`. */
const integerPattern = /^(0|-?[1-9][0-9]{0,15})$/;

function readQuery(raw: Readonly<Record<string, unknown>>, integers: ReadonlySet<string>): Outcome<Record<string, unknown>> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value !== 'string') return refused('REQUEST_INVALID', { field: shorten(name), rule: 'must not be repeated' });
    if (isUnstorable(value)) return refused('REQUEST_INVALID', { field: shorten(name), rule: 'must be text without null characters' });
    if (!integers.has(name)) {
      query[name] = value;
      continue;
    }
    const number = integerPattern.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number)) return refused('REQUEST_INVALID', { field: name, rule: 'must be a whole number' });
    query[name] = number;
  }
  return accepted(query);
}
