import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HostBench, openHostBench, upTo } from '../../../tests/engine/host-bench.ts';
import { limitTerms, openingCommands } from '../../../tests/engine/venue.ts';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import type { Command } from '../command.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { openEngineHost } from './engine-host.ts';

let bench: HostBench;

beforeEach(async () => {
  bench = await openHostBench();
});

afterEach(() => bench.dispose());

const realEngine = { create: createEngine, restore: restoreEngine };

/** Orders of many kinds around one price, cancels, amends, repetitions and nonsense: all that a journal has to bring back. */
const tradingCommands = (count: number, seed: number): Command[] => {
  const random = new SeededRandom(seed);
  const side = (): 'BUY' | 'SELL' => (random.next() < 0.5 ? 'BUY' : 'SELL');
  const account = (): number => random.integer(0, 4);
  const makers: (() => Command)[] = [
    () => ({ type: 'CANCEL', account: account(), orderId: random.integer(1, count) }),
    () => ({
      type: 'AMEND',
      account: account(),
      orderId: random.integer(1, count),
      price: random.integer(90, 110),
      qty: random.integer(1, 9),
      trigger: 0,
    }),
    () => ({ type: 'CANCEL_ALL', account: account(), instrument: -1 }),
    () => ({ type: 'TRANSFER', from: -1, to: account(), asset: 1, amount: 5n, reference: `r${random.integer(1, 20)}` }),
    () => ({
      type: 'PLACE',
      terms: {
        ...limitTerms,
        account: account(),
        side: side(),
        orderType: 'STOP_MARKET',
        qty: random.integer(1, 5),
        trigger: random.integer(90, 110),
      },
    }),
  ];
  return upTo(count).map((): Command => {
    const maker = makers[random.integer(0, 20)];
    if (maker !== undefined) return maker();
    const clientOrderId = random.next() < 0.1 ? `c${random.integer(1, 30)}` : '';
    const price = random.integer(95, 105);
    return { type: 'PLACE', terms: { ...limitTerms, account: account(), side: side(), price, qty: random.integer(0, 9), clientOrderId } };
  });
};

test('The real engine comes back from snapshot and tail exactly as it was, with the same events', { timeout: 20_000 }, async () => {
  const host = await bench.open({}, realEngine);
  const commands = [...openingCommands(5), ...tradingCommands(1000, 7)];
  for (let start = 0; start < commands.length; start += 200) {
    for (const command of commands.slice(start, start + 200)) {
      void host.submit(command);
      bench.nowMs += 1;
    }
    await host.snapshotNow();
  }
  const hash = host.engine.stateHash();
  await host.close();
  const live = bench.batches.flatMap((batch) => batch.commands);
  expect(live.map(({ sequence }) => sequence)).toEqual(upTo(commands.length));
  expect(new Set(live.flatMap(({ events }) => events.map(({ type }) => type))).size).toBe(7);

  for (const projectedThrough of [commands.length, 730, 399, 0]) {
    bench.batches.length = 0;
    const again = await bench.open({ followers: [projectedThrough] }, realEngine);
    expect(again.engine.stateHash()).toBe(hash);
    expect(bench.batches.flatMap((batch) => batch.commands)).toEqual(live.slice(projectedThrough));
    await again.close();
  }
});

test('A venue opened without seams trades, answers and comes back', async () => {
  const options = { folder: bench.folder, now: Date.now, followers: [], onCommitted: () => undefined };
  const host = await openEngineHost(options);
  for (const command of openingCommands(2)) await host.submit(command);
  const sell = await host.submit({ type: 'PLACE', terms: { ...limitTerms, account: 0, side: 'SELL', price: 100, qty: 3 } });
  expect(sell.orders).toMatchObject([{ status: 'UNFILLED' }]);
  const buy = await host.submit(
    { type: 'PLACE', terms: { ...limitTerms, account: 1, price: 100, qty: 2, clientOrderId: 'mine' } },
    { lazy: true },
  );
  expect(buy.orders).toMatchObject([{ status: 'FILLED', account: 1, filled: 2 }]);
  const again = await host.submit({ type: 'PLACE', terms: { ...limitTerms, account: 1, price: 100, qty: 2, clientOrderId: 'mine' } });
  expect(again.repeated).toBe(buy.orders[0]?.orderId);
  const hash = host.engine.stateHash();
  await host.close();
  const reopened = await openEngineHost(options);
  expect(reopened.engine.stateHash()).toBe(hash);
  await reopened.close();
});
