import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StoreError } from '../store-error.ts';

interface DataLock {
  release(): Promise<void>;
}

/**
 * Lets one process at a time use a data folder: PGlite itself has no lock and two writers destroy the database.
 * On Linux an abstract socket, which the kernel frees at the owner's death; elsewhere a file with the owner's process id.
 */
export async function lockData(directory: string): Promise<DataLock> {
  return process.platform === 'linux' ? lockSocket(directory) : lockFile(directory);
}

const refusal = (directory: string, cause: unknown): StoreError =>
  new StoreError('STORE_LOCKED', `another process is using the data folder ${directory}; stop it or choose another folder`, { cause });

async function lockSocket(directory: string): Promise<DataLock> {
  // A socket name holds 107 bytes, a path may be longer.
  const name = `\0tessera-store-${createHash('sha256').update(realpathSync(directory)).digest('hex')}`;
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw refusal(directory, error);
    throw error;
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });

/** The portable lock: a file that holds the owner's process id. */
export function lockFile(directory: string): DataLock {
  const path = join(directory, 'store.lock');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return { release: async () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (attempt > 0 || isAlive(Number(readFileSync(path, 'utf8')))) throw refusal(directory, error);
      rmSync(path, { force: true });
    }
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
