import type { MarketData } from '../../../core/contract/market.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { marketsOfParams } from '../../../core/domain/accounts/markets-of-params.ts';
import type { BacktestChoice } from '../../../schemas/wire/backtest.ts';
import type { StrategyOrigin } from '../worker/worker-protocol.ts';
import { planOf } from './backtest-choice.ts';
import type { BacktestThreadLimits } from './backtest-thread.ts';
import type { HouseBars } from './feeds/feed-source.ts';
import { houseLeadMs, readHouseBars } from './feeds/house-bars.ts';
import { performRun, type RunOutcome } from './perform-run.ts';
import { SweepLanes } from './sweep-lanes.ts';
import type { BacktestData } from './thread-protocol.ts';

export interface RunChoiceParts {
  readonly markets: Pick<MarketData, 'candles' | 'instrument'>;
  /** Folder of recorded data; may be missing. */
  readonly recordings: string;
  readonly origin: (pluginId: string) => StrategyOrigin;
  /** Threads of one sweep. */
  readonly cores: number;
  readonly limits?: BacktestThreadLimits;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
}

/** Runs a choice in threads. Rejects with BacktestImpossible when it cannot be simulated, and when the signal aborts. */
export async function runChoice(
  parts: RunChoiceParts,
  choice: BacktestChoice,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<RunOutcome> {
  const lanes = await lanesFor(parts, choice, signal);
  const close = (): void => void lanes.close();
  signal.addEventListener('abort', close);
  try {
    return await performRun(planOf(choice), lanes, onProgress);
  } finally {
    signal.removeEventListener('abort', close);
    await lanes.close();
  }
}

/** Threads that have what a choice needs: one, or for a sweep as many as there may be. */
export async function lanesFor(parts: RunChoiceParts, choice: BacktestChoice, signal: AbortSignal): Promise<SweepLanes> {
  const data = await dataOf(parts, choice, signal);
  signal.throwIfAborted();
  const [pluginId = '', strategyId = ''] = choice.strategy.split('/');
  const strategy = { pluginId, strategyId, ...parts.origin(pluginId) };
  return new SweepLanes(choice.sweep === null ? 1 : parts.cores, { strategy, data }, parts.clock, parts.limits);
}

async function dataOf({ markets, recordings, clock }: RunChoiceParts, choice: BacktestChoice, signal: AbortSignal): Promise<BacktestData> {
  const { origin, params, interval, from, to } = choice;
  if (origin === 'recorded') return { origin, folder: recordings };
  const nowMs = clock.nowMs();
  const fromMs = Math.max(0, (from ?? 0) - houseLeadMs(choice, nowMs));
  const range = { fromMs, toMs: Math.min(to ?? Number.MAX_SAFE_INTEGER, nowMs - 1) };
  const bars: HouseBars[] = [];
  for (const { instrumentId } of marketsOfParams(params)) {
    const instrument = markets.instrument(instrumentId);
    if (instrument === null) continue;
    bars.push(await readHouseBars(markets, { instrument, interval: interval ?? '1m', range, signal }));
  }
  return { origin, bars };
}
