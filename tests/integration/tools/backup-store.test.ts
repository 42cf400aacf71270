import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { codePurposes } from '../../../core/domain/code-purpose.ts';
import { readCatalogue } from '../../../scripts/backup/catalogue.ts';
import { keepNewest } from '../../../scripts/backup/keep-newest.ts';
import type { Manifest } from '../../../scripts/backup/manifest.ts';
import { openPlace } from '../../../scripts/backup/places/open-place.ts';
import { restoreBackup } from '../../../scripts/backup/restore-backup.ts';
import { takeBackup } from '../../../scripts/backup/take-backup.ts';
import { takeLater } from '../../../scripts/backup/take-later.ts';
import { readSettings } from '../../../server/settings.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { root } from '../../architecture/reading/source-files.ts';
import { S3Server } from '../../kit/backup/s3-server.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { userRecord } from '../../kit/store-records.ts';

const work = mkdtempSync(join(tmpdir(), 'tessera-vault-'));
const dataFolder = join(work, 'data');
const keys = { AWS_ACCESS_KEY_ID: 'kit-key', AWS_SECRET_ACCESS_KEY: 'kit-secret' };
const { signal } = new AbortController();
const log: string[] = [];
const typed: string[] = [];
let bucket: S3Server;
let server: TestServer;

beforeAll(async () => {
  bucket = await S3Server.start({ bucket: 'vault', accessKey: keys.AWS_ACCESS_KEY_ID, secretKey: keys.AWS_SECRET_ACCESS_KEY });
  bucket.pageSize = 1_000;
  server = await startTestServer({ dataFolder, plugins: [pluginSource('venue-house')], onLog: (line) => void log.push(line) });
}, 120_000);
beforeEach(() => {
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
});
afterAll(async () => {
  await server.close();
  await bucket.close();
  rmSync(work, { recursive: true, force: true });
});

const settingsOf = (folder: string) => readSettings({ TESSERA_DATA: folder }, []);
const place = () => openPlace('--to', 's3://vault/firm', bucket.endpoint, join(dataFolder, 'backup'));
const parts = async (withKey = false) => ({
  settings: settingsOf(dataFolder),
  place: await place(),
  product: '1.2.3',
  withKey,
  signal,
  report: () => undefined,
});

async function restored(name: string, backup?: string): Promise<readonly string[]> {
  const said: string[] = [];
  const moment = { untilMs: null, untilCommand: null };
  const report = (line: string): void => void said.push(line);
  await restoreBackup({
    settings: settingsOf(join(work, name)),
    place: await place(),
    backup,
    moment,
    aside: false,
    signal,
    report,
  });
  return said;
}

/** Types a command of the repository, beside the server that runs here; gives its end and what it said. `heard` gets what it said so far. */
async function type(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  heard: (said: string, child: ChildProcess) => void = () => undefined,
): Promise<readonly [code: number, said: string]> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', `${script}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', TESSERA_DATA: dataFolder, ...environment },
    stdio: 'pipe',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data;
      heard(said, child);
    });
  const [code] = (await once(child, 'close')) as [number];
  typed.push(said);
  return [code, said];
}

/** What the audit log has of backups that failed, newest first. */
const failures = async () => (await server.store.audit.page({ action: 'backup.failed', limit: 5 })).items.map(({ after }) => after);

