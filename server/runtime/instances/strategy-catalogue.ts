import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { type InstrumentId, parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Kernel } from '../../../core/kernel/index.ts';
import { SchemaCheck } from '../schema-check.ts';

/** One installed strategy. */
export interface Strategy {
  /** `pluginId/id`. */
  readonly key: string;
  readonly pluginId: string;
  readonly strategyId: string;
  /** Keys of the plugin's texts. */
  readonly title: string;
  readonly description: string;
  /** Name of an icon. */
  readonly icon: string;
  readonly schema: object;
  /** False: it has no values to suggest. */
  readonly suggests: boolean;
}

/** Of strategies whose manifests name none. */
const commonIcon = 'robot';

/** The strategies that are installed, and what their schemas say of params. */
export class StrategyCatalogue {
  readonly #kernel: Pick<Kernel, 'strategies' | 'plugin'>;
  readonly #schemas = new SchemaCheck();

  constructor(kernel: Pick<Kernel, 'strategies' | 'plugin'>) {
    this.#kernel = kernel;
  }

  list(): readonly Strategy[] {
    return this.#kernel.strategies().flatMap(({ key, id, pluginId, manifest, code }) => {
      const definition = code?.definition as (Pick<StrategyDefinition, 'params'> & Partial<StrategyDefinition>) | undefined;
      if (definition === undefined) return [];
      const description = this.#kernel.plugin(pluginId)?.manifest?.description ?? '';
      // Of a package nothing but the schemas is known here; its code is in a realm of its own.
      const isCodeElsewhere = definition.start === undefined;
      return [
        {
          ...{ key, pluginId, strategyId: id, title: manifest.title, description, icon: manifest.icon ?? commonIcon },
          schema: definition.params,
          suggests: isCodeElsewhere || definition.suggest !== undefined,
        },
      ];
    });
  }

  find(key: string): Strategy | null {
    return this.list().find((strategy) => strategy.key === key) ?? null;
  }

  /** Refused with the first rule of the schema that params break. */
  check({ schema }: Strategy, params: unknown): Outcome<null> {
    const broken = this.#schemas.problem(schema, params);
    return broken === null ? accepted(null) : refused('STRATEGY_PARAMS_INVALID', { ...broken, text: broken.rule });
  }

  /** Those fields of params that keep to the schema, as far as it can be said of each alone. */
  sound({ schema }: Strategy, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const fields = propertiesOf(schema);
    const isSound = (name: string, value: unknown): boolean => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field !== undefined && this.#schemas.problem(field, value) === null;
    };
    return Object.fromEntries(Object.entries(params).filter(([name, value]) => isSound(name, value)));
  }
}

const accountField = /^(api|.*Api)Ids?$/;

/** Names of the schema's fields for accounts. */
export const accountFields = (schema: object): readonly string[] =>
  Object.keys(propertiesOf(schema)).filter((name) => accountField.test(name));

/** Fields that may change while an instance runs. */
export const updatableFields = (schema: object): readonly string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, field]) => (field['x-updatable'] === true ? [name] : []));

const propertiesOf = (schema: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  (schema as { readonly properties?: Record<string, Record<string, unknown>> }).properties ?? {};

/** Accounts that params name, at any depth. */
export function accountsIn(params: unknown): readonly ApiId[] {
  const found = new Set<ApiId>();
  walk(params, (name, value) => {
    if (accountField.test(name)) for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'number') found.add(one);
  });
  return [...found];
}

/** Markets that params name, at any depth, each once with the field that names it first. */
export function instrumentFields(params: unknown): ReadonlyArray<{ readonly field: string; readonly instrumentId: InstrumentId }> {
  const found = new Map<InstrumentId, string>();
  walk(params, (field, value) => {
    if (typeof value === 'string' && parseInstrumentId(value) !== null && !found.has(value)) found.set(value, field);
  });
  return [...found].map(([instrumentId, field]) => ({ field, instrumentId }));
}

function walk(value: unknown, visit: (name: string, value: unknown) => void, name = ''): void {
  visit(name, value);
  if (Array.isArray(value)) for (const one of value) walk(one, visit, name);
  else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) walk(one, visit, key);
}
