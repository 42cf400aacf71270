import type * as wire from '../../schemas/wire/strategy.ts';
import type * as limits from '../../schemas/wire/strategy-limits.ts';
import type * as plots from '../../schemas/wire/strategy-plots.ts';
import type * as preview from '../../schemas/wire/strategy-preview.ts';
import type * as state from '../../schemas/wire/strategy-state.ts';
import type { Outcome } from './app-error.ts';
import type { HouseOf } from './house-words.ts';
import { type Token, token } from './token.ts';

/** What the wire tells of strategies and their instances, in the words of the house. Times are in ms. */

export type StrategyTemplate = HouseOf<wire.StrategyTemplateView>;
export type Instance = HouseOf<wire.InstanceView>;
export type InstancePosition = HouseOf<wire.InstancePositionView>;
export type InstanceEvent = HouseOf<wire.InstanceEventView>;
export type InstanceInfo = HouseOf<wire.InstanceInfoView>;
export type InstanceMark = HouseOf<wire.InstanceMarkView>;
export type InstanceDeviation = HouseOf<wire.InstanceDeviationView>;
export type InstanceState = HouseOf<state.InstanceStateView>;
/** The strategy of an instance itself, or an executor that it has started. */
export type StateActor = HouseOf<state.StateActorView>;
/** What an instance is held to; amounts in quote. */
export type StrategyLimits = HouseOf<limits.StrategyLimits>;
export type LimitNumbers = HouseOf<limits.LimitNumbers>;
export type Plot = HouseOf<plots.PlotView>;
export type PlotLine = HouseOf<plots.PlotLineView>;
export type PlotMark = HouseOf<plots.PlotMarkView>;
export type PreviewReply = HouseOf<preview.StrategyPreviewView>;
export type PreviewChartLine = HouseOf<preview.PreviewLineView>;
export type StartTemplate = HouseOf<wire.StartTemplateView>;
export type StartTemplateContent = HouseOf<wire.StartTemplateContent>;

export type InstanceEnvironment = Instance['environment'];

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
  readonly lines: readonly PreviewChartLine[];
}

/** Strategies that the user has and the instances that run, live. */
export interface Strategies {
  /** Observable; locked ones too. */
  readonly templates: readonly StrategyTemplate[];
  /** Observable: true until templates and instances have arrived. */
  readonly loading: boolean;
  /** Observable: the lists could not be read. */
  readonly failed: boolean;
  reload(): void;
  template(strategy: string): StrategyTemplate | null;
  /** Observable, newest first: instances that have not ended. */
  readonly running: readonly Instance[];
  start(choice: StrategyChoice): Promise<Outcome<Instance>>;
  /** It cannot be undone. */
  stop(instanceId: string): Promise<Outcome<Instance>>;
  update(instanceId: string, params: Readonly<Record<string, unknown>>): Promise<Outcome<Instance>>;
  cancelUpdate(instanceId: string): Promise<Outcome<Instance>>;
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
