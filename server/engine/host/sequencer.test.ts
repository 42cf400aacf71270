import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HostBench, openHostBench, upTo } from '../../../tests/engine/host-bench.ts';
import { placeOrder } from '../../../tests/engine/resting-engine.ts';
import type { Command } from '../command.ts';
import { NoRoom } from './no-room.ts';
import { VenueStopped } from './venue-stopped.ts';

let bench: HostBench;

const diskFull = (): Error => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

beforeEach(async () => {
  bench = await openHostBench();
});

afterEach(() => bench.dispose());

test('A command is answered with its sequence, its time and its orders as they ended', async () => {
  const host = await bench.open();
  const result = await host.submit(placeOrder(5, 'mine'));
  expect(result).toMatchObject({ sequence: 1, timeMs: 1000, orders: [{ orderId: 1, clientOrderId: 'mine', qty: 5 }] });
  expect(result.rejected).toBeUndefined();
  expect(host.sequence).toBe(1);
  expect(host.committedSequence).toBe(1);
});

test('A refusal and a repetition are results, journalled like any command', async () => {
  const host = await bench.open();
  await host.submit(placeOrder(5, 'mine'));
  expect(await host.submit(placeOrder(0))).toEqual({
    sequence: 2,
    timeMs: 1000,
    rejected: { reason: 'QTY_TOO_SMALL', field: 'qty', limit: '1' },
    orders: [],
  });
  expect(await host.submit(placeOrder(7, 'mine'))).toMatchObject({ sequence: 3, repeated: 1, orders: [{ orderId: 1, qty: 5 }] });
  const hash = host.engine.stateHash();
  await host.close();
  const again = await bench.open({ followers: [3] });
  expect(again.sequence).toBe(3);
  expect(again.engine.stateHash()).toBe(hash);
});

test('Nothing is published or answered before the sync, and publishing comes first', async () => {
  const order: string[] = [];
  const host = await bench.open({ onCommitted: ({ lastSequence }) => void order.push(`published ${lastSequence}`) });
  const gate = bench.holdSync();
  const answer = host.submit(placeOrder(1)).then(({ sequence }) => order.push(`answered ${sequence}`));
  await gate.reached;
  expect(host.engine.sequence).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(order).toEqual([]);
  expect(host.committedSequence).toBe(0);
  gate.release();
  await answer;
  expect(order).toEqual(['published 1', 'answered 1']);
});

test('Commands submitted together share one sync, those of the meantime the next one', async () => {
  const host = await bench.open();
  let syncs = 0;
  bench.hooks.beforeSync = async () => {
    syncs += 1;
  };
  const first = upTo(300).map(() => host.submit(placeOrder(1)));
  await Promise.resolve();
  const second = upTo(300).map(() => host.submit(placeOrder(1)));
  const results = await Promise.all([...first, ...second]);
  expect(syncs).toBe(2);
  expect(results.map(({ sequence }) => sequence)).toEqual(upTo(600));
  expect(bench.batches.map(({ firstSequence, lastSequence }) => [firstSequence, lastSequence])).toEqual([
    [1, 300],
    [301, 600],
  ]);
});

test('Time never runs backwards, not even over a restart', async () => {
  const host = await bench.open();
  bench.nowMs = 5000;
  await host.submit(placeOrder(1));
  bench.nowMs = 3000;
  expect((await host.submit(placeOrder(1))).timeMs).toBe(5000);
  await host.snapshotNow();
  await host.close();
  bench.nowMs = 2000;
  const fromSnapshot = await bench.open({ followers: [2] });
  expect((await fromSnapshot.submit(placeOrder(1))).timeMs).toBe(5000);
  await fromSnapshot.close();
  const fromTail = await bench.open({ followers: [3] });
  expect((await fromTail.submit(placeOrder(1))).timeMs).toBe(5000);
});

test('Lazy commands wait for the timer, and keep their place in the order', async () => {
  const host = await bench.open();
  const lazy = [host.submit(placeOrder(1), { lazy: true }), host.submit(placeOrder(2), { lazy: true })];
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(bench.published).toEqual([]);
  expect(bench.pendingTimers).toBe(1);
  bench.fireTimers();
  await Promise.all(lazy);
  expect(bench.published).toEqual([1, 2]);
});

test('Lazy commands ride with the next urgent one and leave no timer', async () => {
  const host = await bench.open();
  const lazy = host.submit(placeOrder(1), { lazy: true });
  const urgent = host.submit(placeOrder(2));
  const late = host.submit(placeOrder(3), { lazy: true });
  expect((await urgent).sequence).toBe(2);
  expect((await lazy).sequence).toBe(1);
  expect((await late).sequence).toBe(3);
  expect(bench.batches).toHaveLength(1);
  expect(bench.pendingTimers).toBe(0);
});

