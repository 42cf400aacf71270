import type { BacktestSteps, StepSheet } from '../../../core/contract/backtest-runs.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';

/** Decimals of a market's numbers, the same in every line of a page of moments. */
interface StepDecimals {
  readonly price: number;
  readonly qty: number;
}

type Page = Pick<BacktestSteps, 'markets' | 'steps'>;

/**
 * By the grid of the market where it is known here; of a recorded market that is not open as many as the finest number of the page
 * has. Averages of positions have no grid and do not count.
 */
export function stepDecimals({ markets, steps }: Page, sheet: StepSheet | null, id: string, market: Instrument | null): StepDecimals {
  if (market !== null) return { price: decimalsOf(market.tick), qty: decimalsOf(market.lot) };
  const at = markets.indexOf(id);
  const own = [...steps.flatMap(({ fills }) => fills), ...(sheet?.orders ?? [])].filter(({ instrument }) => instrument === id);
  const told = steps.flatMap(({ candles, prices }) => [...(candles[at]?.slice(1) ?? []), prices[at] ?? null]);
  return { price: finest([...told, ...own.map(({ price }) => price)]), qty: finest(own.map(({ qty }) => qty)) };
}

const finest = (values: readonly (string | number | null)[]): number =>
  values.reduce<number>((most, value) => (value === null ? most : Math.max(most, decimalsOf(textOf(value)))), 0);

/** The smallest numbers have no decimals as text of their own: 8.1e-7. */
const textOf = (value: string | number): string =>
  typeof value === 'number' && Math.abs(value) < 1e-6 ? fixedDecimal(value, 15) : String(value);
