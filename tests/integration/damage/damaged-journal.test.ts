import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { silentLogger } from '../../../server/engine/journal/logger.ts';
import { acceptLoss } from '../../../server/recovery/accept-loss.ts';
import { findingLines, lossLines } from '../../../server/recovery/finding-text.ts';
import { findVenue, isWhole } from '../../../server/recovery/venue-finding.ts';
import { openStore } from '../../../server/store/open-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { pluginSource, startTestServer } from '../../kit/servers/test-server.ts';

let dataFolder: string;

/** Of a server that took ten orders; each test gets a copy. */
let traded: string;

beforeAll(async () => {
  traded = await freshDataDir();
  await trade(traded);
}, 180_000);
beforeEach(async () => {
  dataFolder = await freshDataDir();
  await cp(traded, dataFolder, { recursive: true });
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));
afterAll(() => rm(traded, { recursive: true, force: true }));

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const journalOf = (exchange: string): string => join(dataFolder, 'venues', exchange, 'journal', '0000000000000001.journal');

/** A plugin whose exchange never opens; the product does without it. */
const brokenVenue: PluginSource = {
  folder: 'venue-broken',
  manifest: {
    ...{ id: 'venue-broken', version: '1.0.0', api: '^2.0.0', kind: 'venue' },
    ...{ title: 'venue-broken.title', description: 'venue-broken.description' },
    contributes: { venues: [{ id: 'broken', title: 'venue-broken.exchange' }] },
  },
  load: async () => ({
    plugin: {
      venues: {
        broken: {
          open: async () => {
            throw new Error('no line to the exchange');
          },
        },
      },
    },
  }),
};
const plugins = [brokenVenue, pluginSource('venue-house')];

/** A server that took ten orders, stopped in order. */
async function trade(dataFolder: string): Promise<void> {
  const server = await startTestServer({ dataFolder, plugins });
  expect(server.room.venues.venues().map(({ exchange }) => exchange)).toEqual(['tessera']);
  const admin = await server.signIn('admin');
  expect((await admin.call('adminPlugins')).map(({ id, state, reason }) => [id, state, reason])).toEqual([
    ['venue-broken', 'failed', 'venue "venue-broken/broken": no line to the exchange'],
    ['venue-house', 'active', null],
  ]);
  const client = await server.signIn('trader1');
  const [account] = await client.call('apiList');
  for (let i = 0; i < 10; i++) {
    await client.call('doOrder', {
      body: { api_id: account?.api_id ?? 0, ...market, side: 'BUY', type: 'LIMIT', price: `${50_000 + i}`, qty: '0.001' },
    });
  }
  await server.close();
}

it('does without an exchange that does not open and tells admins why, but refuses to start on a damaged house journal, and names file and offset', async () => {
  const file = journalOf('tessera');
  const whole = await readFile(file);
  const damaged = Buffer.from(whole);
  const middle = whole.length >> 1;
  damaged[middle] = (damaged[middle] as number) ^ 0x10;
  await writeFile(file, damaged);

  const refusal = await startTestServer({ dataFolder, plugins }).then(
    async (server) => {
      await server.close();
      return '';
    },
    (error: unknown) => String(error),
  );
  const offset = Number(new RegExp(`${file} at byte (\\d+)`).exec(refusal)?.[1]);
  expect(offset, refusal).toBeLessThanOrEqual(middle);
  expect(offset).toBeGreaterThan(middle - 1_000);
  expect(refusal).toContain('venue "venue-broken/broken": no line to the exchange');
  expect(await readFile(file)).toEqual(damaged);

  await writeFile(file, whole);
  const healed = await startTestServer({ dataFolder });
  const client = await healed.signIn('trader1');
  expect(await client.call('openOrders', { query: {} })).toHaveLength(10);
  await healed.close();
}, 120_000);

it('refuses a journal that lost its end before the database knew of it, and starts once an operator has given that up', async () => {
  const file = journalOf('tessera');
  const whole = await readFile(file);
  const ends = recordEnds(whole);
  await writeFile(file, whole.subarray(0, ends.at(-4)));
  await forgetProjection();
  for (let start = 0; start < 2; start++)
    expect(await refusal()).toContain(
      `command ${ends.length} was durable in ${file}, but the journal was found to end with ${ends.length - 3}`,
    );
  expect(await accept()).toEqual([`command ${ends.length} was durable; what came after it cannot be known`]);
  expect(await openOrders()).toBe(7);
}, 120_000);

it('refuses a journal that is behind what the database has stored, although its candles are behind both, and then has all of it from the journal', async () => {
  const file = journalOf('tessera');
  const whole = await readFile(file);
  const ends = recordEnds(whole);
  await withStore((store) => store.candles.forget('tessera'));
  // Cut inside a record, it says where, and what to type.
  await writeFile(file, whole.subarray(0, (ends.at(-4) ?? 0) + 5));
  expect(await refusal()).toMatch(
    / at byte \d+: record \d+ cannot be read, and it was acknowledged: .*"npm run recover" says what is missing/,
  );
  await writeFile(file, whole.subarray(0, ends.at(-4)));
  expect(await refusal()).toContain(`the database has stored command ${ends.length}, but the journal ends with ${ends.length - 3}`);
  const said = await accept();
  expect(said[0]).toBe(`the database has stored command ${ends.length}: 3 commands are missing in the journal`);
  expect(said).toContain('given up: 3 changes of 3 orders that were acknowledged');
  const kept = await readdir(join(dataFolder, 'given-up'));
  expect((await readFile(join(dataFolder, 'given-up', kept[0] ?? ''), 'utf8')).trim().split('\n')).toHaveLength(3);
  expect(await openOrders()).toBe(7);
  await withStore(async (store) => {
    expect((await store.orders.open(await apiIds(store))).length).toBe(7);
    expect((await store.audit.page({ action: 'venue.loss-accepted', limit: 5 })).items).toMatchObject([
      { subject: 'venue/tessera', before: { stored: { orders: ends.length } }, after: { end: ends.length - 3 } },
    ]);
  });
}, 120_000);

