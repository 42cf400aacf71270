import { useEffect, useState } from 'react';
import type { BacktestSource } from '../../../core/contract/backtest-runs.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Services } from '../requires.ts';

export interface Sources {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly sources: readonly BacktestSource[];
  retry(): void;
}

/** Data that these markets can be tested on. */
export function useSources({ api }: Pick<Services, 'api'>, markets: readonly string[]): Sources {
  const ids = markets.join(',');
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ readonly ids: string; readonly sources: readonly BacktestSource[] | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes a failed call be tried again
  useEffect(() => {
    if (ids === '') return;
    let left = false;
    void api.call('backtestSources', { query: { ids } }).then((reply) => {
      if (!left) setFound({ ids, sources: reply.ok ? reply.value : null });
    });
    return () => {
      left = true;
    };
  }, [api, ids, attempt]);
  const retry = (): void => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  if (ids === '') return { state: 'ready', sources: [], retry };
  if (found?.ids !== ids) return { state: 'loading', sources: [], retry };
  return found.sources === null ? { state: 'failed', sources: [], retry } : { state: 'ready', sources: found.sources, retry };
}

/** Markets of which there are recordings, whether they are open or not; none while they are looked for. */
export function useRecordedMarkets({ api }: Pick<Services, 'api'>): readonly InstrumentId[] {
  const [ids, setIds] = useState<readonly InstrumentId[]>([]);
  useEffect(() => {
    let left = false;
    void api.call('backtestSources', { query: {} }).then((reply) => {
      if (!left && reply.ok) setIds([...new Set(reply.value.map(({ instrument }) => instrument))]);
    });
    return () => {
      left = true;
    };
  }, [api]);
  return ids;
}
