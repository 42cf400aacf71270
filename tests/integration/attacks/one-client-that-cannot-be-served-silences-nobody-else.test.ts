import { expect, it } from 'vitest';
import { Metrics } from '../../../server/gateway/pages/metrics.ts';
import { type DeliverySocket, TopicClient } from '../../../server/gateway/topics/topic-client.ts';
import { TopicHub } from '../../../server/gateway/topics/topic-hub.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** As `Array.join` does when one tick's messages of a client are longer than the longest string. */
const broken: DeliverySocket = {
  bufferedAmount: 0,
  send: () => {
    throw new RangeError('Invalid string length');
  },
  ping: () => undefined,
  terminate: () => undefined,
};

it.each(['the flush', 'a snapshot'])('goes on delivering to everybody else after %s of one client has failed', (what) => {
  const hub = new TopicHub(new ManualClock(1_000_000), new Metrics());
  const frames: string[] = [];
  const sound: DeliverySocket = {
    bufferedAmount: 0,
    send: (text) => void frames.push(text),
    ping: () => undefined,
    terminate: () => undefined,
  };
  const failing = (): never => {
    throw new RangeError('Invalid string length');
  };
  const attacker = what === 'the flush' ? new TopicClient(broken, () => '{}') : new TopicClient(sound, failing);
  const victim = new TopicClient(sound, () => null);
  for (const client of [attacker, victim]) {
    hub.join(client);
    hub.subscribe(client, 'tickers', ['tickers']);
  }
  hub.tick();
  for (let change = 1; change <= 2; change++) {
    hub.publish('tickers', 'delta', []);
    hub.tick();
    expect(frames).toHaveLength(change);
  }
});
