import type { AppError } from '../../contract/app-error.ts';
import type { Texts } from '../../contract/client-services.ts';
import type { FieldProblem } from '../../contract/forms.ts';
import type { StrategyTemplate } from '../../contract/strategies.ts';
import { splitKey } from '../text/split-key.ts';

/** A refusal in the user's language: at the field that it names, or for the whole form. */
export interface Refusal {
  readonly problem: FieldProblem | null;
  readonly text: string;
}

type Say = Pick<Texts, 't' | 'errorText'>;
type Params = Readonly<Record<string, unknown>>;

/** Reads what the server refused. Rules of a strategy have their texts in its plugin. */
export function refusalOf(error: AppError, template: StrategyTemplate, params: Params, texts: Say): Refusal {
  const field = fieldOf(error, params);
  if (field === null) return { problem: null, text: texts.errorText(error) };
  const message = `${titleOf(field, template, texts)}: ${ruleText(error, template, texts)}`;
  return { problem: { field, message }, text: message };
}

function fieldOf({ code, params: { field, instrument, apiId } }: AppError, params: Params): string | null {
  if (typeof field === 'string' && field !== '') return field;
  if (code === 'STRATEGY_UNKNOWN_PAIR' && instrument !== undefined) return pathTo(params, instrument);
  if ((code === 'ACCESS_ACCOUNT' || code === 'STRATEGY_ACCOUNT_UNFIT') && apiId !== undefined) return pathTo(params, apiId);
  return null;
}

/** Where a value stands in the params, such as `legA.instrumentId`. */
function pathTo(params: Params, value: unknown): string | null {
  for (const [name, one] of Object.entries(params)) {
    if (one === value) return name;
    const inside = typeof one === 'object' && one !== null ? pathTo(one as Params, value) : null;
    if (inside !== null) return `${name}.${inside}`;
  }
  return null;
}

function ruleText(error: AppError, { plugin }: StrategyTemplate, texts: Say): string {
  const { rule } = error.params;
  if (error.code !== 'STRATEGY_PARAMS_INVALID' || typeof rule !== 'string') return texts.errorText(error);
  // A rule without a text of its own gives its key back.
  return texts.t(plugin, rule, error.params);
}

interface TitledSchema {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, TitledSchema>>;
}

/** Title of a field of the params; its name where the schema has none. */
function titleOf(field: string, template: StrategyTemplate, texts: Say): string {
  const schema = field.split('.').reduce<TitledSchema | undefined>((one, name) => one?.properties?.[name], template.schema as TitledSchema);
  if (schema?.title === undefined) return field;
  const { namespace, key } = splitKey(schema.title);
  return texts.t(namespace, key);
}
