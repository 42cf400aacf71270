import { availableParallelism } from 'node:os';
import type { Disposer } from '../../../core/contract/token.ts';
import { BacktestDesk, type BacktestDeskParts } from './backtest-desk.ts';
import { BacktestSources } from './backtest-sources.ts';
import { defaultBacktestLimits } from './backtest-thread.ts';
import { StepDesk } from './step-desk.ts';

export interface BacktestParts extends Omit<BacktestDeskParts, 'cores' | 'limits'> {
  readonly limits: BacktestDeskParts['limits'] | undefined;
}

export interface OpenBacktests {
  readonly backtests: BacktestDesk;
  readonly sources: BacktestSources;
  readonly steps: StepDesk;
}

/** Runs that wait are taken up again; replays of finished ones are opened when they are asked for. */
export async function openBacktests(options: BacktestParts, started: Disposer[]): Promise<OpenBacktests> {
  const parts = { ...options, cores: availableParallelism(), limits: options.limits ?? defaultBacktestLimits };
  const backtests = new BacktestDesk(parts);
  started.push(await backtests.start());
  const steps = new StepDesk({ ...parts, runs: backtests });
  started.push(() => steps.closeAll());
  return { backtests, sources: new BacktestSources(parts), steps };
}
