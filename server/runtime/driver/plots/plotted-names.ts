import { mostPlots, type StrategyAction } from '../../../../core/contract/strategy.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { signedDecimalPattern } from '../../../../core/domain/numbers/decimal.ts';
import { orderSides } from '../../../../core/domain/orders/order.ts';
import { StrategyFault } from '../strategy-fault.ts';

type PlotAction = Extract<StrategyAction, { readonly type: 'plot' | 'mark' }>;

/** Names of lines, and keys of marks, by market. */
export type SavedPlots = Readonly<Record<InstrumentId, { readonly plot: readonly string[]; readonly mark: readonly string[] }>>;

/** Charts that one instance may draw on. */
const mostMarkets = 10;
const longestDecimal = 42;
const longestMark = 300;
const keyPattern = /^[A-Za-z0-9_.-]{1,120}$/;
const seriesPattern = /^[A-Za-z0-9_-]{1,40}$/;

/** Holds what a strategy plots to the contract, and remembers the names that it has used. */
export class PlottedNames {
  readonly #instruments: Readonly<Record<InstrumentId, Instrument>>;
  #names: SavedPlots = {};

  constructor(instruments: Readonly<Record<InstrumentId, Instrument>>) {
    this.#instruments = instruments;
  }

  restore(saved: SavedPlots = {}): void {
    this.#names = saved;
  }

  save(): { readonly plots?: SavedPlots } {
    return Object.keys(this.#names).length === 0 ? {} : { plots: this.#names };
  }

  /** The action itself. Throws {@link StrategyFault} naming field and rule. */
  checked(hook: string, action: PlotAction): PlotAction {
    const { type, instrumentId } = action;
    const problem = problemOf(action) ?? this.#remember(action, type === 'plot' ? action.series : action.key);
    if (problem !== null) throw new StrategyFault(hook, `${type}: ${problem}`);
    if (this.#instruments[instrumentId] === undefined) throw new StrategyFault(hook, `${type}: instrumentId is no market of the params`);
    return action;
  }

  #remember({ type, instrumentId }: PlotAction, name: string): string | null {
    const names = this.#names[instrumentId] ?? { plot: [], mark: [] };
    if (names[type].includes(name)) return null;
    if (names[type].length >= mostPlots) {
      return `${type === 'plot' ? 'series' : 'key'} may have at most ${mostPlots} different values on one market`;
    }
    const next = { ...this.#names, [instrumentId]: { ...names, [type]: [...names[type], name] } };
    if (Object.keys(next).length > mostMarkets) return `instrumentId may have at most ${mostMarkets} different values`;
    this.#names = next;
    return null;
  }
}

function problemOf(action: PlotAction): string | null {
  if (action.type === 'plot') {
    if (!isText(action.series, seriesPattern)) return 'series must be 1 to 40 letters, digits, _ or -';
    return isDecimal(action.value) ? null : 'value must be a decimal';
  }
  const { key, params, side, price } = action;
  if (!isText(key, keyPattern)) return 'key must be 1 to 120 letters, digits, dots, _ or -';
  if (typeof params !== 'object' || params === null) return 'params must be an object';
  if (JSON.stringify([key, params]).length > longestMark) return `params and key must not be longer than ${longestMark} characters`;
  if (side !== undefined && !orderSides.includes(side)) return `side must be one of ${orderSides.join(', ')}`;
  return price === undefined || isDecimal(price) ? null : 'price must be a decimal';
}

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);
const isDecimal = (value: unknown): boolean => isText(value, signedDecimalPattern) && (value as string).length <= longestDecimal;
