import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalLocked } from '../failures/journal-locked.ts';

/**
 * Takes an existing folder for this process and returns the disposer. The lock is a listening socket named after the folder, which the
 * operating system frees when the process dies, however it dies; nothing stale is left behind and no pid is guessed.
 * It sees processes of the same host (and network namespace) only: do not share the folder between containers.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const digest = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  const address = lockAddress(`tessera-journal-${digest}`);
  let server = await listen(address.path);
  if (server === null && address.outlivesProcess && !(await answers(address.path))) {
    await rm(address.path, { force: true });
    server = await listen(address.path);
  }
  if (server === null) throw new JournalLocked(folder);
  const held = server;
  return () => new Promise((resolve) => held.close(() => resolve()));
};

const lockAddress = (name: string): { readonly path: string; readonly outlivesProcess: boolean } => {
  if (process.platform === 'linux') return { path: `\0${name}`, outlivesProcess: false };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, outlivesProcess: false };
  return { path: join(tmpdir(), `${name}.sock`), outlivesProcess: true };
};

/** Null when the address is taken. */
const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
