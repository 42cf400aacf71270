import { describe, expect, it } from 'vitest';
import { readFunding } from '../../../core/simulation/recordings/funding-recording.ts';
import { recordingsOf } from '../../../core/simulation/recordings/recording-folder.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import { BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import type { RunResult } from '../../../server/runtime/backtest/run-backtest.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { type RecordedSet, recordedSets } from '../../kit/recordings/recorded-sets.ts';

const job = {
  fees: {},
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: null,
} as const;

/** What the fills before a moment add up to: below zero for a short. */
const heldAt = ({ fills }: RunResult, id: string, beforeMs: number): number =>
  fills
    .filter(({ instrumentId, timeMs }) => instrumentId === id && timeMs < beforeMs)
    .reduce((sum, { side, qty }) => sum + (side === 'BUY' ? 1 : -1) * Number(qty), 0);

/** What the fills took in and paid out, fees among it. */
const cashOf = ({ fills }: RunResult): number =>
  fills.reduce((sum, { side, price, qty, fee }) => sum + (side === 'BUY' ? -1 : 1) * Number(price) * Number(qty) - Number(fee), 0);

/** The price of the first recorded trade. */
async function firstTrade(recordings: RecordingFiles, { venue, symbol }: RecordedSet['contractBook'], kind: 'book' | 'trades') {
  const recording = (await recordingsOf(recordings, venue, kind)).find((one) => one.symbol === symbol);
  for await (const event of recording?.streams().at(-1) ?? []) if (event.type === 'trade') return Number(event.price);
  throw new Error(`no trades of ${symbol} at ${venue}`);
}

describe.each(recordedSets)('recorded perpetuals: $name', (set) => {
  const recordings = new RecordingFiles(set.folder);

  it.each(set.perpetuals)('$instrumentId pays what its recorded rates say on what is held', { timeout: 60_000 }, async ({
    instrumentId,
    venue,
    symbol,
    interval,
    quote,
  }) => {
    const runner = new BacktestRunner({ definition: await installedStrategy('shock-grid'), executors }, recordedSource(recordings));
    const result = await runner.run({
      ...job,
      params: {
        apiId: 1,
        instrumentId,
        ...set.grid,
        levels: 24,
        orderQty: '0.01',
        startPosition: '1',
        sellAtStop: false,
      },
      data: { kind: 'candles', interval },
      balances: { [quote]: '100000' },
      leverage: 3,
      range: set.week,
    });
    expect(result.fills.length).toBeGreaterThan(20);
    const series = await readFunding(recordings, venue, symbol);
    let paid = 0;
    for (const [at, timeMs] of (series?.timesMs ?? []).entries()) {
      if (timeMs < result.range.fromMs || timeMs > result.range.toMs) continue;
      const held = heldAt(result, instrumentId, timeMs);
      const payment = result.funding.find((one) => one.timeMs === timeMs);
      expect(Number(payment?.qty ?? 0)).toBeCloseTo(held, 9);
      paid -= held * Number(payment?.price ?? 0) * Number(series?.rates[at]);
    }
    expect(result.funding.length).toBeGreaterThan(10);
    expect(result.statistics.funding).toBeCloseTo(paid, 4);
    // The money adds up: what fills, fees, funding and the open position bring.
    const net = heldAt(result, instrumentId, Number.POSITIVE_INFINITY);
    const last = result.prices[0]?.values.at(-1) ?? 0;
    expect(result.statistics.endEquity).toBeCloseTo(100_000 + cashOf(result) + net * last + paid, 3);
  });

  it.each(['book', 'trades'] as const)('are traded over their recorded %s, and the money adds up', { timeout: 60_000 }, async (kind) => {
    const { instrumentId, venue, symbol } = set.contractBook;
    const runner = new BacktestRunner({ definition: await installedStrategy('shock-grid'), executors }, recordedSource(recordings));
    const middle = await firstTrade(recordings, set.contractBook, kind);
    const [lowPrice, highPrice] = [Math.floor(middle * 0.997), Math.ceil(middle * 1.003)].map(String);
    const params = { apiId: 1, instrumentId, lowPrice, highPrice, levels: 30, orderQty: '0.01', startPosition: '1', sellAtStop: false };
    const feesAtNothing = { makerFee: '0', takerFee: '0' };
    const result = await runner.run({ ...job, params, data: { kind }, fees: feesAtNothing, balances: { USDT: '2000' }, leverage: 5 });
    expect(result.fills.length).toBeGreaterThan(5);
    const series = await readFunding(recordings, venue, symbol);
    const due = (series?.timesMs ?? []).filter((timeMs) => timeMs >= result.range.fromMs && timeMs <= result.range.toMs);
    // Books were recorded over midnight, when funding is due.
    if (kind === 'book') expect(due.map((timeMs) => timeMs % 86_400_000)).toEqual([0]);
    expect(result.funding.map(({ timeMs }) => timeMs)).toEqual(
      due.filter((timeMs) => Math.abs(heldAt(result, instrumentId, timeMs)) > 1e-9),
    );
    const paid = Number(result.statistics.funding);
    const net = heldAt(result, instrumentId, Number.POSITIVE_INFINITY);
    expect(result.statistics.endEquity).toBeCloseTo(2_000 + cashOf(result) + paid + net * (result.prices[0]?.values.at(-1) ?? 0), 6);
  });

  it('hedges a spot market by its perpetual, whose funding is part of what the pair brings', { timeout: 60_000 }, async () => {
    const [spot, perpetual] = [set.book.instrumentId, set.perpetuals[0].instrumentId];
    const runner = new BacktestRunner({ definition: await installedStrategy('spread-arbitrage'), executors }, recordedSource(recordings));
    const result = await runner.run({
      ...job,
      params: {
        ...{ legA: { apiId: 1, instrumentId: spot }, legB: { apiId: 2, instrumentId: perpetual } },
        ...{ minOpenSpread: '0.0006', minCloseSpread: '0.0002', impactMode: 'LEVEL', impactLevel: 1, maxOrderAmount: '50000' },
        ...{ baseOrderQty: '0.2', orderTimeoutSeconds: 120, maxDataAgeSeconds: 60, maxUnhedgedAmount: '30000', maxUnhedgedSeconds: 180 },
        ...{ maxSlippage: '0.002', unwindRule: 'COMPLETE', closeAtStop: false },
      },
      data: { kind: 'candles', interval: '1m' },
      fees: { makerFee: '0', takerFee: '0' },
      balances: { USDT: '100000', BTC: '1' },
      leverage: 2,
      range: { fromMs: Date.UTC(2025, 5, 5), toMs: Date.UTC(2025, 5, 12) - 1 },
    });
    const notes = result.notes.map(({ key }) => key);
    expect(notes).toContain('note.opening');
    expect(notes).not.toContain('note.unbalanced');
    const held = (id: string, beforeMs: number): number => heldAt(result, id, beforeMs);
    // Sold there, bought here, up to crumbs of the coarser lot.
    expect(Math.abs(held(perpetual, result.lastMs + 1) + held(spot, result.lastMs + 1))).toBeLessThan(0.01);
    expect(result.funding.length).toBeGreaterThan(0);
    for (const { timeMs, instrumentId, qty } of result.funding) {
      expect(instrumentId).toBe(perpetual);
      expect(Number(qty)).toBeCloseTo(held(perpetual, timeMs), 9);
    }
  });
});
