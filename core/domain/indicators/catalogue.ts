import { averages } from './averages.ts';
import { bands } from './bands.ts';
import type { Indicator, ParamSpec } from './indicator.ts';
import { momenta } from './momentum.ts';
import { trends } from './trend.ts';
import { volumes } from './volume.ts';

/** Every indicator. */
export const indicators: readonly Indicator[] = [...averages, ...bands, ...trends, ...momenta, ...volumes];

const byId = new Map(indicators.map((indicator) => [indicator.id, indicator]));
export const indicatorOf = (id: string): Indicator | null => byId.get(id) ?? null;

export const initialParams = ({ params }: Pick<Indicator, 'params'>): readonly number[] => params.map(({ initial }) => initial);

/** What is wrong with a parameter's value; null: it may be used. */
export function paramProblem({ min, max, grid }: ParamSpec, value: number): 'range' | 'grid' | null {
  if (!Number.isFinite(value) || value < min || value > max) return 'range';
  const steps = value / grid;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? null : 'grid';
}

/** Saved parameters, or the initial ones where they no longer fit the indicator. */
export function usableParams({ params }: Pick<Indicator, 'params'>, saved: unknown): readonly number[] {
  const values: readonly unknown[] = Array.isArray(saved) ? saved : [];
  return params.map((spec, n) => {
    const value = values[n];
    return typeof value === 'number' && paramProblem(spec, value) === null ? value : spec.initial;
  });
}
