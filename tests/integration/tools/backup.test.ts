import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCatalogue, type WholeBackup } from '../../../scripts/backup/catalogue.ts';
import type { Moment } from '../../../scripts/backup/choose-backup.ts';
import { JournalCapture } from '../../../scripts/backup/journal-capture.ts';
import { FolderPlace } from '../../../scripts/backup/places/folder-place.ts';
import { restoreBackup } from '../../../scripts/backup/restore-backup.ts';
import { proveStates } from '../../../scripts/backup/state-proof.ts';
import { takeBackup } from '../../../scripts/backup/take-backup.ts';
import { takeLater } from '../../../scripts/backup/take-later.ts';
import { verifyPlace } from '../../../scripts/backup/verify-place.ts';
import { readSettings } from '../../../server/settings.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const databaseUrl = await postgresUrl();
const work = mkdtempSync(join(tmpdir(), 'tessera-backup-'));
const place = new FolderPlace(join(work, 'backups'));
const { signal } = new AbortController();
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const plugins = [pluginSource('venue-house'), pluginSource('service-alerts')];
const everything: Moment = { untilMs: null, untilCommand: null };
/** Snapshots of a busy exchange within the few orders of a test. */
const host = { snapshotEveryCommands: 5 };

/** What a person sees of his account. */
interface Seen {
  readonly orders: readonly string[];
  readonly balances: readonly string[];
}

let dataFolder: string;
let apiId: number;
/** Of a session that was open while the backup was taken. */
let token: string | null = null;
/** As it was seen after the whole backup and each of the later ones. */
const seen: Seen[] = [];
const wasSaid: string[] = [];
let whole: WholeBackup;

const settingsOf = (folder: string, environment: Readonly<Record<string, string>> = {}) =>
  readSettings({ ...environment, TESSERA_DATA: folder }, []);
const partsOf = (folder: string) => ({
  settings: settingsOf(folder),
  place,
  product: '1.2.3',
  signal,
  withKey: false,
  report: (line: string) => void wasSaid.push(line),
});

async function restored(name: string, moment: Moment = everything, environment: Readonly<Record<string, string>> = {}, aside = false) {
  const folder = join(work, name);
  const said: string[] = [];
  const parts = { settings: settingsOf(folder, environment), place, backup: undefined, moment, aside, signal };
  await restoreBackup({ ...parts, report: (line) => void said.push(line) });
  return { folder, said };
}

/** As the operator would bring the key, which is in no backup. */
async function seenIn(folder: string, environment: Readonly<Record<string, string>> = {}): Promise<Seen> {
  copyFileSync(join(dataFolder, 'master.key'), join(folder, 'master.key'));
  const server = await startTestServer({ dataFolder: folder, plugins, environment, host });
  try {
    // Somebody may have ended it since, because it was stolen.
    const thief = server.guest();
    thief.token = token;
    expect(await thief.call('checkToken')).toBe(0);
    return await seenBy(await server.signIn('trader1'));
  } finally {
    await server.close();
  }
}

async function seenBy(client: HttpClient): Promise<Seen> {
  const orders = await client.call('openOrders', { query: {} });
  const balances = await client.call('balances', { query: {} });
  return {
    orders: orders.map(({ order_id, price }) => `${order_id} at ${price}`).toSorted(),
    balances: balances.map((one) => JSON.stringify(one)).toSorted(),
  };
}

async function order(client: HttpClient, price: number, api_id = apiId, side: 'BUY' | 'SELL' = 'BUY'): Promise<void> {
  await client.call('doOrder', { body: { api_id, ...market, side, type: 'LIMIT', price: `${price}`, qty: '0.001' } });
}

/** Last commands of the snapshots that a backup has of the house's exchange. */
const snapshotsIn = ({ manifest }: WholeBackup): readonly number[] =>
  manifest.files.flatMap(({ name }) => {
    const [, sequence] = /^venues\/tessera\/snapshots\/(\d+)\./.exec(name) ?? [];
    return sequence === undefined ? [] : [Number(sequence)];
  });

/** The exchange's state after a command, all of them run again from the first: no snapshot has a part in it. */
async function stateFromTheFirst(sequence: number): Promise<string | undefined> {
  const folder = join(work, 'journal-alone');
  cpSync(join(dataFolder, 'venues', 'tessera', 'journal'), join(folder, 'journal'), { recursive: true });
  const capture = await JournalCapture.open('tessera', folder);
  try {
    return (await proveStates(capture, [sequence])).get(sequence)?.stateHash;
  } finally {
    await capture.close();
    rmSync(folder, { recursive: true });
  }
}

/** Every file of a folder, with its bytes. */
const contentOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);

