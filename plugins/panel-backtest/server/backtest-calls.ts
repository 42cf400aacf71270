import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { type RouteHandlers, userOf } from '../../../core/contract/server-contributions.ts';
import type { StrategyPlays } from '../../../core/contract/strategy-plays.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { BacktestCurve, BacktestResultView, BacktestView, backtestRoutes } from '../../../schemas/wire/backtest.ts';
import type { backtestStepsRoutes } from '../../../schemas/wire/backtest-steps.ts';
import { joinedCurve } from '../../../schemas/wire/joined-curve.ts';
import type { BacktestReplays } from './backtest-replays.ts';
import type { BacktestRuns } from './backtest-runs.ts';

interface BacktestCallsParts {
  readonly runs: BacktestRuns;
  readonly replays: BacktestReplays;
  readonly plays: Pick<StrategyPlays, 'sources'>;
}

type Compared = { readonly run: BacktestView; readonly curve: BacktestCurve | null };

/** Of a walk forward that of all its tests, as its page shows it; null without any. */
function curveOf(result: Pick<BacktestResultView, 'detail' | 'folds'> | null): BacktestCurve | null {
  if (result === null || result.detail !== null) return result?.detail?.curve ?? null;
  const joined = joinedCurve(result.folds);
  return joined.times.length === 0 ? null : joined;
}

/** Backtests of the caller; those of others do not exist. */
export function backtestCalls({
  runs: backtests,
  replays,
  plays,
}: BacktestCallsParts): RouteHandlers<typeof backtestRoutes & typeof backtestStepsRoutes> {
  const compared = async (userId: string, runId: string): Promise<Outcome<Compared>> => {
    const run = await backtests.find(userId, runId);
    if (!run.ok) return run;
    const result = await backtests.result(userId, runId);
    if (!result.ok) return result;
    return accepted({ run: run.value, curve: curveOf(result.value) });
  };
  return {
    backtestSources: async ({ query }) => {
      const ids = query.ids?.split(',') ?? null;
      const unknown = ids?.find((id) => parseInstrumentId(id) === null);
      if (unknown !== undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: unknown });
      return accepted([...(await plays.sources(ids))]);
    },
    backtestStart: ({ principal, body }) => backtests.begin(principal, body.name, body.choice),
    backtestCancel: (request) => backtests.cancel(userOf(request), request.body.run_id),
    backtestList: async (request) => accepted([...(await backtests.list(userOf(request)))]),
    backtestResult: async (request) => {
      const { run_id } = request.query;
      const run = await backtests.find(userOf(request), run_id);
      if (!run.ok) return run;
      const result = await backtests.result(userOf(request), run_id);
      if (!result.ok) return result;
      return accepted({ run: run.value, ...(result.value ?? { detail: null, sweep: [], folds: [] }) });
    },
    backtestTrades: (request) => backtests.trades(userOf(request), request.query.run_id, request.query.page),
    backtestCompare: async (request) => {
      const runs: Compared[] = [];
      for (const runId of new Set(request.query.run_ids.split(','))) {
        const found = await compared(userOf(request), runId);
        if (!found.ok) return found;
        runs.push(found.value);
      }
      return accepted(runs);
    },
    backtestSteps: (request) => {
      const { run_id, view, page, time, after, before } = request.query;
      const wanted = [
        ...(page === undefined ? [] : [{ page }]),
        ...(time === undefined ? [] : [{ timeMs: time }]),
        ...(after === undefined ? [] : [{ after }]),
        ...(before === undefined ? [] : [{ before }]),
      ];
      const [at] = wanted;
      if (at === undefined || wanted.length > 1)
        return Promise.resolve(refused('REQUEST_INVALID', { field: 'page', rule: 'give one of page, time, after and before' }));
      return replays.read(userOf(request), run_id, { onlyMarked: view === 'marked', at }, request.gone());
    },
    backtestStepsClose: async (request) => accepted(await replays.close(userOf(request), request.body.run_id)),
    backtestRename: (request) => backtests.rename(userOf(request), request.body.run_id, request.body.name),
    backtestDelete: (request) => backtests.delete(userOf(request), request.body.run_id),
    backtestRestore: (request) => backtests.restore(userOf(request), request.body.run_id),
  };
}
