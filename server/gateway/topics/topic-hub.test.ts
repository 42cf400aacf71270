import { describe, expect, it } from 'vitest';
import type { StreamMessage } from '../../../schemas/wire/stream.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { Metrics } from '../pages/metrics.ts';
import { laggingBytes } from '../sockets/delivery-watch.ts';
import { SnapshotBudgets, socketBytesPerSecond } from './snapshot-budgets.ts';
import { type DeliverySocket, TopicClient } from './topic-client.ts';
import { accountTopicKey, TopicHub } from './topic-hub.ts';

/** A socket whose unsent bytes and pongs the test decides. */
class FakeSocket implements DeliverySocket {
  bufferedAmount = 0;
  readonly frames: string[] = [];
  pings = 0;
  terminated = false;

  send(text: string): void {
    this.frames.push(text);
  }
  ping(): void {
    this.pings++;
  }
  terminate(): void {
    this.terminated = true;
  }
  get messages(): readonly StreamMessage[] {
    return this.#parsed.flatMap((frame) => frame.slice(1));
  }
  get numbers(): readonly (number | undefined)[] {
    return this.#parsed.map(([head]) => (head?.k === 'f' ? head.n : undefined));
  }
  get #parsed(): readonly StreamMessage[][] {
    return this.frames.map((frame) => JSON.parse(frame) as StreamMessage[]);
  }
}

function setUp() {
  const clock = new ManualClock(1_000_000);
  const hub = new TopicHub(clock, new Metrics());
  const stop = hub.start();
  let version = 0;
  const join = () => {
    const socket = new FakeSocket();
    const client = new TopicClient(socket, (topic) => JSON.stringify({ k: 's', t: topic, d: version }));
    hub.join(client);
    return { socket, client };
  };
  /** With first snapshots already sent. */
  const joined = async (...topics: readonly string[]) => {
    const one = join();
    for (const topic of topics) hub.subscribe(one.client, topic, [topic]);
    await clock.advance(20);
    one.socket.frames.length = 0;
    return one;
  };
  const publish = (topic: string) => hub.publish(topic, 'delta', ++version);
  return { clock, hub, stop, join, joined, publish };
}

