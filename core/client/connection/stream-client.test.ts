import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TopicMessage } from '../../contract/stream-items.ts';
import { FrameScheduler } from '../frame-scheduler.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { newsEveryMs, StreamClient, steadyMs } from './stream-client.ts';
import {
  answerDeadlineMs,
  gapPatienceMs,
  latencyPingMs,
  openDeadlineMs,
  quietPingMs,
  textPingMs,
  wakeDeadlineMs,
} from './stream-connection.ts';
import { marketPacesMs } from './topic-feed.ts';

const frameMs = 16;
/** In which whatever came is told, when something was told just before. */
const nextNewsMs = newsEveryMs + frameMs;
let timers: FakeTimers;
let sockets: FakeSocket[];
let token: string | null;
let refusals: number;
let stream: StreamClient;
const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;
const heard: TopicMessage[] = [];
const hear = (message: TopicMessage): void => {
  heard.push(message);
};

beforeEach(() => {
  timers = new FakeTimers();
  sockets = [];
  token = null;
  refusals = 0;
  heard.length = 0;
  stream = new StreamClient({
    openSocket: () => {
      const opened = new FakeSocket();
      sockets.push(opened);
      return opened;
    },
    token: () => token,
    timers,
    frames: new FrameScheduler(timers),
    random: () => 0,
    onAuthRefused: () => {
      refusals += 1;
    },
  });
});

afterEach(() => {
  stream.dispose();
  expect(timers.pending, 'timers left behind').toBe(0);
});

function connect(): void {
  stream.start();
  socket().open();
  socket().answer('ping');
}

describe('connecting', () => {
  it('subscribes to everything wanted once it is open', () => {
    stream.subscribe('balances', hear);
    stream.subscribe('venues', hear);
    connect();
    expect(socket().lastTopics).toEqual(['balances', 'venues']);
    expect(stream.state).toBe('open');
  });

  it('waits for the answer to auth before it subscribes', () => {
    token = 'secret';
    stream.subscribe('orders', hear);
    connect();
    expect(socket().requests.map((request) => request.op)).toEqual(['auth']);
    socket().answer('auth');
    expect(socket().lastTopics).toEqual(['orders']);
    socket().answer('ping');
  });

  it('tells when the token is refused', () => {
    token = 'old';
    connect();
    socket().answer('auth', 40102);
    socket().answer('ping');
    expect(refusals).toBe(1);
  });

  it('reconnects after 1 s, then slower, and subscribes again', () => {
    stream.subscribe('balances', hear);
    connect();
    socket().drop();
    expect(stream.state).toBe('connecting');
    timers.advance(999);
    expect(sockets).toHaveLength(1);
    timers.advance(1);
    expect(sockets).toHaveLength(2);
    socket().drop();
    timers.advance(1_599);
    expect(sockets).toHaveLength(2);
    timers.advance(1);
    expect(sockets).toHaveLength(3);
    socket().open();
    socket().answer('ping');
    expect(socket().lastTopics).toEqual(['balances']);
  });

  it('gives up a connection whose ping is not answered', () => {
    stream.start();
    socket().open();
    expect(stream.state).toBe('open');
    timers.advance(answerDeadlineMs);
    expect(stream.state).toBe('connecting');
    expect(socket().closed).toBe(true);
    timers.advance(1_000);
    expect(sockets).toHaveLength(2);
  });

  it('gives up a connection that never opens, and one whose sign-in is not answered', () => {
    token = 'secret';
    stream.start();
    timers.advance(openDeadlineMs + 1_000);
    expect(sockets).toHaveLength(2);
    socket().open();
    timers.advance(openDeadlineMs + 1_600);
    expect(sockets).toHaveLength(3);
    expect(sockets.slice(0, 2).every(({ closed }) => closed)).toBe(true);
  });

  it('gives up a connection that loses a subscription', () => {
    connect();
    stream.subscribe('balances', hear);
    timers.advance(answerDeadlineMs);
    expect(stream.state).toBe('connecting');
  });

  it('comes back more slowly while connections break soon, and at once after one that was steady', () => {
    const reconnected = (): number => {
      const [before, fromMs] = [sockets.length, timers.nowMs()];
      while (sockets.length === before) timers.advance(100);
      socket().open();
      socket().answer('ping');
      return timers.nowMs() - fromMs;
    };
    connect();
    const waitsMs = [1, 2, 3].map(() => {
      socket().drop();
      return reconnected();
    });
    expect(waitsMs).toEqual([1_000, 1_600, 2_600]);
    for (let at = 0; at < steadyMs; at += quietPingMs / 2) {
      timers.advance(quietPingMs / 2);
      socket().answer('ping');
    }
    socket().drop();
    expect(reconnected()).toBe(1_000);
  });

  it('notices a dead line also after somebody set the clock of the device back', () => {
    connect();
    timers.advance(1_000);
    socket().answer('ping');
    timers.setClock(-3_600_000);
    timers.advance(quietPingMs * 2 + answerDeadlineMs);
    expect(stream.state).toBe('connecting');
  });

  it('hears a line that is well every second, however quiet the markets are, and asks a busy one seldom', () => {
    connect();
    const pings = (): number => socket().requests.filter(({ op }) => op === 'ping').length;
    for (let ms = 0; ms < 10_000; ms += 50) {
      timers.advance(50);
      socket().answer('ping');
      expect(timers.steadyMs() - (stream.heardMs ?? 0)).toBeLessThan(1_000);
    }
    const asked = pings();
    for (let ms = 0; ms < 10_000; ms += 50) {
      timers.advance(50);
      socket().receive({ k: 'd', t: 'balances', d: [] });
      if (pings() > asked) socket().answer('ping');
    }
    expect(pings() - asked).toBeLessThanOrEqual(3);
    expect(quietPingMs).toBeLessThan(1_000);
  });

  it('comes back at once when the network does, however long it would have waited', () => {
    connect();
    for (const _ of [1, 2, 3, 4]) {
      socket().drop();
      while (stream.state !== 'open') {
        timers.advance(100);
        if (sockets.at(-1)?.sent.length === 0) socket().open();
      }
      socket().answer('ping');
    }
    socket().drop();
    const before = sockets.length;
    stream.wake();
    expect(sockets).toHaveLength(before + 1);
    socket().open();
    socket().answer('ping');
    expect(stream.state).toBe('open');
  });

  it('leaves a line that looks open but says nothing after the device slept', () => {
    connect();
    stream.wake();
    timers.advance(wakeDeadlineMs);
    expect(stream.state).toBe('connecting');
    expect(socket().closed).toBe(true);
  });

  it('pings as text every 180 s and measures the way there and back', () => {
    connect();
    for (let at = 0; at < textPingMs; at += quietPingMs / 2) {
      timers.advance(quietPingMs / 2);
      socket().answer('ping');
    }
    expect(socket().sent.filter((text) => text === 'ping')).toHaveLength(1);
    expect(stream.latencyMs).toBe(0);
  });
});