it('lies in a bucket with its key when that is asked for, and accounts that only a later journal knows go to nobody who signs in', async () => {
  const { users, sessions, pendingSignIns, codes, pushDevices } = server.store;
  const userId = (await users.byUsername('trader1'))?.id ?? '';
  await server.signIn('trader1');
  const expiresMs = Date.now() + 600_000;
  await pendingSignIns.create({ ...{ tokenHash: 'half-done', userId, account: 'trader1', stepsDone: [], tries: 0 }, expiresMs });
  for (const purpose of codePurposes)
    await codes.add({
      ...{ codeId: purpose, purpose, channel: 'mail', addressHash: 'address', networkHash: 'network', codeHash: 'code' },
      ...{ createdMs: Date.now(), expiresMs },
    });
  const device = { deviceId: 'phone', endpoint: 'https://push.example/1', name: 'Phone', createdMs: 1 };
  await pushDevices.put({ ...device, userId, sealedKeys: 'sealed', sessionHash: null });
  expect(await sessions.live(Date.now(), 9)).not.toEqual([]);
  const taken = await takeBackup(await parts(true));
  expect(taken.manifest.tables).toMatchObject({ pending_sign_in: 1, address_code: codePurposes.length, push_device: 1 });
  expect(bucket.stored.at(-1)).toMatch(/^firm\/[^/]+\/manifest\.json$/);
  expect(log.filter((line) => line.includes('copied the database for a backup'))).toHaveLength(1);
  await server.store.users.create(userRecord('late', { username: 'late' }));
  const { apiId } = await server.room.accounts.ensureAccount('late', 'tessera');
  expect(await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '777', 'late')).toMatchObject({ ok: true });
  expect(await takeLater(await parts())).not.toBeNull();
  expect(await takeLater(await parts())).toBeNull();
  const said = await restored('other');
  expect(said).toContainEqual(expect.stringContaining(`the journal knows accounts that the database lacks: ${apiId}`));
  expect(said).not.toContainEqual(expect.stringContaining('master key'));
  expect(readFileSync(join(work, 'other', 'master.key'))).toEqual(readFileSync(join(dataFolder, 'master.key')));
  expect(statSync(join(work, 'other', 'master.key')).mode & 0o777).toBe(0o600);
  const store = await openStore({ dataDir: join(work, 'other') });
  expect(await store.apiAccounts.get(apiId)).toMatchObject({ userId: 'recovered' });
  // Nothing that was open when the backup was taken opens anything any more, or hears anything.
  expect(await store.sessions.live(Date.now(), 9)).toEqual([]);
  expect(await store.pendingSignIns.find('half-done', Date.now())).toBeNull();
  for (const purpose of codePurposes) expect(await store.codes.holdLive(purpose, 'address', Date.now())).toBeNull();
  expect(await store.pushDevices.users()).toEqual([]);
  expect((await store.audit.page({ action: 'backup.restored', limit: 5 })).items).toMatchObject([
    { actor: 'system', subject: 'backup', after: { from: 's3://vault/firm/', name: taken.name, until: null } },
  ]);
  expect(await store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
  await store.close();
  rmSync(join(work, 'other'), { recursive: true });
}, 180_000);

it('takes no name out of a bucket that leads elsewhere, of a backup or of a file in it, and makes nothing', async () => {
  const name = (await readCatalogue(await place())).at(-1)?.name ?? '';
  const key = `firm/${name}/manifest.json`;
  const written = bucket.objects.get(key) as Buffer;
  const before = readdirSync(work);
  const elsewhere = ['firm/../manifest.json', 'firm//etc/manifest.json', `firm/${name}/later/../manifest.json`, 'firm/./manifest.json'];
  for (const one of elsewhere) bucket.objects.set(one, written);
  expect((await readCatalogue(await place())).map((one) => [one.name, one.later.map((later) => later.name)])).toEqual([
    [name, [expect.stringMatching(/^[^/]+\/later\/\d[^/]+$/)]],
  ]);
  await expect(restored('elsewhere', '..')).rejects.toThrow(`--backup: .. is not among those in s3://vault/firm/: ${name}`);
  for (const one of elsewhere) bucket.objects.delete(one);
  const manifest = JSON.parse(written.toString()) as Manifest;
  for (const file of ['../../master.key', '/etc/cron.d/task', 'tables/../../master.key']) {
    const files = [...manifest.files, { name: file, bytes: 4, sha256: 'x' }];
    bucket.objects.set(key, Buffer.from(JSON.stringify({ ...manifest, files })));
    await expect(restored('elsewhere')).rejects.toThrow(`files: ${JSON.stringify(file)} leads out of the backup`);
  }
  bucket.objects.set(key, written);
  expect(readdirSync(work)).toEqual(before);
}, 120_000);

