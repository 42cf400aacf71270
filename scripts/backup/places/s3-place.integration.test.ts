import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { S3Server } from '../../../tests/kit/backup/s3-server.ts';
import type { BackupPlace } from './backup-place.ts';
import { openPlace } from './open-place.ts';

const work = mkdtempSync(join(tmpdir(), 'tessera-s3-'));
const { signal } = new AbortController();
let server: S3Server;
let place: BackupPlace;

beforeAll(async () => {
  server = await S3Server.start({ bucket: 'vault', accessKey: 'kit-key', secretKey: 'kit-secret' });
});
afterAll(async () => {
  await server.close();
  rmSync(work, { recursive: true, force: true });
});
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'kit-key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'kit-secret');
  server.objects.clear();
  server.stored.length = 0;
  place = await openPlace('--to', 's3://vault/firm', server.endpoint, work);
});

/** A draft with files of these sizes. */
async function draftOf(sizes: Readonly<Record<string, number>>): Promise<string> {
  const folder = await place.draftFolder();
  mkdirSync(join(folder, 'tables'));
  for (const [name, bytes] of Object.entries(sizes)) writeFileSync(join(folder, name), Buffer.alloc(bytes, name));
  return folder;
}

it('sends files below its prefix, the manifest last, and finds, reads and deletes them, however many there are', async () => {
  const sizes = { 'tables/a b.gz': 10, 'tables/b.gz': 40 * 1024 * 1024, 'tables/c.gz': 0, 'tables/d.gz': 5, 'manifest.json': 20 };
  const names = Object.keys(sizes);
  await place.publish(await draftOf(sizes), 'one', names, signal);
  expect(server.stored).toEqual(names.map((name) => `firm/one/${name}`));
  server.objects.set('elsewhere/manifest.json', Buffer.from('not ours'));
  expect(await place.list('', '')).toEqual(names.map((name) => `one/${name}`).toSorted());
  expect(await place.list('', '/manifest.json')).toEqual(['one/manifest.json']);
  expect((await buffer(await place.read('one/tables/b.gz'))).equals(Buffer.alloc(40 * 1024 * 1024, 'tables/b.gz'))).toBe(true);
  expect(await text(await place.read('one/tables/a b.gz'))).toBe('tables/a b');
  await expect(place.read('one/tables/z.gz')).rejects.toThrow('one/tables/z.gz is missing in s3://vault/firm/');
  await place.remove('one', 'manifest.json');
  expect([...server.objects.keys()]).toEqual(['elsewhere/manifest.json']);
});

it('says in a sentence that a key, a bucket or an address is wrong, and never the secret', async () => {
  const refusal = async (name: string, endpoint = server.endpoint): Promise<string> =>
    (await openPlace('--to', name, endpoint, work)).list('', '').then(
      () => '',
      (error: Error) => error.message,
    );
  expect(await refusal('s3://other')).toBe('s3://other/ refused: NoSuchBucket, no such bucket');
  expect(await refusal('s3://vault', 'http://127.0.0.1:9')).toMatch(/^s3:\/\/vault\/ cannot be reached: .*ECONNREFUSED/);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret');
  expect(await refusal('s3://vault')).toBe('s3://vault/ refused: SignatureDoesNotMatch, no');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'another-key');
  expect(await refusal('s3://vault')).toBe('s3://vault/ refused: InvalidAccessKeyId, no');
});

it('takes a folder or s3://bucket/prefix, and names what is neither', async () => {
  await expect(openPlace('--to', 'https://bucket', undefined, work)).rejects.toThrow('--to: must be a folder, or begin with s3://');
  await expect(openPlace('--from', 's3://B', undefined, work)).rejects.toThrow('--from: must look like s3://bucket/prefix');
  await expect(openPlace('--to', 'folder', 'http://a', work)).rejects.toThrow('--endpoint: goes with a place that begins with s3://');
  await expect(openPlace('--to', 's3://vault', 'a', work)).rejects.toThrow('--endpoint: must look like https://store.example');
});
