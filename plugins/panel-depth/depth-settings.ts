import type { PanelConfig, PanelMigration } from '../../core/contract/panel.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { decimalPattern } from '../../core/domain/numbers/decimal.ts';
import { defaultMaxAmount } from '../../core/domain/orders/order-safety.ts';
import { type LadderMode, ladderModes } from './ladder-geometry.ts';
import { type BarColumn, barColumns, type Measure, measures } from './ladder-model.ts';
import { groupingFactors } from './price-grid.ts';

/** What the panel remembers with the layout. */
export interface DepthSettings {
  readonly mode: LadderMode;
  readonly measure: Measure;
  readonly bars: BarColumn;
  /** Ticks of a line, by instrument; `factor` where nothing was chosen yet. */
  readonly factor: number;
  readonly factors: Readonly<Record<InstrumentId, number>>;
  /** Quantities of one-click orders, by instrument. */
  readonly quantities: Readonly<Record<InstrumentId, readonly string[]>>;
  /** Largest one-click order by quote asset, in that asset. */
  readonly maxAmounts: Readonly<Record<string, string>>;
  /** Minutes without a click after which one-click trading ends. */
  readonly idleMinutes: number;
}

export const idleMinutesChoices: readonly number[] = [1, 2, 5, 10, 30];

export const maxAmountOf = (settings: DepthSettings, quote: string): string => settings.maxAmounts[quote] ?? defaultMaxAmount(quote);

/** What was chosen for an instrument, if anything. */
export const factorOf = (settings: DepthSettings, id: InstrumentId): number | null => settings.factors[id] ?? null;

/** Reads a saved config; every field is foreign data and falls back by itself. */
export function readSettings(config: PanelConfig): DepthSettings {
  return {
    mode: oneOf(ladderModes, config.mode, 'both'),
    measure: oneOf(measures, config.measure, 'total'),
    bars: oneOf(barColumns, config.bars, 'measure'),
    factor: oneOf(groupingFactors, config.factor, 1),
    factors: recordOf(config.factors, (value): value is number => groupingFactors.includes(value as number)),
    quantities: recordOf(config.quantities, (value): value is readonly string[] => Array.isArray(value) && value.every(isDecimal)),
    maxAmounts: recordOf(config.maxAmounts, isDecimal),
    idleMinutes: oneOf(idleMinutesChoices, config.idleMinutes, 5),
  };
}

/** Version 1 kept the place of the step among 1, 10, 100 and 1,000 ticks. */
export const migrations: readonly PanelMigration[] = [
  {
    to: 2,
    up: ({ grouping, ...rest }) => ({ ...rest, factor: typeof grouping === 'number' ? ([1, 10, 100, 1_000][grouping] ?? 1) : 1 }),
  },
];

const isDecimal = (value: unknown): value is string => typeof value === 'string' && decimalPattern.test(value);

const oneOf = <T>(choices: readonly T[], value: unknown, otherwise: T): T => choices.find((choice) => choice === value) ?? otherwise;

function recordOf<T>(value: unknown, isValue: (value: unknown) => value is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => isValue(entry[1])));
}
