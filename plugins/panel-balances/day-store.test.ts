import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { DayStore } from './day-store.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const btc = 'aurora/BTCUSDT/spot';

function opened() {
  const timers = new FakeTimers();
  const api = new FakeApi({
    balanceChanges: () => [{ exchange: 'aurora', apiId: 1, accountType: 'spot', asset: 'BTC', traded: '1', moved: '0' }],
    klinesHistory: () => [[0, '1', '2', '1', '60000', '5', '5', 3]],
  });
  return { timers, api, day: new DayStore(api as never, timers) };
}

it('asks for the changes since the start of the day, and anew a second after trading, however much there is', async () => {
  const { timers, api, day } = opened();
  day.load([1], 86_400_000);
  await settled();
  expect(day.changesOf([1])).toHaveLength(1);
  for (let fill = 0; fill < 5; fill++) day.loadSoon();
  timers.advance(1_000);
  await settled();
  expect(api.calls.map(({ query }) => query)).toEqual([
    { apiIds: [1], from: 86_400_000 },
    { apiIds: [1], from: 86_400_000 },
  ]);
});

it('knows what changed each account that it asked for, and nothing of others', async () => {
  const { day } = opened();
  day.load([1, 2], 86_400_000);
  await settled();
  expect([[1], [2], [1, 2], [3], [1, 3]].map((apiIds) => day.changesOf(apiIds)?.length ?? null)).toEqual([1, 0, 1, null, null]);
});

it('asks for the last price before the day once, and anew on another day', async () => {
  const { api, day } = opened();
  day.load([1], 86_400_000);
  expect([day.priceThen(btc), day.priceThen(btc)]).toEqual([null, null]);
  await settled();
  expect(day.priceThen(btc)).toBe('60000');
  day.load([1], 2 * 86_400_000);
  expect(day.priceThen(btc)).toBeNull();
  await settled();
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