describe('the topic hub', () => {
  it('sends what was published within a tick as one frame', async () => {
    const { clock, joined, publish } = setUp();
    const { socket } = await joined('a', 'b');
    publish('a');
    publish('b');
    publish('nobody');
    expect(socket.frames).toEqual([]);
    await clock.advance(20);
    expect(socket.frames).toHaveLength(1);
    expect(socket.messages).toEqual([
      { k: 'd', t: 'a', d: 1 },
      { k: 'd', t: 'b', d: 2 },
    ]);
    await clock.advance(100);
    expect(socket.frames).toHaveLength(1);
  });

  it('numbers the frames of a socket from 1 on', async () => {
    const { clock, hub, join, publish } = setUp();
    const { socket, client } = join();
    hub.subscribe(client, 'a', ['a']);
    for (let tick = 0; tick < 3; tick++) {
      publish('a');
      await clock.advance(20);
    }
    expect(socket.numbers).toEqual([1, 2, 3]);
  });

  it('begins a topic with its state of the next tick, which holds what changed before it', async () => {
    const { clock, hub, join, publish } = setUp();
    const { socket, client } = join();
    hub.subscribe(client, 'a', ['a']);
    publish('a');
    await clock.advance(20);
    publish('a');
    await clock.advance(20);
    expect(socket.messages).toEqual([
      { k: 's', t: 'a', d: 1 },
      { k: 'd', t: 'a', d: 2 },
    ]);
  });

  it('lets snapshots over the budget of a socket wait their turn, and then sends them all', async () => {
    const { clock, hub } = setUp();
    const socket = new FakeSocket();
    const big = 'x'.repeat(socketBytesPerSecond / 2);
    const client = new TopicClient(
      socket,
      (topic) => JSON.stringify({ k: 's', t: topic, d: big }),
      new SnapshotBudgets(clock).forSocket('ip'),
    );
    hub.join(client);
    for (const topic of ['a', 'b', 'c', 'd', 'e']) hub.subscribe(client, topic, [topic]);
    const topicsSeen = () => socket.messages.flatMap((message) => (message.k === 'a' || message.k === 'f' ? [] : [message.t]));
    await clock.advance(100);
    expect(topicsSeen()).toEqual(['a', 'b', 'c']);
    await clock.advance(800);
    expect(topicsSeen()).toEqual(['a', 'b', 'c', 'd']);
    await clock.advance(500);
    expect(topicsSeen()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('sends many small snapshots over several frames, none much larger than the others', async () => {
    const { clock, hub } = setUp();
    const socket = new FakeSocket();
    const client = new TopicClient(socket, (topic) => JSON.stringify({ k: 's', t: topic, d: 'x'.repeat(100_000) }));
    hub.join(client);
    for (let i = 0; i < 20; i++) hub.subscribe(client, `t${i}`, [`t${i}`]);
    await clock.advance(400);
    expect(socket.messages).toHaveLength(20);
    expect(Math.max(...socket.frames.map(({ length }) => length))).toBeLessThan(400_000);
  });

  it('carries the sequences of a depth delta', async () => {
    const { clock, hub, joined } = setUp();
    const { socket } = await joined('depth:x');
    const delta = { instrumentId: 'x', previous: 4, sequence: 7, bids: [['1', '0']], asks: [], timeMs: 5 };
    hub.publish('depth:x', 'delta', delta, 7);
    await clock.advance(20);
    expect(socket.messages).toEqual([
      { k: 'd', t: 'depth:x', n: 7, p: 4, d: { id: 'x', sequence: 7, bids: [['1', '0']], asks: [], time: 5 } },
    ]);
  });

  it('shows several account topics under one name', async () => {
    const { clock, hub, join } = setUp();
    const { socket, client } = join();
    hub.subscribe(client, 'orders', [accountTopicKey('orders', 1), accountTopicKey('orders', 2)]);
    await clock.advance(20);
    socket.frames.length = 0;
    hub.publish(accountTopicKey('orders', 2), 'delta', ['two']);
    hub.publish(accountTopicKey('orders', 3), 'delta', ['foreign']);
    await clock.advance(20);
    expect(socket.messages).toEqual([{ k: 'd', t: 'orders', d: ['two'] }]);
  });

  it('frees a topic with its last subscriber', () => {
    const { hub, join } = setUp();
    const one = join();
    const two = join();
    hub.subscribe(one.client, 'a', ['a']);
    hub.subscribe(two.client, 'a', ['a']);
    hub.unsubscribe(one.client, 'a');
    expect(hub.hasSubscribers('a')).toBe(true);
    hub.leave(two.client);
    expect(hub.hasSubscribers('a')).toBe(false);
    expect(hub.topicCount).toBe(0);
  });

  it('makes a snapshot once for all who join between two changes', () => {
    const { hub, join, publish } = setUp();
    hub.subscribe(join().client, 'a', ['a']);
    let made = 0;
    const make = () => `snapshot ${++made}`;
    expect(hub.cachedSnapshot('a', make)).toBe('snapshot 1');
    expect(hub.cachedSnapshot('a', make)).toBe('snapshot 1');
    publish('a');
    expect(hub.cachedSnapshot('a', make)).toBe('snapshot 2');
  });

  it('gives a client that cannot keep up only the newest state, once it can', async () => {
    const { clock, joined, publish } = setUp();
    const { socket, client } = await joined('a', 'b', 'quiet');
    socket.bufferedAmount = laggingBytes + 1;
    publish('a');
    await clock.advance(20);
    expect(client.isLagging).toBe(true);
    for (let i = 0; i < 1000; i++) publish(i % 2 === 0 ? 'a' : 'b');
    await clock.advance(500);
    expect(socket.frames).toHaveLength(1);
    socket.bufferedAmount = 0;
    await clock.advance(20);
    expect(socket.frames).toHaveLength(1);
    client.pong();
    await clock.advance(20);
    expect(socket.messages.slice(1)).toEqual([
      { k: 's', t: 'a', d: 1001 },
      { k: 's', t: 'b', d: 1001 },
    ]);
    publish('a');
    await clock.advance(20);
    expect(socket.messages.at(-1)).toEqual({ k: 'd', t: 'a', d: 1002 });
  });

  it('notices by a late pong what the unsent bytes hide', async () => {
    const { clock, joined, publish } = setUp();
    const { socket, client } = await joined('a');
    await clock.advance(5_000);
    expect(socket.pings).toBe(1);
    await clock.advance(2_000);
    expect(client.isLagging).toBe(true);
    publish('a');
    await clock.advance(20);
    expect(socket.frames).toEqual([]);
    client.pong();
    await clock.advance(20);
    expect(socket.messages).toEqual([{ k: 's', t: 'a', d: 1 }]);
  });

  it.each([
    ['after ten seconds', 0, 13_000],
    ['at a megabyte', 1024 * 1024 + 1, 7_100],
  ])('cuts a hopeless client off %s', async (_when, unsent, waitMs) => {
    const { clock, joined } = setUp();
    const { socket } = await joined('a');
    await clock.advance(6_000);
    socket.bufferedAmount = unsent;
    expect(socket.terminated).toBe(false);
    await clock.advance(waitMs);
    expect(socket.terminated).toBe(true);
  });

  it('leaves no timer behind', async () => {
    const { clock, stop } = setUp();
    await stop();
    expect(clock.timers).toBe(0);
  });
});
