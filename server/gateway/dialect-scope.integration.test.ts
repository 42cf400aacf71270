import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { DialectReply, DialectRequest } from '../../core/contract/server-contributions.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { ContributedDialects } from '../contributions/contributed-dialects.ts';
import { type DialectParts, serveDialects } from './dialect-scope.ts';
import { RateLimiter } from './guards/rate-limiter.ts';
import { createHttpServer, type HttpServerOptions } from './http-server.ts';
import { Metrics } from './pages/metrics.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const well: DialectReply = { status: 200, body: 'answered' };

/** A server with one dialect, `/kit`; gives what a line of HTTP brought about. */
async function open(
  reply = well,
  refusal: Partial<DialectReply> = {},
): Promise<{ readonly asked: DialectRequest[]; readonly logged: unknown[]; say(target: string): Promise<string> }> {
  const asked: DialectRequest[] = [];
  const logged: unknown[] = [];
  const dialects = new ContributedDialects();
  dialects.of('kit').add({
    base: '/kit',
    mostBytes: 10,
    answer: async (request) => {
      asked.push(request);
      return reply;
    },
    failure: (error) => ({ status: 418, body: error.code, ...refusal }),
  });
  const { app, failures } = createHttpServer({
    handlers: {},
    elsewhere: () => false,
    metrics: new Metrics(),
    logger: { ...silentLogger, error: (fields: object) => void logged.push(fields) },
    newId: () => 'kit-kit-kit',
    steadyMs: () => 0,
    isStopping: () => false,
  } as unknown as HttpServerOptions);
  const parts = {
    ...{ dialects, limiter: new RateLimiter(new ManualClock(0)), addressOf: () => '127.0.0.1', isStopping: () => false },
  } as unknown as DialectParts;
  await serveDialects(app, parts, failures);
  await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const say = (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${request}\r\n\r\n`));
      socket.setTimeout(2_000, () => socket.destroy());
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
  return { asked, logged, say };
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close`;

it('gives a dialect the whole path that was asked for', async () => {
  const { asked, say } = await open();
  const long = `/v3/${'a'.repeat(300)}`;
  await say(get(`/kit${long}?b=1`));
  expect(asked.map(({ path, query }) => [path, query])).toEqual([[long, 'b=1']]);
});

it('tells no dialect by what name its server goes among the others', async () => {
  const { asked, say } = await open();
  await say(`${get('/kit/v3/order')}\r\nX-Tessera-Peer: 5f0c\r\nX-Kit: 1`);
  expect(asked.map(({ headers }) => [headers['x-tessera-peer'], headers['x-kit']])).toEqual([[undefined, '1']]);
});

it.each(['/k%69t/v3/order', 'http://elsewhere.example/kit/v3/order'])('takes no other writing of its base: %s', async (target) => {
  const { asked, say } = await open();
  expect(await say(get(target))).toContain('ROUTE_UNKNOWN');
  expect(asked).toEqual([]);
});

it('reads no more of a body that is too long: the line ends', async () => {
  const { say } = await open();
  const answer = await say('POST /kit/v3/order HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000');
  expect(answer).toContain('REQUEST_TOO_LARGE');
  expect(answer.toLowerCase()).toContain('connection: close');
});

const broken = { 'x-symbol': 'a\nb…' };

it.each([
  ['in its own manner', {}, 'HTTP/1.1 418'],
  ['in that of the house where that breaks too', { headers: broken }, 'HTTP/1.1 500'],
])('says and logs that a reply has a header that cannot be sent, %s', async (_how, refusal, status) => {
  const { logged, say } = await open({ ...well, headers: broken }, refusal);
  const answer = await say(get('/kit/v3/order'));
  expect(answer).toContain(status);
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(answer).not.toContain('ERR_INVALID_CHAR');
  expect(logged.length).toBeGreaterThan(0);
});
