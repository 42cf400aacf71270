import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Outcome } from '../../../core/contract/app-error.ts';
import { Uploads } from './uploads.ts';

const limit = 3 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');
let folder: string;
let uploads: Uploads;
let options: RequestOptions;
/** What became of the last upload. */
let read: Promise<Outcome<Buffer>> | null = null;
const server = createServer((incoming, response) => {
  read = uploads.read(incoming, limit);
  void read.then(
    (outcome) => response.writeHead(outcome.ok ? 200 : outcome.error.httpStatus, { connection: 'close' }).end(),
    () => response.destroy(),
  );
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  uploads = await Uploads.open(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  options = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'POST', agent: false };
});
beforeEach(() => {
  read = null;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Sends chunks until there are so many, or there is an answer. */
async function upload(
  chunks: number,
  headers: RequestOptions['headers'] = {},
): Promise<{ readonly status: number; readonly sent: number }> {
  let sent = 0;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = request({ ...options, headers }, (response) => {
      isAnswered = true;
      response.resume();
      outgoing.destroy();
      resolve({ status: response.statusCode ?? 0, sent });
    });
    outgoing.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const next = (): void => {
      if (isAnswered) return;
      if (sent === chunks) return void outgoing.end();
      sent += 1;
      outgoing.write(chunk, () => setTimeout(next, 1));
    };
    next();
  });
}

/** Waits until it is so, as it soon is. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('is read whole, byte by byte as it was sent, and leaves no file', async () => {
  expect(await upload(40)).toEqual({ status: 200, sent: 40 });
  const outcome = await read;
  expect(outcome?.ok === true && outcome.value.equals(Buffer.concat(Array<Buffer>(40).fill(chunk)))).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

it('lies on the disk while it comes', async () => {
  const outgoing = request(options);
  outgoing.on('error', () => undefined);
  for (let at = 0; at < 20; at++) outgoing.write(chunk);
  await until(async () => {
    const [name] = await readdir(folder);
    return name !== undefined && (await stat(join(folder, name))).size === 20 * chunk.length;
  });
  outgoing.destroy();
  await read;
});

it('above the limit is refused before it is read whole, and leaves no file', async () => {
  const { status, sent } = await upload(1_000);
  expect(status).toBe(413);
  expect(sent).toBeLessThan(100);
  expect(await read).toMatchObject({ ok: false, error: { code: 'REQUEST_TOO_LARGE', params: { limit } } });
  expect(await readdir(folder)).toEqual([]);
});

it('that says beforehand that it is too large is not begun', async () => {
  expect(await upload(1, { 'content-length': limit + 1 })).toMatchObject({ status: 413 });
  expect(await readdir(folder)).toEqual([]);
});

it('whose line breaks leaves no file', async () => {
  const outgoing = request({ ...options, headers: { 'content-length': limit } });
  outgoing.on('error', () => undefined);
  outgoing.write(chunk);
  await until(async () => (await readdir(folder)).length === 1);
  outgoing.destroy();
  expect(await read).toMatchObject({ ok: false, error: { code: 'REQUEST_NOT_JSON' } });
  expect(await readdir(folder)).toEqual([]);
});

it('that cannot be written fails, and says why', async () => {
  const gone = await mkdtemp(join(tmpdir(), 'uploads-'));
  const elsewhere = await Uploads.open(gone);
  await rm(gone, { recursive: true });
  const here = uploads;
  uploads = elsewhere;
  await expect(upload(2)).rejects.toThrow();
  uploads = here;
  await expect(read).rejects.toThrow('ENOENT');
});

it('that a killed process has left is removed at the next start', async () => {
  await writeFile(join(folder, '7'), 'half of it');
  await Uploads.open(folder);
  expect(await readdir(folder)).toEqual([]);
});