it('keeps the newest and deletes older ones with what came later, and what was cut short before them', async () => {
  const before = (await readCatalogue(await place())).map(({ name }) => name);
  bucket.objects.set('firm/2020-01-01T00-00-00-000Z/tables/torn.gz', Buffer.from('torn'));
  bucket.objects.set('firm/notes/mine.txt', Buffer.from('mine'));
  const { name } = await takeBackup(await parts());
  await keepNewest(await place(), 1, () => undefined);
  expect((await readCatalogue(await place())).map((one) => one.name)).toEqual([name]);
  expect([...bucket.objects.keys()].filter((key) => !key.startsWith(`firm/${name}/`))).toEqual(['firm/notes/mine.txt']);
  expect(before).not.toContain(name);
  expect(readdirSync(join(dataFolder, 'backup'))).toEqual(['door.sock']);
}, 120_000);

it('says what is wrong with a call, a key or a place by its name', async () => {
  expect(await type('backup', [])).toEqual([1, expect.stringContaining('one of --to, --list and --verify must be given')]);
  expect(await type('restore', ['--from', work, '--until', 'yesterday'])).toEqual([
    1,
    expect.stringContaining('--until: must be a time with its zone'),
  ]);
  const args = ['--to', 's3://vault/firm', '--endpoint', bucket.endpoint];
  const [code, said] = await type('backup', args, { AWS_SECRET_ACCESS_KEY: 'wrong-secret' });
  expect([code, said]).toEqual([1, expect.stringContaining('s3://vault/firm/ refused: SignatureDoesNotMatch')]);
  expect(said).not.toContain('wrong-secret');
  expect(readdirSync(join(dataFolder, 'backup'))).toEqual(['door.sock']);
  expect(await failures()).toEqual([
    { to: 's3://vault/firm/', problem: expect.stringContaining('s3://vault/firm/ refused: SignatureDoesNotMatch') },
  ]);
}, 180_000);

it('says in a sentence, and in the audit log, what failed and what to do', async () => {
  const file = join(work, 'file');
  writeFileSync(file, '');
  const [code, said] = await type('backup', ['--to', join(file, 'backups')]);
  expect(code).toBe(1);
  const sentence = said.trimEnd().split('\n').at(-1) ?? '';
  expect(sentence).toMatch(/^the backup failed, and nothing is left of it: ENOTDIR: .*; a part of that path is a file: name a folder$/);
  expect(said).not.toMatch(/^ +at /m);
  expect((await failures())[0]).toEqual({ to: join(file, 'backups'), problem: sentence });
}, 120_000);

it('leaves nothing but a note in the audit log when it is ended under way', async () => {
  const folder = join(work, 'backups');
  const end = await type('backup', ['--to', folder], {}, (said, child) => {
    if (said.includes('reading the database') && !child.killed) child.kill('SIGINT');
  });
  expect(end).toEqual([1, expect.stringContaining('interrupted; nothing is left of it')]);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  expect((await failures())[0]).toEqual({ to: folder, problem: 'interrupted; nothing is left of it' });
  await vi.waitFor(() => expect(readdirSync(join(dataFolder, 'backup'))).toEqual(['door.sock']), 20_000);
}, 120_000);

it('tells the keys of the store to no log, of the server and of the commands, and to no audit', async () => {
  const args = ['--to', 's3://vault/firm', '--endpoint', bucket.endpoint];
  expect((await type('backup', args, { TESSERA_LOG_LEVEL: 'debug' }))[0]).toBe(0);
  expect(Math.min(log.length, typed.length)).toBeGreaterThan(0);
  for (const secret of [keys.AWS_SECRET_ACCESS_KEY, 'wrong-secret'])
    expect([...log, ...typed, JSON.stringify(await failures())].join('')).not.toContain(secret);
}, 120_000);