describe('messages', () => {
  it('are told once per frame, in order', () => {
    stream.subscribe('balances', hear);
    connect();
    socket().receive({ k: 's', t: 'balances', d: [1] }, { k: 'd', t: 'balances', d: [2] });
    socket().receive({ k: 'd', t: 'balances', d: [3] });
    expect(heard).toHaveLength(0);
    timers.advance(16);
    expect(heard.map((message) => message.d)).toEqual([[1], [2], [3]]);
  });

  it.each(
    Object.entries(marketPacesMs),
  )('of a busy market, its %s, are told every %i ms, each soon, and all else in every second frame', (kind, paceMs) => {
    const toldMs = { market: [] as number[], orders: [] as number[] };
    stream.subscribe(`${kind}:a/X/spot`, () => toldMs.market.push(timers.nowMs()));
    stream.subscribe('orders', () => toldMs.orders.push(timers.nowMs()));
    connect();
    const cameMs: number[] = [];
    for (let ms = 0; ms < 1_000; ms += 20) {
      cameMs.push(timers.nowMs());
      socket().receive({ k: 'e', t: `${kind}:a/X/spot`, d: [] }, { k: 'd', t: 'orders', d: [] });
      timers.advance(20);
      if (ms % 100 === 0) socket().answer('ping');
    }
    timers.advance(paceMs);
    expect(toldMs.market).toHaveLength(cameMs.length);
    expect(new Set(toldMs.market).size).toBeLessThanOrEqual(1_000 / paceMs + 1);
    expect(new Set(toldMs.orders).size).toBeLessThanOrEqual(Math.ceil(1_000 / newsEveryMs));
    const late = (told: readonly number[]): number => Math.max(...told.map((at, index) => at - (cameMs[index] ?? 0)));
    expect(late(toldMs.market)).toBeLessThanOrEqual(paceMs + nextNewsMs);
    expect(late(toldMs.orders)).toBeLessThanOrEqual(nextNewsMs);
  });

  it('go on being told while somebody sets the clock of the device back', () => {
    const topics = ['balances', 'depth:a/X/spot'];
    const told = new Set<string>();
    for (const topic of topics) stream.subscribe(topic, () => told.add(topic));
    connect();
    const receive = (): void => socket().receive(...topics.map((t) => ({ k: 'e' as const, t, d: [] })));
    receive();
    timers.advance(2 * frameMs);
    told.clear();
    timers.setClock(-3_600_000);
    receive();
    timers.advance(250);
    expect([...told].sort()).toEqual(topics);
  });

  it('of several busy markets that come together are told in frames of their own', () => {
    const toldMs: number[] = [];
    const topics = ['depth:a/X/spot', 'trades:a/X/spot', 'candles:a/X/spot:1m'];
    for (const topic of topics) stream.subscribe(topic, () => toldMs.push(timers.nowMs()));
    connect();
    socket().receive(...topics.map((t) => ({ k: 'e' as const, t, d: [] })));
    timers.advance(250);
    expect(new Set(toldMs).size).toBe(topics.length);
  });

  it('ask for a snapshot after a gap, and drop everything before it', () => {
    stream.subscribe('depth:x', hear);
    connect();
    socket().receive({ k: 's', t: 'depth:x', n: 5, d: 'five' }, { k: 'd', t: 'depth:x', p: 5, n: 6, d: 'six' });
    socket().receive({ k: 'd', t: 'depth:x', p: 8, n: 9, d: 'nine' }, { k: 'd', t: 'depth:x', p: 9, n: 10, d: 'ten' });
    timers.advance(16);
    expect(heard.map((message) => message.d)).toEqual(['five', 'six']);
    expect(socket().requests.at(-1)?.op).toBe('subscribe');
    expect(socket().lastTopics).toEqual(['depth:x']);
    socket().receive({ k: 's', t: 'depth:x', n: 10, d: 'fresh' });
    timers.advance(nextNewsMs);
    expect(heard.at(-1)?.d).toBe('fresh');
  });

  it('give a later listener its own snapshot first', () => {
    const later: unknown[] = [];
    stream.subscribe('depth:x', hear);
    connect();
    socket().receive({ k: 's', t: 'depth:x', n: 5, d: 'five' });
    timers.advance(16);
    stream.subscribe('depth:x', (message) => later.push(message.d));
    socket().receive({ k: 'd', t: 'depth:x', p: 5, n: 6, d: 'six' });
    timers.advance(nextNewsMs);
    expect(later).toEqual([]);
    socket().receive({ k: 's', t: 'depth:x', n: 6, d: 'all' });
    timers.advance(nextNewsMs);
    expect(later).toEqual(['all']);
  });

  it('of a topic that has news alone reach every listener, whenever he came', () => {
    const later: unknown[] = [];
    stream.subscribe('layouts', hear);
    connect();
    stream.subscribe('layouts', (message) => later.push(message.d));
    socket().receive({ k: 'e', t: 'layouts', d: 'saved' });
    timers.advance(16);
    expect([heard.map(({ d }) => d), later]).toEqual([['saved'], ['saved']]);
  });

  it('unsubscribe when the last listener leaves', () => {
    const first = stream.subscribe('balances', hear);
    const second = stream.subscribe('balances', hear);
    connect();
    void first();
    expect(socket().requests.some((request) => request.op === 'unsubscribe')).toBe(false);
    void second();
    expect(socket().requests.at(-1)?.op).toBe('unsubscribe');
  });
});

