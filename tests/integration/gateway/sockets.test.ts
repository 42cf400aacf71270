import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import type { OrderView } from '../../../schemas/wire/order.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { RawSocket } from '../../kit/servers/raw-socket.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let trader: HttpClient;
let other: HttpClient;
const open: { close(): void }[] = [];

beforeAll(async () => {
  server = await startTestServer({ socketLimits: { total: 1000, perAddress: 40, arriving: 5, arrivingMs: 10_000, perUser: 5 } });
  trader = await server.signIn('trader1');
  other = await server.signIn('trader2');
});
afterAll(async () => {
  for (const probe of open) probe.close();
  await server?.close();
});

const instrument = 'tessera/BTCUSDT/spot';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const query = 'exchange=tessera&symbol=BTCUSDT&account_type=spot';

async function probe(path?: string): Promise<StreamProbe> {
  const opened = await StreamProbe.open(server.url, path);
  open.push(opened);
  return opened;
}

async function raw(path?: string): Promise<RawSocket> {
  const opened = await RawSocket.open(server.port, path);
  open.push(opened);
  return opened;
}

async function place(client: HttpClient, side: 'BUY' | 'SELL', price: string, qty: string): Promise<readonly OrderView[]> {
  const [account] = await client.call('apiList');
  return client.call('doOrder', { body: { api_id: account?.api_id ?? 0, ...market, side, type: 'LIMIT', price, qty } });
}

