import { describe, expect, it } from 'vitest';
import type { MarketTrade, TradeFlow } from '../../core/contract/client-services.ts';
import { toUnits } from '../../core/domain/numbers/decimal.ts';
import { readTrades } from '../../core/simulation/recordings/trade-recording.ts';
import { RecordingFiles } from '../../server/market/recordings/recording-files.ts';
import { madeSet } from '../../tests/kit/recordings/recorded-sets.ts';
import { atLeast, bigFrom, FlowModel, isBig, volumeText } from './flow-model.ts';

const minuteMs = 60_000;
const empty: TradeFlow = { since: null, step: '1', lastTradeId: '', lastTimeMs: 0, buckets: [], profile: [] };
const noonMs = 1_700_049_600_000;
const trade = (id: number, side: 'BUY' | 'SELL', qty: string, price = '100.5', timeMs = noonMs + id * 1_000): MarketTrade => ({
  ...{ tradeId: String(id), side, qty, price, timeMs },
});

async function recorded(): Promise<readonly MarketTrade[]> {
  const trades: MarketTrade[] = [];
  for await (const { timeMs, takerSide, price, qty, tradeId } of readTrades(
    new RecordingFiles(madeSet.folder),
    `${madeSet.book.folder}/trades.csv.gz`,
  )) {
    trades.push({ tradeId: tradeId, side: takerSide, price, qty, timeMs: timeMs });
  }
  return trades;
}

describe('the order flow', () => {
  it('adds up recorded trades exactly, however they arrive', async () => {
    const trades = await recorded();
    const model = new FlowModel({ ...empty, step: '10' });
    // As a feed gives them: the newest first, each batch holding much of the one before.
    for (let end = 100; end < trades.length + 100; end += 100) model.add(trades.slice(Math.max(0, end - 200), end).reverse());
    const tradedBy = (side: 'BUY' | 'SELL'): bigint =>
      trades.reduce((sum, one) => sum + (one.side === side ? (toUnits(one.qty, 12) ?? 0n) : 0n), 0n);
    const { buy, sell, trades: count } = model.totals;
    expect(count).toBe(trades.length);
    expect([buy, sell]).toEqual([tradedBy('BUY'), tradedBy('SELL')]);
    const intervals = model.intervals(minuteMs);
    expect(intervals.at(-1)?.cumulative).toBe(buy - sell);
    const { lines } = model.profile(30);
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.reduce((sum, line) => sum + line.buy + line.sell, 0n)).toBe(buy + sell);
  });

  it('goes on from the sums of the server, and counts no trade twice', () => {
    const view: TradeFlow = {
      ...{ since: noonMs, step: '1', lastTradeId: '9', lastTimeMs: noonMs + 9_000 },
      buckets: [[noonMs, minuteMs, '3', '1', 9]],
      profile: [['100', '3', '1']],
    };
    const model = new FlowModel(view);
    expect(model.add([trade(9, 'BUY', '5'), trade(8, 'BUY', '5')])).toBe(false);
    expect(model.add([trade(10, 'SELL', '0.25', '101.9'), trade(9, 'BUY', '5')])).toBe(true);
    expect(model.add([trade(11, 'BUY', '1', '100', noonMs + 10_000), trade(10, 'SELL', '0.25')])).toBe(true);
    const { buy, sell, trades } = model.totals;
    expect([volumeText(buy), volumeText(sell), trades]).toEqual(['4', '1.25', 11]);
    expect(model.profile(20).lines.map((line) => [line.price, volumeText(line.buy), volumeText(line.sell)])).toEqual([
      ['101', '0', '0.25'],
      ['100', '4', '1'],
    ]);
  });

  it('keeps quiet intervals, through which the cumulative delta runs', () => {
    const model = new FlowModel(empty);
    model.add([trade(1, 'SELL', '3', '100', noonMs + 3 * minuteMs), trade(0, 'BUY', '1', '100', noonMs)]);
    expect(model.intervals(minuteMs).map(({ cumulative }) => volumeText(cumulative))).toEqual(['1', '1', '1', '-2']);
    expect(new FlowModel(empty).intervals(minuteMs)).toEqual([]);
  });

  it('joins price lines until they fit', () => {
    const model = new FlowModel({ ...empty, step: '0.1' });
    model.add(Array.from({ length: 100 }, (_, at) => trade(100 - at, 'BUY', '1', (100 - at / 10).toFixed(1))));
    const { lines, step } = model.profile(12);
    expect(step).toBe('1');
    expect([lines[0]?.price, lines.length]).toEqual(['100', 11]);
  });

  it('filters by size and marks what is ten times the average', () => {
    const trades = [trade(3, 'BUY', '0.5'), trade(2, 'SELL', '0.05'), trade(1, 'BUY', '0.5000')];
    expect(atLeast(trades, '0.5').map((one) => one.tradeId)).toEqual(['3', '1']);
    expect(atLeast(trades, '')).toBe(trades);
    const from = bigFrom({ buy: 1_000_000_000_000n, sell: 0n, trades: 20 });
    expect(volumeText(from ?? 0n)).toBe('0.5');
    expect(trades.map((one) => isBig(one, from))).toEqual([true, false, true]);
    expect(bigFrom({ buy: 0n, sell: 0n, trades: 0 })).toBeNull();
  });
});
