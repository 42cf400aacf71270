import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll } from 'vitest';

const run = promisify(execFile);

interface Server {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/**
 * A fresh, empty PostgreSQL database that is dropped after the test file: on the server that TESSERA_TEST_POSTGRES names or that
 * listens on 127.0.0.1:5432, else on an installed one that is started for the file. Null without any (in CI: an error).
 * Call it while the file is collected, at its top level or in a describe.
 */
export async function postgresUrl(): Promise<string | null> {
  const server = (await runningServer()) ?? (await startServer());
  if (server === null) {
    if (process.env.CI) throw new Error('CI must run the PostgreSQL tests, but no PostgreSQL is running or installed');
    return null;
  }
  const name = `tessera_test_${randomBytes(6).toString('hex')}`;
  await administer(server.adminUrl, `create database ${name}`);
  afterAll(async () => {
    await administer(server.adminUrl, `drop database ${name} with (force)`);
    await server.stop();
  });
  const url = new URL(server.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answers(adminUrl: string): Promise<boolean> {
  try {
    await administer(adminUrl, 'select 1');
    return true;
  } catch {
    // Not there or not for us: both mean that another one is needed.
    return false;
  }
}

async function runningServer(): Promise<Server | null> {
  const adminUrl = process.env.TESSERA_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  return (await answers(adminUrl)) ? { adminUrl, stop: async () => undefined } : null;
}

async function startServer(): Promise<Server | null> {
  const programs = programFolder();
  if (programs === null) return null;
  const owner = process.getuid?.() === 0 ? await userIds('postgres') : null;
  const directory = mkdtempSync(join(tmpdir(), 'tessera-postgres-'));
  if (owner !== null) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], { ...owner, cwd: directory });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...owner, cwd: directory, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers(adminUrl)) return { adminUrl, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  return null;
}

/** Debian keeps the server's programs out of the path. */
function programFolder(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
    : [];
  const folders = [...versions, ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** PostgreSQL refuses to run as root. */
async function userIds(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)));
  if (uid === undefined || gid === undefined) throw new Error(`no user ${user}`);
  return { uid, gid };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
