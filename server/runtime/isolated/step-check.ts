import type { StrategyStep } from '../../../core/contract/strategy.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { SchemaCheck } from '../schema-check.ts';
import { GuestError } from './guest-realm.ts';
import { actionSchemas, StepSchema, subscriptionSchemas } from './step-schema.ts';

interface Typed {
  readonly type: string;
}

/** Holds what a foreign strategy answers against the contract: shapes, sizes, and accounts that its params name. */
export class StepCheck {
  readonly #schemas = new SchemaCheck();
  readonly #executors: Readonly<Record<string, ExecutorDefinition>>;

  constructor(executors: Readonly<Record<string, ExecutorDefinition>>) {
    this.#executors = executors;
  }

  /** The step as it may be put into effect. Throws {@link GuestError} naming field and rule. */
  step(answer: unknown, accounts: ReadonlySet<ApiId>): StrategyStep<unknown> {
    this.#expect('the answer', StepSchema, answer);
    const { state, actions = [], subscribe } = answer as Partial<StrategyStep<unknown>>;
    if (state === undefined) throw new GuestError('the answer: state must be JSON');
    for (const action of actions) this.#action(action, accounts);
    for (const subscription of subscribe ?? []) this.#typed('subscription', subscriptionSchemas, subscription);
    return { state, actions, ...(subscribe === undefined ? {} : { subscribe }) };
  }

  #action(action: Typed, accounts: ReadonlySet<ApiId>): void {
    this.#typed('action', actionSchemas, action);
    const { kind, config } = action as { readonly kind?: string; readonly config?: object };
    if (action.type === 'startExecutor' && kind !== undefined) {
      const executor = Object.hasOwn(this.#executors, kind) ? this.#executors[kind] : undefined;
      if (executor === undefined) throw new GuestError(`there is no executor ${kind}`);
      this.#expect(`config of ${kind}`, executor.params, config);
    }
    const foreign = accountsOf(action).find((apiId) => !accounts.has(apiId));
    if (foreign !== undefined) throw new GuestError(`the account ${foreign} is not one of its params`);
  }

  #typed(what: string, schemas: Readonly<Record<string, object>>, value: Typed): void {
    const schema = Object.hasOwn(schemas, value.type) ? schemas[value.type] : undefined;
    if (schema === undefined) throw new GuestError(`unknown ${what} ${JSON.stringify(value.type)}`);
    this.#expect(`${what} ${value.type}`, schema, value);
  }

  #expect(what: string, schema: object, value: unknown): void {
    const problem = this.#schemas.problem(schema, value);
    if (problem !== null) throw new GuestError(`${what}: ${problem.field === '' ? '' : `${problem.field} `}${problem.rule}`);
  }
}

/** Accounts that an action names, at any depth. */
function accountsOf(value: unknown): readonly ApiId[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'apiId' && typeof one === 'number' ? [one] : accountsOf(one)));
}
