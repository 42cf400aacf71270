import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { NetworkFailure } from '../../core/contract/network.ts';
import { SystemClock } from '../clock.ts';
import { silent } from '../trading/trading-fixture.ts';
import { OpenNetwork } from './open-network.ts';

let server: Server;
let network: OpenNetwork;
/** What is said of the lease that the network is given. */
let lease: { confirm(): Promise<void>; isSure(): boolean };

beforeEach(() => {
  lease = { confirm: async () => undefined, isSure: () => true };
});

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end()) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  network = new OpenNetwork([host], new SystemClock(silent), lease);
  return host;
}

afterEach(() => {
  network.close();
  server.closeAllConnections();
  server.close();
});

const failure = (call: Promise<unknown>): Promise<NetworkFailure> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(NetworkFailure);
      return error as NetworkFailure;
    },
  );

it('gives any answer with its status, and follows no redirect', async () => {
  const host = await listen((request, response) => {
    response.writeHead(request.url === '/away' ? 302 : 418, { location: 'http://elsewhere.example/', 'x-weight': '7' });
    response.end(`${request.method} ${request.headers['x-key']}`);
  });
  const reply = await network.fetch(`http://${host}/order`, { method: 'POST', headers: { 'x-key': 'k' }, body: '{}' });
  expect(reply).toMatchObject({ status: 418, text: 'POST k', headers: { 'x-weight': '7' } });
  expect((await network.fetch(`http://${host}/away`)).status).toBe(302);
});

it('gives up after the time-out, not knowing whether the request has arrived, and says nothing of what was asked', async () => {
  const host = await listen(() => undefined);
  const error = await failure(network.fetch(`http://${host}/order?signature=abc`, { timeoutMs: 50 }));
  expect(error).toMatchObject({ isSent: true, message: `${host}: no answer within 50 ms` });
});

it('knows that a request has not left where nobody listens, and where it is not allowed to go', async () => {
  const host = await listen();
  await new Promise((resolve) => server.close(resolve));
  expect(await failure(network.fetch(`http://${host}/`))).toMatchObject({ isSent: false });
  expect(await failure(network.fetch('https://elsewhere.example/'))).toMatchObject({ isSent: false });
});

it('ends what is under way when its venue stops', async () => {
  const host = await listen(() => undefined);
  const asked = failure(network.fetch(`http://${host}/`));
  setTimeout(() => network.close(), 20);
  expect((await asked).message).toContain('the venue has stopped');
});

it('speaks over a socket in order, and tells its end once', async () => {
  const host = await listen();
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data) => {
      socket.send(`heard ${String(data)}`);
      if (String(data) === 'bye') socket.close(4001, 'as you wish');
    });
  });
  const news: string[] = [];
  const socket = network.connect(`ws://${host}/`, {
    opened: () => {
      socket.send('hello');
      socket.send('bye');
    },
    message: (text) => news.push(text),
    ended: (reason) => news.push(`ended: ${reason}`),
  });
  expect(socket.send('too early')).toBe(false);
  await expect.poll(() => news).toEqual(['heard hello', 'heard bye', 'ended: as you wish']);
  expect(socket.send('too late')).toBe(false);
});

it('gives up a socket whose other side has fallen silent', async () => {
  const host = await listen();
  new WebSocketServer({ server, autoPong: false });
  const ended = new Promise<string>((resolve) => {
    network.connect(`ws://${host}/`, { message: () => undefined, ended: resolve }, { silenceMs: 40 });
  });
  expect(await ended).toBe('silent for 40 ms');
});

it('ends a socket that cannot be opened', async () => {
  const host = await listen((_, response) => response.writeHead(403).end());
  const ended = new Promise<string>((resolve) => {
    network.connect(`ws://${host}/`, { message: () => undefined, ended: resolve });
  });
  expect(await ended).toContain('Unexpected server response');
});

it('sends no request once another server holds the exchanges, nor while nobody can say', async () => {
  let calls = 0;
  const host = await listen((_, response) => {
    calls += 1;
    response.end();
  });
  lease.confirm = () => Promise.reject(new Error('another server has taken over'));
  expect(await failure(network.fetch(`http://${host}/order`, { method: 'POST' }))).toMatchObject({
    isSent: false,
    message: `${host}: nothing was sent: another server has taken over`,
  });
  lease.confirm = () => new Promise(() => undefined);
  expect(await failure(network.fetch(`http://${host}/order`, { method: 'POST', timeoutMs: 30 }))).toMatchObject({ isSent: false });
  const asked = failure(network.fetch(`http://${host}/order`));
  network.close();
  expect(await asked).toMatchObject({ isSent: false });
  expect(calls).toBe(0);
});

it('says nothing more over a socket, and ends it, when it is not sure that this server still holds the exchanges', async () => {
  const host = await listen();
  const heard: string[] = [];
  new WebSocketServer({ server }).on('connection', (socket) => socket.on('message', (data) => heard.push(String(data))));
  await new Promise<void>((resolve, reject) => {
    const socket = network.connect(`ws://${host}/`, {
      opened: () => {
        expect(socket.send('first')).toBe(true);
        lease.isSure = () => false;
        expect(socket.send('second')).toBe(false);
      },
      message: () => undefined,
      ended: (reason) => (reason.includes('not sure') ? resolve() : reject(new Error(reason))),
    });
  });
  await expect.poll(() => heard).toEqual(['first']);
});
