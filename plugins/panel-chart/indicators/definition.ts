/** A bar as studies see it; the chart's doubles. */
export interface Bar {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
}

/**
 * One bar's values by figure key; keys that start with `_` carry state to the next bar and are not drawn. Written as one literal
 * with all its keys: tens of thousands of rows put together key by key, or by spreading, take ten times as long.
 */
export type Row = Record<string, number | undefined>;

export interface Step {
  readonly bars: readonly Bar[];
  readonly i: number;
  /** Rows of the bars before `i`. */
  readonly rows: readonly Row[];
  readonly params: readonly number[];
}

export const paramNames = [
  'length',
  'length2',
  'length3',
  'fast',
  'slow',
  'signal',
  'smooth',
  'smooth2',
  'deviations',
  'factor',
  'step',
  'max',
  'shift',
] as const;
export type ParamName = (typeof paramNames)[number];

export interface ParamSpec {
  readonly name: ParamName;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Grid of allowed values; 1 for a number of bars. */
  readonly grid: number;
}

export interface Figure {
  readonly key: string;
  /** Short and the same in every language: `K`, `MA20`. */
  readonly title: string;
  /** `histogram` grows from zero and has the colours of rising and falling; `dots` stand alone. */
  readonly kind: 'line' | 'histogram' | 'dots';
}

export const families = ['trend', 'band', 'momentum', 'volume'] as const;
export type Family = (typeof families)[number];

/** An indicator as data and one pure step. Values of a bar come from the bars up to it and the row before it, so a tick costs one step. */
export interface IndicatorDefinition {
  /** Stays in saved documents. */
  readonly id: string;
  readonly family: Family;
  /** `main`: over the candles; `pane`: below, in a pane of its own. */
  readonly place: 'main' | 'pane';
  readonly params: readonly ParamSpec[];
  figures(params: readonly number[]): readonly Figure[];
  step(input: Step): Row;
  /** Decimals of its values; default two. */
  readonly precision?: 'price' | 'volume' | number;
  /** Fixed scale of its pane. */
  readonly range?: { readonly min: number; readonly max: number };
}

export const bars = (name: ParamName, initial: number, min = 1): ParamSpec => ({ name, initial, min, max: 500, grid: 1 });
export const ratio = (name: ParamName, initial: number, max = 10, grid = 0.1): ParamSpec => ({ name, initial, min: grid, max, grid });
export const line = (key: string, title: string): Figure => ({ key, title, kind: 'line' });
export const histogram = (key: string, title: string): Figure => ({ key, title, kind: 'histogram' });
export const dots = (key: string, title: string): Figure => ({ key, title, kind: 'dots' });