describe('the stream', () => {
  it('answers a subscription with a snapshot and then with what changes', async () => {
    const stream = await probe();
    const answer = await stream.request({ op: 'subscribe', topics: [`depth:${instrument}`, `trades:${instrument}`] });
    expect(answer).toEqual({ k: 'a', id: 1, code: 200 });
    const [snapshot] = stream.ofTopic(`depth:${instrument}`);
    expect(snapshot).toMatchObject({ k: 's', d: { id: instrument } });
    await place(trader, 'BUY', '60000', '0.1');
    await place(other, 'SELL', '60000', '0.05');
    await stream.until(() => stream.ofTopic(`trades:${instrument}`).length > 1);
    const depth = stream.ofTopic(`depth:${instrument}`);
    let known = depth[0]?.n;
    for (const delta of depth.slice(1)) {
      expect(delta.p).toBe(known);
      known = delta.n;
    }
    expect(depth.length).toBeGreaterThan(1);
    expect(stream.ofTopic(`trades:${instrument}`).at(-1)).toMatchObject({ k: 'e', d: [{ price: '60000', qty: '0.05', side: 'SELL' }] });
  });

  it('tells the owner, and nobody else, about orders, fills and balances', async () => {
    const own = await probe();
    const foreign = await probe();
    expect((await own.request({ op: 'auth', token: trader.token })).code).toBe(200);
    expect((await foreign.request({ op: 'auth', token: (await server.signIn('trader3')).token })).code).toBe(200);
    for (const stream of [own, foreign]) {
      expect((await stream.request({ op: 'subscribe', topics: ['orders', 'fills', 'balances'] })).code).toBe(200);
    }
    expect(own.ofTopic('orders')[0]).toMatchObject({ k: 's' });
    const [placed] = await place(trader, 'BUY', '59000', '0.01');
    const told = await own.until(() =>
      own.ofTopic('orders').find(({ k, d }) => k === 'd' && JSON.stringify(d).includes(`"${placed?.order_id}"`)),
    );
    expect(told.d).toMatchObject([{ order_id: placed?.order_id, status: 'UNFILLED' }]);
    await own.until(() => own.ofTopic('balances').length > 1);
    expect(foreign.ofTopic('orders')).toHaveLength(1);
    expect(foreign.ofTopic('balances')).toHaveLength(1);
  });

  it('refuses unknown topics, private ones to guests, and more than 200, and keeps the rest', async () => {
    const stream = await probe();
    expect((await stream.request({ op: 'subscribe', topics: ['orders'] })).code).toBe(40101);
    for (const topic of [
      'nope',
      'depth:',
      'depth:none/X/spot',
      `candles:${instrument}:7m`,
      `depth:${instrument}:x`,
      '__proto__',
      'orders#1',
    ]) {
      expect(await stream.request({ op: 'subscribe', topics: [topic] })).toMatchObject({ code: 40412, params: { topic } });
    }
    const several = await stream.request({ op: 'subscribe', topics: ['nope', 'tickers', 'orders', 'depth:none/X/spot'] });
    expect(several).toMatchObject({ code: 40412, params: { topic: 'nope' }, refused: ['nope', 'orders', 'depth:none/X/spot'] });
    await stream.until(() => stream.ofTopic('tickers').length === 1);
    const many = Array.from({ length: 100 }, (_, index) => `depth:none/X${index}/spot`);
    expect((await stream.request({ op: 'subscribe', topics: many })).code).toBe(40412);
    expect((await stream.request({ op: 'auth', token: 'A'.repeat(43) })).code).toBe(40102);
    expect((await stream.request({ op: 'auth', token: 'short' })).code).toBe(40102);
    expect((await stream.request({ op: 'ping' })).code).toBe(200);
    expect(stream.closed).toBeNull();
  });

  it('is told on a socket of its own path that its market is unknown, and the socket stays', async () => {
    for (const path of [
      '/client/depth/depth/ws?exchange=tessera&symbol=NOPE&account_type=spot',
      '/client/klines/list/ws?exchange=nowhere&symbol=BTCUSDT&account_type=spot&interval=1m',
    ]) {
      const socket = await probe(path);
      const answer = await socket.until(() => socket.messages.find(({ k }) => k === 'a'));
      expect(answer).toMatchObject({ id: 0, code: 40412, refused: [expect.stringContaining('/spot')] });
      expect((await socket.request({ op: 'ping' })).code).toBe(200);
      expect(socket.closed).toBeNull();
    }
  });

  it('answers a text ping and ignores a pong', async () => {
    const stream = await probe();
    stream.socket.send('pong');
    stream.socket.send('ping');
    await stream.until(() => stream.texts.length > 0);
    expect(stream.texts).toEqual(['pong']);
  });

  it('frees a topic when the last subscriber has left', async () => {
    const before = server.hub.topicCount;
    const stream = await probe();
    await stream.request({ op: 'subscribe', topics: ['ticker:tessera/ADAUSDT/spot'] });
    expect(server.hub.topicCount).toBe(before + 1);
    await stream.request({ op: 'unsubscribe', topics: ['ticker:tessera/ADAUSDT/spot', 'never subscribed'] });
    expect(server.hub.topicCount).toBe(before);
    await stream.request({ op: 'subscribe', topics: ['ticker:tessera/ADAUSDT/spot'] });
    stream.close();
    const watcher = await probe();
    await watcher.until(() => server.hub.topicCount === before);
  });

  it('leaves a socket with its user when it may not become another user’s, and counts it', async () => {
    const second = await server.signIn('asset');
    const mine: StreamProbe[] = [];
    const signIn = async (client: HttpClient): Promise<StreamProbe> => {
      const stream = await probe();
      mine.push(stream);
      expect((await stream.request({ op: 'auth', token: client.token })).code).toBe(200);
      return stream;
    };
    for (let nth = 0; nth < 5; nth++) await signIn(second);
    const stream = await signIn(other);
    await stream.request({ op: 'subscribe', topics: ['orders'] });
    expect((await stream.request({ op: 'auth', token: second.token })).code).toBe(42901);
    const [placed] = await place(other, 'BUY', '59000', '0.01');
    await stream.until(() => stream.ofTopic('orders').some(({ d }) => JSON.stringify(d).includes(`"${placed?.order_id}"`)));
    for (let nth = 1; nth < 5; nth++) await signIn(other);
    const tooMany = await probe();
    expect((await tooMany.request({ op: 'auth', token: other.token })).code).toBe(42901);
    // Who is counted already may renew the session.
    expect((await stream.request({ op: 'auth', token: other.token })).code).toBe(200);
    for (const one of [...mine, tooMany]) one.close();
  });

  it('ends with its session', async () => {
    const client = await server.signIn('trader0');
    const stream = await probe();
    await stream.request({ op: 'auth', token: client.token });
    await client.call('outLogin');
    expect(await stream.until(() => stream.closed)).toMatchObject({ code: 1008 });
  });
});

