import { averages } from './averages.ts';
import { bands } from './bands.ts';
import type { IndicatorDefinition, ParamSpec } from './definition.ts';
import { momenta } from './momentum.ts';
import { trends } from './trend.ts';
import { volumes } from './volume.ts';

/** Every indicator of the chart. */
export const indicators: readonly IndicatorDefinition[] = [...averages, ...bands, ...trends, ...momenta, ...volumes];

const byId = new Map(indicators.map((indicator) => [indicator.id, indicator]));
export const indicatorOf = (id: string): IndicatorDefinition | null => byId.get(id) ?? null;

export const initialParams = ({ params }: IndicatorDefinition): readonly number[] => params.map(({ initial }) => initial);

/** What is wrong with a parameter's value; null: it may be used. */
export function paramProblem({ min, max, grid }: ParamSpec, value: number): 'range' | 'grid' | null {
  if (!Number.isFinite(value) || value < min || value > max) return 'range';
  const steps = value / grid;
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? null : 'grid';
}

/** Saved parameters, or the initial ones where they no longer fit the indicator. */
export function usableParams(definition: IndicatorDefinition, saved: unknown): readonly number[] {
  const values: readonly unknown[] = Array.isArray(saved) ? saved : [];
  return definition.params.map((spec, n) => {
    const value = values[n];
    return typeof value === 'number' && paramProblem(spec, value) === null ? value : spec.initial;
  });
}
