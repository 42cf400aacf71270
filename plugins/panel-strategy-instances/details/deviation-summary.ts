import type { InstanceDeviation } from '../../../core/contract/strategies.ts';

/** Fills of an instance beside what was expected of them, together. Doubles: statistics, not money. */
export interface DeviationSummary {
  readonly fills: number;
  /** In basis points, weighted by value; null when no price was expected. Positive: worse than expected. */
  readonly meanBps: number | null;
  readonly worstBps: number | null;
  /** In ms. */
  readonly meanDelayMs: number;
  readonly worstDelayMs: number;
  /** Part of the value that waited in the book for its takers, 0 to 1. */
  readonly makerShare: number;
}

export function deviationSummary(rows: readonly InstanceDeviation[]): DeviationSummary | null {
  if (rows.length === 0) return null;
  const worthOf = ({ price, qty }: InstanceDeviation): number => Number(price) * Number(qty);
  const total = rows.reduce((sum, row) => sum + worthOf(row), 0);
  const priced = rows.filter(({ slippageBps }) => slippageBps !== null);
  const pricedTotal = priced.reduce((sum, row) => sum + worthOf(row), 0);
  const weighted = priced.reduce((sum, row) => sum + Number(row.slippageBps) * worthOf(row), 0);
  const delays = rows.map(({ delay }) => delay);
  return {
    fills: rows.length,
    meanBps: pricedTotal === 0 ? null : weighted / pricedTotal,
    worstBps: priced.length === 0 ? null : Math.max(...priced.map(({ slippageBps }) => Number(slippageBps))),
    meanDelayMs: delays.reduce((sum, delay) => sum + delay, 0) / rows.length,
    worstDelayMs: Math.max(...delays),
    makerShare: total === 0 ? 0 : rows.reduce((sum, row) => sum + (row.liquidity === 'MAKER' ? worthOf(row) : 0), 0) / total,
  };
}
