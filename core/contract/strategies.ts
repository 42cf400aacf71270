import type { InstanceView, StrategyTemplateView } from '../../schemas/wire/strategy.ts';
import type { StrategyLimits } from '../../schemas/wire/strategy-limits.ts';
import type { PreviewLineView } from '../../schemas/wire/strategy-preview.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';

export type { InstanceView, PreviewLineView, StrategyLimits, StrategyTemplateView };

export type InstanceEnvironment = InstanceView['environment'];

/** What a form is to be filled with: parameters used again, a row of a list, the result of a backtest. */
export interface StrategyDraft {
  /** `pluginId/id`. */
  readonly strategy: string;
  /** May be incomplete: the schema's defaults fill the rest. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly environment?: InstanceEnvironment;
}

export interface StrategyChoice extends StrategyDraft {
  readonly name: string;
  readonly environment: InstanceEnvironment;
  readonly limits?: StrategyLimits;
}

/** What the params in a form would place in the market. */
export interface StrategyPreview {
  /** Whose texts the lines' keys belong to. */
  readonly plugin: string;
  readonly lines: readonly PreviewLineView[];
}

/** Strategies that the user has and the instances that run, live. */
export interface Strategies {
  /** Observable; locked ones too. */
  readonly templates: readonly StrategyTemplateView[];
  /** Observable: true until templates and instances have arrived. */
  readonly loading: boolean;
  /** Observable: the lists could not be read. */
  readonly failed: boolean;
  reload(): void;
  template(strategy: string): StrategyTemplateView | null;
  /** Observable, newest first: instances that have not ended. */
  readonly running: readonly InstanceView[];
  start(choice: StrategyChoice): Promise<Outcome<InstanceView>>;
  /** It cannot be undone. */
  stop(instanceId: string): Promise<Outcome<InstanceView>>;
  update(instanceId: string, params: Readonly<Record<string, unknown>>): Promise<Outcome<InstanceView>>;
  cancelUpdate(instanceId: string): Promise<Outcome<InstanceView>>;
  /** Observable: the instance that lists, details and charts speak of. */
  readonly chosen: string | null;
  choose(instanceId: string | null): void;
  /** Observable; `at` grows with every one. */
  readonly draft: (StrategyDraft & { readonly at: number }) | null;
  /** Fills the form and brings it to the screen. */
  prepare(draft: StrategyDraft): void;
  /** A form has taken the draft: none that opens later finds it. */
  settle(at: number): void;
  /** Observable: what charts show of the params in a form; null when no form has any that are in order. */
  readonly preview: StrategyPreview | null;
  showPreview(preview: StrategyPreview | null): void;
}
export const STRATEGIES: Token<Strategies> = token<Strategies>('tessera.strategies', 'Strategies and their running instances');
