import { Ajv, type ValidateFunction } from 'ajv';
import { describeProblem, type SchemaViolation } from './describe-problem.ts';

/** Holds params against the JSON Schemas of strategies. Schemas carry words of our own, such as `x-updatable`. */
export class SchemaCheck {
  readonly #ajv = new Ajv({ strict: false, coerceTypes: false, removeAdditional: false, useDefaults: false, verbose: true });
  readonly #checks = new WeakMap<object, ValidateFunction>();

  /** The first rule that the params break, or null. */
  problem(schema: object, params: unknown): SchemaViolation | null {
    const check = this.#checks.get(schema) ?? this.#ajv.compile(schema);
    this.#checks.set(schema, check);
    return check(params) ? null : describeProblem(check.errors?.[0]);
  }
}
