import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import { replayedExchange } from '../../../core/simulation/recordings/recording-folder.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { openFeed } from '../../../server/runtime/backtest/feeds/open-feed.ts';
import { noLimits } from '../../../server/runtime/driver/account/trading-limits.ts';
import { eventsOfBatch } from '../../../server/runtime/simulation/batch-events.ts';
import type { OrderLogLine } from '../../../server/runtime/simulation/order-log.ts';
import { SimulatedSession } from '../../../server/runtime/simulation/simulated-session.ts';
import { tradedPrices } from '../../kit/recordings/recorded-prices.ts';
import { type RecordedSet, recordedSets } from '../../kit/recordings/recorded-sets.ts';
import { openSpot, SpotFiles, spotApiId } from '../../kit/recordings/replayed-spot.ts';

const balances = { USDT: '1000000', BTC: '10' };
/** A grid around the prices of the recorded minutes. */
async function jobOn(set: RecordedSet): Promise<BacktestJob> {
  const { first } = await tradedPrices(set);
  const grid = { lowPrice: addDecimals(first, '-500'), highPrice: addDecimals(first, '500'), levels: 20, orderQty: '0.01' };
  return {
    params: { apiId: spotApiId, instrumentId: set.book.instrumentId, ...grid, startPosition: '1', sellAtStop: true },
    data: { kind: 'book' },
    fees: {},
    balances,
    seed: 3,
    latencyMs: 25,
    isOptimistic: false,
    range: null,
  };
}

/** The same instance fed by the batches of a venue, as replay and paper instances are. */
async function fedByVenue(
  set: RecordedSet,
  definition: StrategyDefinition,
  speed: number | 'max',
  stepMs: number,
): Promise<readonly OrderLogLine[]> {
  const job = await jobOn(set);
  const { markets, range } = await openFeed(new SpotFiles(set), [set.book.instrumentId], job.data);
  const log: OrderLogLine[] = [];
  const accounts = [{ apiId: spotApiId, exchange: replayedExchange(set.book.venue), balances }];
  const { params, seed, latencyMs, isOptimistic } = job;
  const parts = { definition, executors: {}, params, seed, markets, accounts, limits: noLimits, latencyMs, isOptimistic, idPrefix: 'test' };
  const session = new SimulatedSession({ ...parts, listener: { line: (line) => log.push(line) } }, range.fromMs);
  const hear = (batch: VenueBatch): void => {
    // As it comes from another thread: nothing but data.
    for (const { id, event } of eventsOfBatch(structuredClone(batch))) session.play(id, event);
  };
  const { clock, venue, health } = await openSpot(set, speed, hear);
  while (health.length === 0) await clock.advance(stepMs);
  await venue.close();
  session.stop();
  return log;
}

const text = (log: readonly OrderLogLine[]): string =>
  log.map(({ timeMs, clientOrderId, what }) => `${timeMs} ${clientOrderId} ${what}`).join('\n');

describe.each(recordedSets)('the same strategy on the same market: $name', (set) => {
  it('gives the same orders, line by line, in a backtest, in a fast replay and on a paper account', { timeout: 60_000 }, async () => {
    // Ten minutes of a market move less than a grid's fees; without its rule the grid trades in them all the same.
    const { check: _, ...definition } = await installedStrategy('shock-grid');
    const { log } = await new BacktestRunner({ definition, executors: {} }, recordedSource(new SpotFiles(set))).run(await jobOn(set));
    expect(log.filter(({ what }) => what.startsWith('filled')).length).toBeGreaterThan(10);
    const backtest = text(log);
    expect(text(await fedByVenue(set, definition, 'max', 1))).toBe(backtest);
    expect(text(await fedByVenue(set, definition, 10, 20))).toBe(backtest);
  });
});
