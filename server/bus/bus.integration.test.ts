import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { postgresUrl } from '../../tests/kit/servers/postgres.ts';
import { SystemClock } from '../clock.ts';
import { type Bus, type OpenCarrier, openBus } from './bus.ts';
import type { BusMessage } from './bus-message.ts';
import { chosenCarrier } from './chosen-carrier.ts';
import { processCarrier } from './process-carrier.ts';

const databaseUrl = await postgresUrl();
const natsUrl = process.env.TESSERA_TEST_NATS ?? 'nats://127.0.0.1:4222';
const hasNats = await connect({ servers: natsUrl, timeout: 1_000 }).then(
  (line) => line.close().then(() => true),
  () => false,
);

const warnings: string[] = [];
const logger = {
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
  warn: (_: object, text: string) => warnings.push(text),
};
const clock = new SystemClock(logger as never);
const shared = processCarrier();
const named = `postgres://nobody@localhost/${randomUUID()}`;

const carriers: readonly (readonly [name: string, isHere: boolean, OpenCarrier, raw: (text: string) => Promise<void>])[] = [
  ['in one process', true, shared, async (text) => void shared({ text: () => undefined, gap: () => undefined }).send(text)],
  [
    'over PostgreSQL',
    databaseUrl !== null,
    (events) => chosenCarrier({ natsUrl: null, databaseUrl, clock, logger: logger as never })(events),
    async (text) => {
      const client = new pg.Client({ connectionString: databaseUrl ?? '' });
      await client.connect();
      await client.query('select pg_notify($1, $2)', ['tessera_bus', text]);
      await client.end();
    },
  ],
  [
    'over NATS',
    hasNats,
    chosenCarrier({ natsUrl, databaseUrl: named, clock, logger: logger as never }),
    async (text) => {
      const line = await connect({ servers: natsUrl });
      line.publish(`tessera.${new URL(named).pathname.slice(1)}`, text);
      await line.drain();
    },
  ],
];

describe.each(carriers)('the bus %s', (_name, isHere, carrier, raw) => {
  const open: Bus[] = [];
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close();
  });
  const listener = () => {
    const heard: BusMessage[] = [];
    const state = { gaps: 0 };
    const bus = openBus(randomUUID(), carrier, logger as never);
    open.push(bus);
    bus.listen({ message: (message) => void heard.push(message), gap: () => void state.gaps++ });
    return { bus, heard, state };
  };

  it.skipIf(!isHere)('tells every other server and not the one that speaks, and drops what is no message', async () => {
    warnings.length = 0;
    const [a, b, c] = [listener(), listener(), listener()];
    const say: BusMessage = { kind: 'user', userId: 'u1' };
    await expect
      .poll(() => {
        a.bus.publish({ kind: 'limits' });
        return b.heard.length > 0 && c.heard.length > 0;
      })
      .toBe(true);
    a.bus.publish(say);
    await expect.poll(() => [b.heard.at(-1), c.heard.at(-1)]).toEqual([say, say]);
    expect(a.heard).toEqual([]);
    for (const text of [
      '',
      'no JSON',
      '{"from":"x"}',
      '{"from":"x","message":{"kind":"other"}}',
      '{"from":"x","message":{"kind":"user"}}',
    ]) {
      await raw(text);
    }
    await expect.poll(() => warnings.filter((text) => text === 'dropped what is no message of the bus').length).toBeGreaterThanOrEqual(15);
    a.bus.publish({ kind: 'session', tokenHash: 'h' });
    await expect.poll(() => b.heard.at(-1)).toEqual({ kind: 'session', tokenHash: 'h' });
  });
});

describe.skipIf(databaseUrl === null)('a bus whose line breaks', () => {
  it('says that news may be lost, and hears again', async () => {
    let gaps = 0;
    const heard: BusMessage[] = [];
    const carrier = chosenCarrier({ natsUrl: null, databaseUrl, clock, logger: logger as never });
    const [a, b] = [openBus('a', carrier, logger as never), openBus('b', carrier, logger as never)];
    b.listen({ message: (message) => void heard.push(message), gap: () => void gaps++ });
    await expect.poll(() => gaps).toBe(1);
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tessera bus' and datname = current_database()`,
    );
    await client.end();
    await expect.poll(() => gaps, { timeout: 10_000 }).toBe(2);
    await expect
      .poll(
        () => {
          a.publish({ kind: 'accounts' });
          return heard.length;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0);
    await Promise.all([a.close(), b.close()]);
  });
});

describe('a bus whose NATS refuses it for a while', () => {
  it('comes in again, though the client of NATS gives up when it is refused twice', { timeout: 30_000 }, async () => {
    let calls = 0;
    /** Takes the first line, refuses it afterwards and the next two, and takes the others. */
    const server = createServer((socket) => {
      const call = ++calls;
      socket.on('error', () => undefined);
      socket.write('INFO {"server_id":"x","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
      socket.on('data', (bytes) => {
        if (!String(bytes).includes('PING')) return;
        if (call === 2 || call === 3) socket.end("-ERR 'Authorization Violation'\r\n");
        else socket.write('PONG\r\n');
        if (call === 1) setTimeout(() => socket.end("-ERR 'Authorization Violation'\r\n"), 100);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let gaps = 0;
    const carrier = chosenCarrier({ natsUrl: `nats://127.0.0.1:${port}`, databaseUrl: named, clock, logger: logger as never });
    const bus = openBus(randomUUID(), carrier, logger as never);
    bus.listen({ message: () => undefined, gap: () => void gaps++ });
    await expect.poll(() => gaps, { timeout: 5_000 }).toBe(1);
    await expect.poll(() => gaps, { timeout: 20_000 }).toBe(2);
    expect(calls).toBeGreaterThan(3);
    await bus.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