describe('a bad line', () => {
  const delta = (d: number) => ({ k: 'd', t: 'orders', d });
  const told = (): readonly unknown[] => {
    timers.advance(16);
    return heard.map((message) => message.d);
  };
  let first: number;

  beforeEach(() => {
    stream.subscribe('orders', hear);
    connect();
    socket().answer('subscribe');
    // Frames so far: two answers.
    first = 3;
  });

  it('that repeats frames tells each message once', () => {
    for (const number of [first, first, first + 1, first, first + 1]) socket().receiveFrame(number, delta(number - first));
    expect(told()).toEqual([0, 1]);
    expect(stream.state).toBe('open');
  });

  it('that turns frames round tells them in order', () => {
    for (const number of [first + 1, first, first + 3, first + 4, first + 2]) socket().receiveFrame(number, delta(number - first));
    expect(told()).toEqual([0, 1, 2, 3, 4]);
    timers.advance(gapPatienceMs);
    expect(stream.state).toBe('open');
  });

  it('that loses a frame is left for a new connection, whose snapshots replace everything', () => {
    socket().receiveFrame(first, delta(0));
    socket().receiveFrame(first + 2, delta(2));
    expect(told()).toEqual([0]);
    timers.advance(gapPatienceMs);
    expect(stream.state).toBe('connecting');
    timers.advance(1_000);
    socket().open();
    socket().answer('ping');
    socket().answer('subscribe');
    socket().receive({ k: 's', t: 'orders', d: 'all' });
    expect(told()).toEqual([0, 'all']);
  });

  it('that is being closed is asked nothing more; what was wanted comes with the next', () => {
    socket().readyState = 2;
    stream.subscribe('trades:b', () => undefined);
    timers.advance(latencyPingMs);
    const closing = socket();
    closing.drop();
    timers.advance(1_000);
    expect(socket()).not.toBe(closing);
    socket().open();
    expect(socket().lastTopics).toContain('trades:b');
  });

  it('whose frames have no number is not the server', () => {
    socket().onmessage?.({ data: JSON.stringify([delta(1)]) });
    expect(stream.state).toBe('connecting');
  });
});
