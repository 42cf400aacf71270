import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PluginSource } from '../../core/kernel/index.ts';
import { freshDataDir } from '../kit/data-folder.ts';
import { pluginSource, startTestServer } from '../kit/test-server.ts';

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await freshDataDir();
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const journalOf = (exchange: string): string => join(dataFolder, 'venues', exchange, 'journal', '0000000000000001.journal');

/** A plugin whose exchange never opens; the product does without it. */
const brokenVenue: PluginSource = {
  folder: 'venue-broken',
  manifest: {
    ...{ id: 'venue-broken', version: '1.0.0', api: '^1.0.0', kind: 'venue' },
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
async function trade(): Promise<void> {
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
  await trade();
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

it('starts on a journal that lost its end before the database knew of it, and tells administrators what is missing at every start', async () => {
  await trade();
  const file = journalOf('tessera');
  const whole = await readFile(file);
  const ends = recordEnds(whole);
  await writeFile(file, whole.subarray(0, ends.at(-4)));
  await rm(join(dataFolder, 'database'), { recursive: true });
  for (let start = 0; start < 2; start++) {
    const server = await startTestServer({ dataFolder });
    const admin = await server.signIn('admin');
    const [venue] = await admin.call('adminVenues');
    expect(venue).toMatchObject({
      exchange: 'tessera',
      short_start: { last_sequence: ends.length - 3, noted_sequence: ends.length, file: '0000000000000001.journal' },
    });
    await server.close();
  }
}, 120_000);

/** Where each record of a segment ends: a header of 32 bytes, then records with their length at byte 4. */
function recordEnds(segment: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 32; at < segment.length; ) {
    at += 20 + segment.readUInt32LE(at + 4);
    ends.push(at);
  }
  return ends;
}