describe('the documented sockets', () => {
  it.each([
    [`/client/klines/list/ws?${query}&interval=1m`, `candles:${instrument}:1m`],
    ['/client/klines/data/24h/ws', 'tickers'],
    [`/client/depth/depth/ws?${query}`, `depth:${instrument}`],
    [`/client/depth/orderbook/ws?${query}`, `depth:${instrument}`],
  ])('%s carries its topic from the start', async (path, topic) => {
    const socket = await probe(path);
    await socket.until(() => socket.ofTopic(topic).length > 0);
    expect(socket.ofTopic(topic)[0]?.k).toBe('s');
  });

  it.each([
    ['/nothing', 404],
    ['/client/depth/depth/ws', 400],
    [`/client/depth/depth/ws?${query}&bogus=1`, 400],
    [`/client/depth/depth/ws?${query}&symbol=ETHUSDT`, 400],
    [`/client/klines/list/ws?${query}&interval=7m`, 400],
    ['/user/api/ws', 401],
    ['/user/api/ws?token=wrong', 401],
  ])('%s is refused with %d', async (path, status) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wssapi${path}`);
    const got = await new Promise<number | undefined>((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('open', () => resolve(101));
      socket.once('error', () => undefined);
    });
    expect(got).toBe(status);
  });

  it('answers account-state requests, for own accounts only', async () => {
    const socket = await probe(`/user/api/ws?token=${trader.token}`);
    const [account] = await trader.call('apiList');
    const [foreign] = await other.call('apiList');
    const ask = async (request: object): Promise<Record<string, unknown>> => {
      const count = socket.texts.length;
      socket.socket.send(JSON.stringify(request));
      return JSON.parse((await socket.until(() => socket.texts[count])) ?? '') as Record<string, unknown>;
    };
    const balance = await ask({ req_id: 'a', req_type: 'apiBalance', api_id: account?.api_id });
    expect(balance).toMatchObject({ req_id: 'a', req_type: 'apiBalance', code: 200 });
    expect((balance.data as { api_id: number; account_type: string }[])[0]).toMatchObject({
      api_id: account?.api_id,
      account_type: 'spot',
    });
    const setting = { req_id: 2, req_type: 'apiPositionSetting', api_id: account?.api_id, ...market };
    // Spot has no such setting, and no symbol gets an invented one.
    for (const symbol of ['BTCUSDT', 'NOSUCH', undefined]) {
      expect(await ask({ ...setting, symbol })).toMatchObject({
        req_id: 2,
        code: errorCatalogue.POSITION_SETTING_NOT_OFFERED.number,
        data: null,
      });
    }
    expect(await ask({ req_id: 'b', req_type: 'apiBalance', api_id: foreign?.api_id })).toMatchObject({ code: 40303 });
    expect(await ask({ req_id: 'c', req_type: 'nope', api_id: account?.api_id })).toMatchObject({ req_id: 'c', code: 40001 });
    expect(socket.closed).toBeNull();
  });
});

describe('a socket that breaks the rules is closed alone', () => {
  const text = (value: string): Buffer => Buffer.from(value);
  const cases: readonly (readonly [string, number | null, (socket: RawSocket) => void])[] = [
    ['an unmasked frame', 1002, (socket) => socket.frame(1, text('{"op":"ping","id":1}'), { masked: false })],
    ['a reserved opcode', 1002, (socket) => socket.frame(3, text('x'))],
    ['a reserved bit', 1002, (socket) => socket.socket.write(Buffer.from([0xc1, 0x80, 0, 0, 0, 0]))],
    ['a lone continuation', 1002, (socket) => socket.frame(0, text('x'))],
    ['a fragmented ping', 1002, (socket) => socket.frame(9, text('x'), { final: false })],
    ['a binary frame', 1003, (socket) => socket.frame(2, text('{"op":"ping","id":1}'))],
    ['an oversized frame', 1009, (socket) => socket.frame(1, Buffer.alloc(17 * 1024, 0x20))],
    ['a huge announced length', 1009, (socket) => socket.socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]))],
    [
      'endless fragments',
      1009,
      (socket) => {
        socket.frame(1, Buffer.alloc(8000, 0x20), { final: false });
        for (let i = 0; i < 4; i++) socket.frame(0, Buffer.alloc(8000, 0x20), { final: false });
      },
    ],
    ['invalid UTF-8', 1007, (socket) => socket.frame(1, Buffer.from([0xff, 0xfe]))],
    ['no JSON', 1007, (socket) => socket.frame(1, text('{"op":'))],
    ['a list', 1007, (socket) => socket.frame(1, text('[]'))],
    ['null', 1007, (socket) => socket.frame(1, text('null'))],
    ['an unknown op', 1007, (socket) => socket.frame(1, text('{"op":"delete","id":1}'))],
    ['an unknown field', 1007, (socket) => socket.frame(1, text('{"op":"ping","id":1,"x":1}'))],
    ['a text for an id', 1007, (socket) => socket.frame(1, text('{"op":"ping","id":"1"}'))],
    [
      'too many topics in one',
      1007,
      (socket) => socket.frame(1, text(JSON.stringify({ op: 'subscribe', id: 1, topics: Array(101).fill('t') }))),
    ],
    ['a long token', 1007, (socket) => socket.frame(1, text(JSON.stringify({ op: 'auth', id: 1, token: 'x'.repeat(200) })))],
    [
      'a flood',
      1008,
      (socket) => {
        for (let i = 0; i < 300; i++) socket.frame(1, text('{"op":"ping","id":1}'));
      },
    ],
    ['garbage', 1002, (socket) => socket.socket.write(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 4, 5, 6, 7]))],
  ];

  it.each(cases)('%s', async (_name, code, misbehave) => {
    const witness = await probe();
    const bad = await raw();
    misbehave(bad);
    expect(await bad.ended()).toBe(code);
    expect((await witness.request({ op: 'ping' })).code).toBe(200);
    witness.close();
  });

  it('refuses more sockets than an address or a user may have', async () => {
    const sockets: StreamProbe[] = [];
    const refusals: string[] = [];
    for (let i = 0; i < 60; i++) {
      try {
        sockets.push(await StreamProbe.open(server.url));
      } catch (error) {
        refusals.push(String(error));
      }
    }
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.every((text) => text.includes('429'))).toBe(true);
    const codes: number[] = [];
    for (const stream of sockets.slice(0, 8)) codes.push((await stream.request({ op: 'auth', token: other.token })).code);
    expect(codes.filter((code) => code === 200)).toHaveLength(5);
    expect(codes.filter((code) => code === 42901)).toHaveLength(3);
    for (const stream of sockets) stream.close();
  });

  it('drops a reader that never reads, and bounds what it costs', async () => {
    const lazy = await raw();
    const witness = await probe();
    lazy.socket.pause();
    lazy.frame(1, text(JSON.stringify({ op: 'subscribe', id: 1, topics: ['venues'] })));
    await witness.request({ op: 'subscribe', topics: ['venues'] });
    const filler = 'x'.repeat(50_000);
    const stop = setInterval(() => server.hub.publish('venues', 'snapshot', filler), 10);
    const before = server.gateway.socketCount;
    await witness.until(() => server.gateway.socketCount < before, 20_000);
    clearInterval(stop);
    expect(witness.closed).toBeNull();
  }, 30_000);
});
