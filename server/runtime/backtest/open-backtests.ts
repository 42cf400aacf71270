import { availableParallelism } from 'node:os';
import type { Disposer } from '../../../core/contract/token.ts';
import { BacktestService, type BacktestServiceParts } from './backtest-service.ts';
import { defaultBacktestLimits } from './backtest-thread.ts';
import { BacktestSources } from './feeds/backtest-sources.ts';
import { BacktestReplays } from './steps/backtest-replays.ts';

export interface BacktestParts extends Omit<BacktestServiceParts, 'cores' | 'limits'> {
  readonly limits: BacktestServiceParts['limits'] | undefined;
}

export interface OpenBacktests {
  readonly backtests: BacktestService;
  readonly sources: BacktestSources;
  readonly steps: BacktestReplays;
}

/** Runs that wait are taken up again; replays of finished ones are opened when they are asked for. */
export async function openBacktests(options: BacktestParts, started: Disposer[]): Promise<OpenBacktests> {
  const parts = { ...options, cores: availableParallelism(), limits: options.limits ?? defaultBacktestLimits };
  const backtests = new BacktestService(parts);
  started.push(await backtests.start());
  const steps = new BacktestReplays({ ...parts, runs: backtests });
  started.push(() => steps.closeAll());
  return { backtests, sources: new BacktestSources(parts), steps };
}