beforeAll(async () => {
  dataFolder = await freshDataDir();
  const server: TestServer = await startTestServer({ dataFolder, plugins, host });
  const client = await server.signIn('trader1');
  token = client.token;
  apiId = (await client.call('apiList'))[0]?.api_id ?? 0;
  const other = await server.signIn('trader2');
  const otherId = (await other.call('apiList'))[0]?.api_id ?? 0;
  let isTrading = true;
  let traded = 0;
  const trading = (async () => {
    for (; isTrading; traded += 1) {
      await order(client, 50_000);
      await order(other, 50_000, otherId, 'SELL');
    }
  })();
  await Promise.all([trading, takeBackup(partsOf(dataFolder)).finally(() => (isTrading = false))]);
  expect(traded).toBeGreaterThan(3);
  await takeLater(partsOf(dataFolder));
  seen.push(await seenBy(client));
  for (let price = 40_000; price < 40_005; price++) await order(client, price);
  await takeLater(partsOf(dataFolder));
  seen.push(await seenBy(client));
  expect((await server.store.audit.page({ action: 'backup.taken', limit: 5 })).items).toMatchObject([
    { actor: 'system', after: { to: place.shown, name: expect.stringMatching(/^\d{4}-/) } },
  ]);
  await server.close();
  whole = (await readCatalogue(place)).at(-1) as WholeBackup;
}, 240_000);
afterAll(() => {
  for (const folder of [work, dataFolder]) rmSync(folder, { recursive: true, force: true });
});

it('is taken of a server under load, goes on with its journal alone, and gives the same states, orders and balances on another machine', async () => {
  expect(whole.later).toHaveLength(2);
  expect(existsSync(join(dataFolder, 'backup', 'door.sock'))).toBe(false);
  expect(readdirSync(join(dataFolder, 'backup'))).toEqual([]);
  expect(await verifyPlace(place, signal, () => undefined)).toBe(true);
  const { folder, said } = await restored('other');
  const end = whole.later[1]?.manifest.venues.tessera;
  expect(snapshotsIn(whole).length).toBeGreaterThan(0);
  expect(end?.stateHash).toBe(await stateFromTheFirst(end?.last ?? 0));
  expect(said).toContainEqual(
    expect.stringMatching(new RegExp(`^tessera: command ${end?.last}, .*, state hash equal: ${end?.stateHash}$`)),
  );
  expect(said).toContainEqual(expect.stringContaining('the master key is not here'));
  expect(said).toContainEqual(expect.stringContaining('sessions are ended'));
  expect(existsSync(join(folder, 'master.key'))).toBe(false);
  expect(await seenIn(folder)).toEqual(seen[1]);
}, 240_000);

it('goes to a moment between two of them, by time or by command, and to none before the database that it has', async () => {
  const first = whole.later[0]?.manifest.venues.tessera;
  const byCommand = await restored('by-command', { untilMs: null, untilCommand: { exchange: 'tessera', sequence: first?.last ?? 0 } });
  expect(byCommand.said).toContainEqual(expect.stringContaining(`state hash equal: ${first?.stateHash}`));
  const store = await openStore({ dataDir: byCommand.folder });
  expect((await store.audit.page({ action: 'backup.restored', limit: 5 })).items).toMatchObject([
    { after: { from: place.shown, name: whole.name, until: `tessera=${first?.last}` } },
  ]);
  await store.close();
  const byTime = await restored('by-time', { untilMs: first?.timeMs ?? 0, untilCommand: null });
  expect(byTime.said).toContainEqual(expect.stringContaining(`state hash equal: ${first?.stateHash}`));
  expect(await seenIn(byTime.folder)).toEqual(seen[0]);
  const untilMs = whole.manifest.timeMs - 1;
  await expect(restored('too-early', { untilMs, untilCommand: null })).rejects.toThrow(
    /^--until: .* is before .*; an older backup is needed$/,
  );
  const stored = whole.manifest.venues.tessera?.stored ?? 0;
  expect(Math.min(...snapshotsIn(whole))).toBeLessThan(stored);
  const earliest = await restored('earliest', { untilMs: null, untilCommand: { exchange: 'tessera', sequence: stored } });
  expect(earliest.said).toContainEqual(
    expect.stringMatching(new RegExp(`^tessera: command ${stored}, .*: ${await stateFromTheFirst(stored)}$`)),
  );
  await expect(restored('too-early', { untilMs: null, untilCommand: { exchange: 'tessera', sequence: stored - 1 } })).rejects.toThrow(
    'an older backup is needed',
  );
  await expect(restored('too-late', { untilMs: null, untilCommand: { exchange: 'tessera', sequence: 1_000_000 } })).rejects.toThrow(
    '--until-command: the journal of tessera ends with command',
  );
  expect(readdirSync(work).filter((name) => name.startsWith('too'))).toEqual([]);
}, 240_000);

