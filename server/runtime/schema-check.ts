import { Ajv, type ValidateFunction } from 'ajv';

/** A field by its path, and the rule that it breaks. */
export interface FieldProblem {
  readonly field: string;
  readonly rule: string;
}

const longestField = 80;

/** Holds params against the JSON Schemas of strategies. Schemas carry words of our own, such as `x-updatable`. */
export class SchemaCheck {
  readonly #ajv = new Ajv({ strict: false, coerceTypes: false, removeAdditional: false, useDefaults: false });
  readonly #checks = new WeakMap<object, ValidateFunction>();

  /** The first rule that the params break, or null. */
  problem(schema: object, params: unknown): FieldProblem | null {
    const check = this.#checks.get(schema) ?? this.#ajv.compile(schema);
    this.#checks.set(schema, check);
    if (check(params)) return null;
    const [error] = check.errors ?? [];
    const place = (error?.instancePath ?? '').split('/').slice(1);
    const named: unknown = error?.params.missingProperty ?? error?.params.additionalProperty;
    return {
      field: [...place, ...(typeof named === 'string' ? [named] : [])].join('.').slice(0, longestField),
      rule: error?.message ?? 'is invalid',
    };
  }
}
