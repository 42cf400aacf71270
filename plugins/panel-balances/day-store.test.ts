import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import { DayStore } from './day-store.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const btc = 'aurora/BTCUSDT/spot';

function opened() {
  const timers = new FakeTimers();
  const api = new FakeApi({
    balanceChanges: () => [{ exchange: 'aurora', apiId: 1, accountType: 'spot', asset: 'BTC', traded: '1', moves: [] }],
    klinesHistory: () => [[0, '1', '2', '1', '60000', '5', '5', 3]],
  });
  return { timers, api, day: new DayStore(api as never, timers) };
}

it('asks for the changes since the start of the day, and anew a second after trading', async () => {
  const { timers, api, day } = opened();
  day.load([1], 86_400_000);
  await settled();
  expect(day.changesOf([1])).toHaveLength(1);
  timers.advance(60_000);
  for (let fill = 0; fill < 5; fill++) day.loadSoon();
  timers.advance(1_000);
  await settled();
  expect(api.calls.map(({ query }) => query)).toEqual([
    { apiIds: [1], from: 86_400_000 },
    { apiIds: [1], from: 86_400_000 },
  ]);
});

it('asks no more often than every five seconds while trading goes on, and once more for what came last', async () => {
  const { timers, api, day } = opened();
  day.load([1], 86_400_000);
  await settled();
  for (let second = 0; second < 20; second++) {
    day.loadSoon();
    timers.advance(1_000);
    await settled();
  }
  expect(api.calls).toHaveLength(5);
  day.loadSoon();
  timers.advance(60_000);
  await settled();
  expect(api.calls).toHaveLength(6);
});

it.each(['balanceChanges', 'klinesHistory'] as const)('asks for %s until it is answered, each time after a longer wait', async (name) => {
  const { timers, api, day } = opened();
  const answer = api.handlers[name];
  api.handlers[name] = () => refused('RATE_LIMITED');
  day.load([1], 86_400_000);
  const asked = (): number => api.names().filter((one) => one === name).length;
  const counts: number[] = [];
  for (const waitMs of [0, 4_999, 1, 9_999, 1, 20_000, 40_000, 60_000, 60_000]) {
    timers.advance(waitMs);
    for (let drawn = 0; drawn < 3; drawn++) day.priceBefore(btc, 86_400_000);
    await settled();
    counts.push(asked());
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5, 6, 7]);
  Object.assign(api.handlers, { [name]: answer });
  timers.advance(60_000);
  await settled();
  expect([day.changesOf([1])?.length, day.priceBefore(btc, 86_400_000)]).toEqual([1, '60000']);
  timers.advance(600_000);
  await settled();
  expect(asked()).toBe(8);
});

it('asks for nothing once its panel is closed', async () => {
  const { timers, api, day } = opened();
  api.handlers.balanceChanges = api.handlers.klinesHistory = () => refused('CLIENT_OFFLINE');
  day.load([1], 86_400_000);
  day.priceBefore(btc, 86_400_000);
  await settled();
  day.dispose();
  timers.advance(600_000);
  await settled();
  expect([api.calls.length, timers.pending]).toEqual([2, 0]);
});

it('knows what changed each account that it asked for, and nothing of others', async () => {
  const { day } = opened();
  day.load([1, 2], 86_400_000);
  await settled();
  expect([[1], [2], [1, 2], [3], [1, 3]].map((apiIds) => day.changesOf(apiIds)?.length ?? null)).toEqual([1, 0, 1, null, null]);
});

it('asks for the last price before a time once, and anew on another day; there may have been none', async () => {
  const { api, day } = opened();
  day.load([1], 86_400_000);
  expect([day.priceBefore(btc, 86_400_000), day.priceBefore(btc, 86_400_000)]).toEqual([undefined, undefined]);
  await settled();
  expect(day.priceBefore(btc, 86_400_000)).toBe('60000');
  api.handlers.klinesHistory = () => [];
  day.load([1], 2 * 86_400_000);
  expect(day.priceBefore(btc, 2 * 86_400_000)).toBeUndefined();
  await settled();
  expect(day.priceBefore(btc, 2 * 86_400_000)).toBeNull();
  expect(api.names().filter((name) => name === 'klinesHistory')).toHaveLength(2);
});

it('forgets at once what was known of other accounts or of another day', async () => {
  const { day } = opened();
  for (const [apiIds, startMs] of [
    [[1], 86_400_000],
    [[2], 86_400_000],
    [[2], 2 * 86_400_000],
  ] as const) {
    day.load(apiIds, startMs);
    expect(day.changesOf(apiIds)).toBeNull();
    await settled();
    expect(day.changesOf(apiIds)).not.toBeNull();
  }
  day.load([2], 2 * 86_400_000);
  expect(day.changesOf([2])).not.toBeNull();
});
