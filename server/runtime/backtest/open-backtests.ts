import { availableParallelism } from 'node:os';
import type { Backtests } from '../../../core/contract/backtests.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { BacktestService, type BacktestServiceParts } from './backtest-service.ts';
import { defaultBacktestLimits } from './backtest-thread.ts';
import { BacktestSources } from './feeds/backtest-sources.ts';
import { BacktestReplays } from './steps/backtest-replays.ts';

/** Strategies that can be played, which are known once their plugins are open. */
export type BacktestStrategies = Pick<BacktestServiceParts, 'origin' | 'admit' | 'catalogue'>;

export interface BacktestParts extends Omit<BacktestServiceParts, 'cores' | 'limits' | keyof BacktestStrategies> {
  readonly limits: BacktestServiceParts['limits'] | undefined;
  /** Asked with the first run, which comes by a call: nobody makes one before the start has come so far. */
  readonly strategies: () => BacktestStrategies;
}

/** Runs that wait are taken up again; replays of finished ones are opened when they are asked for. */
export async function openBacktests({ strategies, ...options }: BacktestParts, started: Disposer[]): Promise<Backtests> {
  const parts: BacktestServiceParts = {
    ...options,
    cores: availableParallelism(),
    limits: options.limits ?? defaultBacktestLimits,
    origin: (pluginId) => strategies().origin(pluginId),
    admit: (principal, strategy) => strategies().admit(principal, strategy),
    catalogue: { check: (strategy, params) => strategies().catalogue.check(strategy, params) },
  };
  const runs = new BacktestService(parts);
  started.push(await runs.start());
  const steps = new BacktestReplays({ ...parts, runs });
  started.push(() => steps.closeAll());
  const sources = new BacktestSources(parts);
  return {
    sources: (ids) => sources.list(ids),
    begin: (principal, name, choice) => runs.begin(principal, name, choice),
    cancel: (userId, runId) => runs.cancel(userId, runId),
    find: (userId, runId) => runs.find(userId, runId),
    list: (userId) => runs.list(userId),
    running: (userId) => runs.running(userId),
    result: (userId, runId) => runs.result(userId, runId),
    trades: (userId, runId, page) => runs.trades(userId, runId, page),
    rename: (userId, runId, name) => runs.rename(userId, runId, name),
    delete: (userId, runId) => runs.delete(userId, runId),
    restore: (userId, runId) => runs.restore(userId, runId),
    steps: (userId, runId, ask, gone) => steps.read(userId, runId, ask, gone),
    closeSteps: (userId, runId) => steps.close(userId, runId),
    onChange: (listener) => runs.onChange(listener),
  };
}