test('Lazy commands that come while the disk works wait for their own timer', async () => {
  const host = await bench.open();
  const gate = bench.holdSync();
  const urgent = host.submit(placeOrder(1));
  await gate.reached;
  const lazy = host.submit(placeOrder(2), { lazy: true });
  bench.fireTimers();
  gate.release();
  await Promise.all([urgent, lazy]);
  expect(bench.batches.map(({ firstSequence, lastSequence }) => [firstSequence, lastSequence])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('Closing commits and answers what is in flight, lazy commands too, and takes no more', async () => {
  const host = await bench.open();
  const urgent = host.submit(placeOrder(1));
  const lazy = host.submit(placeOrder(2), { lazy: true });
  const closed = host.close();
  await expect(host.submit(placeOrder(3))).rejects.toMatchObject({ outcome: 'NOT_TAKEN' });
  await closed;
  expect((await urgent).sequence).toBe(1);
  expect((await lazy).sequence).toBe(2);
  expect(bench.published).toEqual([1, 2]);
});

test('A failing disk stops the venue: in flight is unknown, later commands are not taken, a restart tells the truth', async () => {
  const causes: string[] = [];
  const host = await bench.open({ onStopped: (cause) => causes.push(cause.message) });
  await host.submit(placeOrder(1));
  bench.hooks.beforeSync = () => Promise.reject(new Error('EIO'));
  const inFlight = host.submit(placeOrder(2));
  const lazy = host.submit(placeOrder(3), { lazy: true });
  await expect(inFlight).rejects.toBeInstanceOf(VenueStopped);
  await expect(inFlight).rejects.toMatchObject({ outcome: 'UNKNOWN', message: expect.stringContaining('unknown') });
  await expect(lazy).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  delete bench.hooks.beforeSync;
  const later = host.submit(placeOrder(4));
  await expect(later).rejects.toMatchObject({ outcome: 'NOT_TAKEN', message: expect.stringContaining('in flight then is unknown') });
  await expect(host.snapshotNow()).rejects.toBeInstanceOf(VenueStopped);
  expect(causes).toHaveLength(1);
  expect(bench.published).toEqual([1]);
  await host.close();
  const again = await bench.open({ followers: [1] });
  expect(again.sequence).toBe(1);
  expect((await again.submit(placeOrder(9))).sequence).toBe(2);
});

test('A full disk takes cancels only, before anything changes, and commands again by itself once it has room', async () => {
  let hasRoom = true;
  const host = await bench.open({ hasRoom: () => hasRoom });
  await host.submit(placeOrder(1));
  hasRoom = false;
  await expect(host.submit(placeOrder(2))).rejects.toBeInstanceOf(NoRoom);
  expect(host.sequence).toBe(1);
  expect((await host.submit({ type: 'CANCEL', account: 0, orderId: 1 })).sequence).toBe(2);
  hasRoom = true;
  expect((await host.submit(placeOrder(3))).sequence).toBe(3);
});

test('A journal without reserve takes cancels only, and looks for room with each command that it refuses', async () => {
  const host = await bench.open();
  bench.hooks.beforeWrite = (_, length) => (length > 500_000 ? Promise.reject(diskFull()) : Promise.resolve());
  for (let count = 0; count < 3; count += 1) await host.submit(placeOrder(1, String(count).repeat(200_000)));
  await expect(host.submit(placeOrder(2))).rejects.toBeInstanceOf(NoRoom);
  expect((await host.submit({ type: 'CANCEL', account: 0, orderId: 1 })).sequence).toBe(4);
  delete bench.hooks.beforeWrite;
  await expect(host.submit(placeOrder(2))).rejects.toBeInstanceOf(NoRoom);
  await expect
    .poll(() =>
      host.submit(placeOrder(2)).then(
        ({ sequence }) => sequence,
        () => 0,
      ),
    )
    .toBe(5);
});

test('More commands than may wait for the disk are not taken, and the venue goes on', async () => {
  const host = await bench.open({ maxInFlightCommands: 2 });
  const gate = bench.holdSync();
  const taken = [host.submit(placeOrder(1)), host.submit(placeOrder(2))];
  await expect(host.submit(placeOrder(3))).rejects.toMatchObject({ outcome: 'NOT_TAKEN' });
  await gate.reached;
  gate.release();
  await Promise.all(taken);
  expect((await host.submit(placeOrder(4))).sequence).toBe(3);
});

test('A command on which the engine breaks stops the venue but is not there at the next start', async () => {
  const host = await bench.open();
  const before = host.submit(placeOrder(1));
  const breaking: Command = { type: 'CANCEL_ALL', account: 0, instrument: 0 };
  await expect(host.submit(breaking)).rejects.toMatchObject({ outcome: 'NOT_TAKEN' });
  await expect(before).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  await host.close();
  const again = await bench.open();
  expect(again.sequence).toBe(1);
  expect(bench.published).toEqual([1]);
});

for (const [way, onCommitted] of [
  [
    'throws',
    () => {
      throw new Error('no room');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no room'))],
] as const) {
  test(`A consumer that ${way} stops the venue, and a restart delivers the batch again`, async () => {
    const host = await bench.open({ onCommitted });
    const answer = host.submit(placeOrder(1));
    if (way === 'throws') await expect(answer).rejects.toMatchObject({ outcome: 'UNKNOWN' });
    else await answer;
    await Promise.resolve();
    await expect(host.submit(placeOrder(2))).rejects.toMatchObject({ outcome: 'NOT_TAKEN' });
    await host.close();
    await bench.open();
    expect(bench.published).toEqual([1]);
  });
}

test('A command that cannot be encoded is refused alone', async () => {
  const host = await bench.open();
  await expect(host.submit({ type: 'NONSENSE' } as never)).rejects.toThrow(TypeError);
  await expect(host.submit(placeOrder(1, 'x'.repeat(300_000)))).rejects.toThrow(RangeError);
  expect((await host.submit(placeOrder(1))).sequence).toBe(1);
});
