import { expect, it } from 'vitest';
import { Metrics } from '../../../server/gateway/pages/metrics.ts';
import { TopicClient } from '../../../server/gateway/topics/topic-client.ts';
import { TopicHub } from '../../../server/gateway/topics/topic-hub.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const snapshot = JSON.stringify({ k: 's', t: 'orders', d: 'x'.repeat(3_000_000) });

/** A client whose reader takes in `bytesPerTick`; counts what else is sent to it meanwhile. */
async function readSnapshot(bytesPerTick: number, ticks: number) {
  const clock = new ManualClock(1_000_000);
  const hub = new TopicHub(clock, new Metrics());
  const stop = hub.start();
  const seen = { terminated: false, most: 0, deltas: 0, snapshots: 0 };
  let pingBehind = Number.NaN;
  const socket = {
    bufferedAmount: 0,
    send(text: string) {
      this.bufferedAmount += text.length;
      seen.most = Math.max(seen.most, this.bufferedAmount);
      if (text.includes('"k":"s"')) seen.snapshots++;
      else seen.deltas++;
    },
    ping() {
      pingBehind = this.bufferedAmount;
    },
    terminate: () => {
      seen.terminated = true;
    },
  };
  const client = new TopicClient(socket, () => snapshot);
  hub.join(client);
  hub.subscribe(client, 'orders', ['orders#1']);
  for (let tick = 0; tick < ticks; tick++) {
    hub.publish('orders#1', 'delta', [{ order_id: String(tick) }]);
    await clock.advance(20);
    const taken = Math.min(bytesPerTick, socket.bufferedAmount);
    socket.bufferedAmount -= taken;
    pingBehind -= taken;
    if (pingBehind <= 0) client.pong();
  }
  await stop();
  return seen;
}

it('waits for a client that reads 20 MB a second to take in a first snapshot of 3 MB, and follows it with what changes', async () => {
  const seen = await readSnapshot(400_000, 20);
  expect(seen.terminated).toBe(false);
  expect(seen).toMatchObject({ snapshots: 1, deltas: 19 });
});

it('waits for one that needs half a minute for it, as long as it goes on reading', async () => {
  const seen = await readSnapshot(2_000, 1_600);
  expect(seen.terminated).toBe(false);
});

it('gives up one that has stopped reading, and never holds more for it than the snapshot and a megabyte', async () => {
  const seen = await readSnapshot(0, 1_000);
  expect(seen.terminated).toBe(true);
  expect(seen.most).toBeLessThan(snapshot.length + 1024 * 1024);
});