it.skipIf(databaseUrl === null)(
  'carries a system with its journal to PostgreSQL, and from there to files again',
  async () => {
    const environment = { TESSERA_DATABASE_URL: databaseUrl ?? '', TESSERA_JOURNAL: 'postgres' };
    const { folder, said } = await restored('rows', everything, environment);
    expect(said).toContainEqual(expect.stringContaining('state hash equal'));
    expect(existsSync(join(folder, 'venues'))).toBe(false);
    await expect(restored('rows-again', everything, environment)).rejects.toThrow('TESSERA_DATABASE_URL: that database is not empty');
    const rows = new FolderPlace(join(work, 'of-rows'));
    const ofRows = { ...partsOf(folder), place: rows, settings: settingsOf(folder, environment) };
    await takeBackup(ofRows);
    copyFileSync(join(dataFolder, 'master.key'), join(folder, 'master.key'));
    const server = await startTestServer({ dataFolder: folder, plugins, environment, host });
    const client = await server.signIn('trader1');
    expect(await seenBy(client)).toEqual(seen[1]);
    await order(client, 30_000);
    expect(await takeLater(ofRows)).not.toBeNull();
    const after = await seenBy(client);
    await server.close();
    const back: string[] = [];
    const parts = { settings: settingsOf(join(work, 'files')), place: rows, backup: undefined, moment: everything, aside: false, signal };
    await restoreBackup({ ...parts, report: (line) => void back.push(line) });
    expect(back).toContainEqual(expect.stringContaining('state hash equal'));
    expect(await seenIn(join(work, 'files'))).toEqual(after);
    expect(after).not.toEqual(seen[1]);
  },
  300_000,
);

it('refuses a folder in use, a server that runs, a file that is not what was written, and what was cut short', async () => {
  const folder = join(work, 'occupied');
  const server = await startTestServer({ dataFolder: folder, plugins: [pluginSource('venue-house')] });
  await expect(restored('occupied')).rejects.toThrow('another process is using the data folder');
  await server.close();
  await expect(restored('occupied')).rejects.toThrow(`TESSERA_DATA: ${folder} is not empty; --aside moves it away`);
  const path = join(place.shown, whole.name, 'tables', 'app_user.jsonl.gz');
  const kept = readFileSync(path);
  const changed = Buffer.from(kept);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  writeFileSync(path, changed);
  await expect(restored('tampered')).rejects.toThrow(
    `${whole.name}/tables/app_user.jsonl.gz is not what was written, its SHA-256 is another one`,
  );
  const said: string[] = [];
  expect(await verifyPlace(place, signal, (line) => void said.push(line))).toBe(false);
  expect(said).toContainEqual(expect.stringContaining('app_user.jsonl.gz is not what was written'));
  writeFileSync(path, kept.subarray(0, 100));
  await expect(restored('tampered')).rejects.toThrow('has 100 bytes');
  writeFileSync(path, kept);
  const manifest = join(place.shown, whole.name, 'manifest.json');
  const text = readFileSync(manifest);
  rmSync(manifest);
  await expect(restored('torn')).rejects.toThrow('there is no whole backup');
  writeFileSync(manifest, text);
  expect(readdirSync(work).filter((name) => /^(tampered|torn)/.test(name))).toEqual([]);
  expect(readdirSync(work).filter((name) => name.endsWith('.restoring'))).toEqual([]);
}, 240_000);

it('refuses a manifest that leads out of its folder or has other tables than the backup, and leaves what is there as it is', async () => {
  const folder = join(work, 'occupied');
  const path = join(place.shown, whole.name, 'manifest.json');
  const written = readFileSync(path);
  const { files, tables } = whole.manifest;
  const { app_user: _, ...fewer } = tables;
  const changed: readonly (readonly [object, string])[] = [
    [{ files: [...files, { name: '../../master.key', bytes: 4, sha256: 'x' }] }, 'files: "../../master.key" leads out of the backup'],
    [{ files: [...files, { name: '/etc/cron.d/task', bytes: 4, sha256: 'x' }] }, 'files: "/etc/cron.d/task" leads out of the backup'],
    [{ tables: { ...tables, '../app_user': 0 } }, 'tables: "../app_user" names no table'],
    [{ tables: fewer }, 'the table app_user is among those of the backup, and its manifest lacks it'],
    [{ tables: { ...tables, of_nobody: 0 } }, 'the table of_nobody is not among those of the backup, and 0 rows were written'],
  ];
  const there = () => [readdirSync(work), contentOf(folder)];
  const before = there();
  for (const [change, why] of changed) {
    writeFileSync(path, JSON.stringify({ ...whole.manifest, ...change }));
    await expect(restored('occupied', everything, {}, true)).rejects.toThrow(why);
  }
  writeFileSync(path, written);
  expect(there()).toEqual(before);
}, 240_000);

it('does not add the journal of another installation', async () => {
  const folder = join(work, 'stranger');
  const server = await startTestServer({ dataFolder: folder, plugins: [pluginSource('venue-house')] });
  await expect(takeLater(partsOf(folder))).rejects.toThrow('--journal-only: the journal of tessera here is not the one of');
  await server.close();
}, 120_000);