it('refuses to start without the folder of a venue that has accounts, and begins it anew once an operator says so', async () => {
  await rm(join(dataFolder, 'venues', 'tessera'), { recursive: true });
  expect(await refusal()).toMatch(/the database has stored command \d+, but the journal ends with 0/);
  expect(await accept()).toContainEqual(expect.stringMatching(/^the database has money of accounts that the journal lacks: \d/));
  expect(await openOrders()).toBe(0);
}, 120_000);

it('refuses a journal whose accounts the database lacks before anybody gets their numbers, and keeps them for nobody once an operator says so', async () => {
  const before = await withStore(apiIds);
  await rm(join(dataFolder, 'database'), { recursive: true });
  expect(await refusal()).toMatch(/the journal knows accounts 1, .*, which the database lacks/);
  expect(await accept()).toContainEqual(expect.stringMatching(/^the journal knows accounts that the database lacks: 1, /));
  expect(await openOrders()).toBe(0);
  await withStore(async (store) => {
    const adopted = (await store.apiAccounts.all()).filter(({ userId }) => userId === 'recovered').map(({ apiId }) => apiId);
    expect(adopted).toEqual(before);
    expect(await store.orders.open(adopted)).toHaveLength(10);
    const others = (await store.apiAccounts.all()).filter(({ userId }) => userId !== 'recovered').map(({ apiId }) => apiId);
    expect(Math.min(...others)).toBeGreaterThan(Math.max(...adopted));
  });
}, 120_000);

it('keeps everything that the database had of an exchange whose journal is not the one that it was copied from', async () => {
  const events = await withStore(async (store) => {
    const position = await store.projections.position('tessera');
    const [account] = await store.apiAccounts.all();
    if (account === undefined) throw new Error('no account');
    await store.apiAccounts.adopt(9_999, { ...account, name: 'elsewhere' });
    const balance = { venue: 'tessera', apiId: 9_999, accountType: 'spot', asset: 'USDT', total: '1', held: '0' } as const;
    const nothing = { orders: [], events: [], fills: [], entries: [] };
    await store.projections.apply({ ...nothing, venue: 'tessera', sequence: position + 1, balances: [balance] });
    return (await store.projections.after('tessera', { sequence: 0, timeMs: 0 })).events.length;
  });
  expect(events).toBeGreaterThanOrEqual(10);
  const said = await accept();
  expect(said).toContain(`given up: ${events} changes of 10 orders that were acknowledged`);
  const [file = ''] = await readdir(join(dataFolder, 'given-up'));
  const kept = (await readFile(join(dataFolder, 'given-up', file), 'utf8')).trim().split('\n');
  expect(kept.length, 'events, and postings of the deposits').toBeGreaterThan(events);
}, 120_000);

/** What a start says that does not succeed. */
const refusal = (): Promise<string> =>
  startTestServer({ dataFolder, plugins: [pluginSource('venue-house')] }).then(
    async (server) => {
      await server.close();
      return 'it started';
    },
    (error: unknown) => String(error),
  );

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: dataFolder });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const apiIds = async (store: Store): Promise<number[]> =>
  (await store.apiAccounts.all()).map(({ apiId }) => apiId).toSorted((a, b) => a - b);

/** As after a crash that left the database behind the journal. */
const forgetProjection = (): Promise<void> =>
  withStore(async (store) => {
    await store.projections.reset('tessera');
    await store.candles.forget('tessera');
  });

/** An operator looks and accepts; what was said of the house's exchange. */
const accept = (): Promise<readonly string[]> =>
  withStore(async (store) => {
    const parts = { store, dataFolder, logger: silentLogger };
    const finding = await findVenue('tessera', parts);
    expect(isWhole(finding)).toBe(false);
    await acceptLoss(finding, { ...parts, nowMs: Date.now() });
    expect(isWhole(await findVenue('tessera', parts))).toBe(true);
    return [...findingLines(finding).slice(1), ...lossLines(finding, true)].map((line) => line.trim());
  });

/** How many orders the trader has open at the next start. */
async function openOrders(): Promise<number> {
  const server = await startTestServer({ dataFolder, plugins: [pluginSource('venue-house')] });
  try {
    return (await (await server.signIn('trader1')).call('openOrders', { query: {} })).length;
  } finally {
    await server.close();
  }
}

/** Where each record of a segment ends: a header of 32 bytes, then records with their length at byte 4. */
function recordEnds(segment: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 32; at < segment.length; ) {
    at += 20 + segment.readUInt32LE(at + 4);
    ends.push(at);
  }
  return ends;
}
