import { expect, test } from 'vitest';
import { readTrades } from '../../../core/simulation/recordings/trade-recording.ts';
import { madeSet } from '../../../tests/kit/recordings/recorded-sets.ts';
import { marketUnits } from '../candles/candle-bar.ts';
import { RecordingFiles } from '../recordings/recording-files.ts';
import { FlowBook, type FlowBucket } from './trade-flow.ts';

const minuteMs = 60_000;
const noonMs = 1_700_049_600_000 - (1_700_049_600_000 % (15 * minuteMs));
const sum = (buckets: readonly FlowBucket[], side: 'buy' | 'sell'): bigint => buckets.reduce((total, bucket) => total + bucket[side], 0n);

test('recorded trades add up exactly: by time, by price, and by side', async () => {
  const flow = new FlowBook();
  const expected = { BUY: 0n, SELL: 0n, trades: 0 };
  for await (const { timeMs, takerSide, price, qty } of readTrades(
    new RecordingFiles(madeSet.folder),
    `${madeSet.book.folder}/trades.csv.gz`,
  )) {
    const units = marketUnits(qty);
    expected[takerSide] += units;
    expected.trades += 1;
    flow.add(timeMs, Math.floor(Number(price)), units, takerSide);
  }
  const buckets = flow.after(0);
  expect(expected.trades).toBeGreaterThan(5_000);
  expect(buckets.reduce((total, bucket) => total + bucket.trades, 0)).toBe(expected.trades);
  expect([sum(buckets, 'buy'), sum(buckets, 'sell')]).toEqual([expected.BUY, expected.SELL]);
  for (const bucket of buckets) {
    const lines = [...bucket.lines.values()];
    expect(lines.reduce((total, { buy }) => total + buy, 0n)).toBe(bucket.buy);
    expect(lines.reduce((total, { sell }) => total + sell, 0n)).toBe(bucket.sell);
  }
});

test('minutes older than an hour become quarters of an hour, and nothing is lost in them', () => {
  const flow = new FlowBook();
  for (let minute = 0; minute < 180; minute++) flow.add(noonMs + minute * minuteMs, minute % 3, 2n, minute % 2 === 0 ? 'BUY' : 'SELL');
  const buckets = flow.after(0);
  expect(buckets.slice(0, 2).map(({ openMs, lengthMs, trades }) => [(openMs - noonMs) / minuteMs, lengthMs / minuteMs, trades])).toEqual([
    [0, 15, 15],
    [15, 15, 15],
  ]);
  expect(buckets.at(-1)?.lengthMs).toBe(minuteMs);
  expect(sum(buckets, 'buy') + sum(buckets, 'sell')).toBe(360n);
  expect([...(buckets[0]?.lines.keys() ?? [])].sort()).toEqual([0, 1, 2]);
});

test('a window begins with the bucket that holds its beginning, and a day later nothing is left', () => {
  const flow = new FlowBook();
  flow.add(noonMs, 1, 1n, 'BUY');
  flow.add(noonMs + 5 * minuteMs, 1, 1n, 'BUY');
  expect(flow.after(noonMs + 5 * minuteMs + 30_000)).toHaveLength(1);
  flow.add(noonMs + 1_441 * minuteMs, 1, 1n, 'BUY');
  expect(flow.after(0).map(({ openMs }) => (openMs - noonMs) / minuteMs)).toEqual([0, 1_441]);
  flow.add(noonMs + 1_500 * minuteMs, 1, 1n, 'BUY');
  expect(flow.after(0)).toHaveLength(2);
  expect(flow.sinceMs).toBe(noonMs);
});

test('a late trade counts into the newest minute', () => {
  const flow = new FlowBook();
  flow.add(noonMs + minuteMs, 1, 1n, 'BUY');
  flow.add(noonMs, 1, 3n, 'SELL');
  expect(flow.after(0)).toHaveLength(1);
  expect(sum(flow.after(0), 'sell')).toBe(3n);
});

test('what was stored is gone on with: minutes of a stored quarter count once, and only what changed is stored again', () => {
  const flow = new FlowBook();
  for (let minute = 0; minute < 180; minute++) flow.add(noonMs + minute * minuteMs + 5, minute % 3, 2n, minute % 2 === 0 ? 'BUY' : 'SELL');
  const stored = new Map<string, FlowBucket>();
  const store = (buckets: readonly FlowBucket[]): void => {
    for (const bucket of buckets) stored.set(`${bucket.openMs} ${bucket.lengthMs}`, structuredClone(bucket));
  };
  store(flow.takeChanged());
  expect(flow.takeChanged()).toEqual([]);
  const leftOver = { ...(flow.after(0)[0] as FlowBucket), openMs: noonMs + 3 * minuteMs, lengthMs: minuteMs };
  const restored = new FlowBook();
  restored.restore([...stored.values(), leftOver].reverse());
  expect(restored.after(0)).toEqual(flow.after(0));
  expect(restored.sinceMs).toBe(noonMs + 5);

  restored.add(noonMs + 179 * minuteMs + 10, 1, 1n, 'BUY');
  const changed = restored.takeChanged();
  expect(changed.map(({ openMs, trades }) => [(openMs - noonMs) / minuteMs, trades])).toEqual([[179, 2]]);
  restored.returnChanged(changed);
  expect(restored.takeChanged()).toEqual(changed);
});

test('what was stored joins what has been added since, a minute that both know as one', () => {
  const trades = Array.from({ length: 200 }, (_, at) => ({ timeMs: noonMs + at * 20_000, line: at % 4, qty: BigInt(at + 1) }));
  const add = (flow: FlowBook, some: typeof trades): void => {
    for (const { timeMs, line, qty } of some) flow.add(timeMs, line, qty, line % 2 === 0 ? 'BUY' : 'SELL');
  };
  const whole = new FlowBook();
  add(whole, trades);
  for (const cut of [1, 70, 100, 199]) {
    const [before, after] = [new FlowBook(), new FlowBook()];
    add(before, trades.slice(0, cut));
    add(after, trades.slice(cut));
    after.restore(before.after(0));
    expect(sum(after.after(0), 'buy')).toBe(sum(whole.after(0), 'buy'));
    expect(sum(after.after(0), 'sell')).toBe(sum(whole.after(0), 'sell'));
    expect(after.sinceMs).toBe(noonMs);
    expect(new Set(after.after(0).map(({ openMs, lengthMs }) => `${openMs} ${lengthMs}`)).size).toBe(after.after(0).length);
  }
});
