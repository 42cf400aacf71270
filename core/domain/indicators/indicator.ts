import type { Bar } from './bar.ts';

const paramNames = [
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
  /** Of the values of a step. */
  readonly key: string;
  /** Short and the same in every language: `K`, `MA20`. */
  readonly title: string;
  /** `histogram` grows from zero and has the colours of rising and falling; `dots` stand alone. */
  readonly kind: 'line' | 'histogram' | 'dots';
  /** Bars before the one of its step at which the value is drawn; absent: 0. */
  readonly back?: number;
}

export const families = ['trend', 'band', 'momentum', 'volume'] as const;
export type Family = (typeof families)[number];

/**
 * One bar's values by key; undefined while there are too few bars. Written as one literal with all its keys: tens of thousands of
 * rows put together key by key, or by spreading, take ten times as long.
 */
export type Values<K extends string = string> = { readonly [Key in K]: number | undefined };

export interface Stepped<S, K extends string = string> {
  /** For the next bar. */
  readonly state: S;
  readonly values: Values<K>;
}

/**
 * An indicator as data and one pure step. The state is plain JSON and is all that a step knows of the bars before: who keeps it can
 * go on after a restart, and who keeps the one before an open bar can step over that bar again whenever it changes.
 */
export interface Indicator<S = unknown, K extends string = string> {
  /** Stays in saved documents. */
  readonly id: string;
  readonly family: Family;
  /** `main`: over the candles; `pane`: below, in a pane of its own. */
  readonly place: 'main' | 'pane';
  readonly params: readonly ParamSpec[];
  figures(params: readonly number[]): readonly Figure[];
  /** Before the first bar. */
  readonly start: S;
  /** `params` in the order of their specs, the same ones for every step of a state. Nothing that is passed is changed. */
  step(state: S, bar: Bar, params: readonly number[]): Stepped<S, K>;
  /** Decimals of its values; default two. */
  readonly precision?: 'price' | 'volume' | number;
  /** Fixed scale of its pane. */
  readonly range?: { readonly min: number; readonly max: number };
}

/** The state of an indicator: `StateOf<typeof rsi>`. */
export type StateOf<I> = I extends Indicator<infer S, string> ? S : never;

/** Keeps the types of state and values; adds nothing at run time. */
export const defineIndicator = <S, K extends string>(indicator: Indicator<S, K>): Indicator<S, K> => indicator;

export const bars = (name: ParamName, initial: number, min = 1): ParamSpec => ({ name, initial, min, max: 500, grid: 1 });
export const ratio = (name: ParamName, initial: number, max = 10, grid = 0.1): ParamSpec => ({ name, initial, min: grid, max, grid });
export const line = (key: string, title: string, back = 0): Figure => ({ key, title, kind: 'line', ...(back === 0 ? {} : { back }) });
export const histogram = (key: string, title: string): Figure => ({ key, title, kind: 'histogram' });
export const dots = (key: string, title: string): Figure => ({ key, title, kind: 'dots' });
