import { expect, it } from 'vitest';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { comparedNames } from './compared-names.ts';

const sweep = { axes: [], drawn: null, objective: 'sharpe' as const };
const run = (name: string, choice: Partial<BacktestRun['choice']> = {}) => ({ name, choice: { sweep: null, folds: null, ...choice } });

it('tells runs of one name apart by their kind, those of one kind by a number, and leaves the others alone', () => {
  const runs = [run('Grid'), run('Grid', { sweep }), run('Grid', { sweep, folds: 4 }), run('Maker'), run('Grid', { sweep })];
  expect(comparedNames(runs, (mode) => mode)).toEqual(['Grid · single', 'Grid · sweep 1', 'Grid · walk', 'Maker', 'Grid · sweep 2']);
  expect(comparedNames([], (mode) => mode)).toEqual([]);
});
