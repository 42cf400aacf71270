import { closeSync, constants, openSync, readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ServerClock } from '../clock.ts';
import { ownFolder } from '../store/opening/own-folder.ts';
import type { Store } from '../store/store.ts';

interface BackupDoorParts {
  readonly store: Store;
  readonly dataFolder: string;
  /** Bytes of the disk that stay free, as for everything else. */
  readonly floorBytes: number;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** In the data folder, whose owner alone may enter it: who can write here could read the database anyway. */
export const backupFolder = 'backup';
const doorName = 'door.sock';
const copyPrefix = 'copy-';
const longestAsk = 6_000;

/** What `npm run backup` says: where the backup goes, and at its end its name there, or why there is none. For the audit log. */
export type BackupAsk = { readonly to: string } | BackupOutcome;
export type BackupOutcome = { readonly to: string } & ({ readonly taken: string } | { readonly failed: string });

/**
 * A folder with a copy of the database as it was at that time, or why there is none; the copy goes when the asker hangs up. Of a backup that has ended,
 * when that was noted.
 */
export type BackupAnswer =
  | { readonly copied: string; readonly timeMs: number }
  | { readonly notedMs: number }
  | { readonly refused: string };

/** What the audit log has of a backup: that everything was carried away, and that it arrived or why it did not. */
export const backupDeed = (ask: BackupAsk, timeMs: number) => ({
  ...{ timeMs, actor: 'system', subject: 'backup', before: null },
  ...deedOf(ask),
});

function deedOf(ask: BackupAsk) {
  const { to } = ask;
  if ('taken' in ask) return { action: 'backup.taken', after: { to, name: ask.taken } };
  return 'failed' in ask ? { action: 'backup.failed', after: { to, problem: ask.failed } } : { action: 'backup.begun', after: { to } };
}

/** What the audit log of an installation has of the restore that made it, `until` which moment: ms, or a command of an exchange; null: everything there was. */
export const restoreDeed = (
  after: { readonly from: string; readonly name: string; readonly until: number | string | null },
  timeMs: number,
) => ({
  ...{ timeMs, actor: 'system', action: 'backup.restored', subject: 'backup', before: null },
  after,
});

/** How to bind or reach the socket: a name holds 107 bytes, a path may be longer. The file descriptor is to be closed afterwards. */
export function doorPath(dataFolder: string): { readonly path: string; close(): void } {
  const folder = join(dataFolder, backupFolder);
  const path = join(folder, doorName);
  if (Buffer.byteLength(path) < 100 || process.platform !== 'linux') return { path, close: () => undefined };
  const descriptor = openSync(folder, constants.O_RDONLY);
  return { path: `/proc/self/fd/${descriptor}/${doorName}`, close: () => closeSync(descriptor) };
}

/**
 * Lets a backup of a running system have a copy of the embedded database, which no other process can read: a socket in the data folder, not
 * on the network. Whoever asks gets the files as after a checkpoint, copied while no statement runs; orders go on meanwhile.
 */
export async function openBackupDoor(parts: BackupDoorParts): Promise<Disposer> {
  const { dataFolder, logger } = parts;
  const folder = join(dataFolder, backupFolder);
  ownFolder(folder);
  // Of a server that was killed; the lock of the data folder says that there is no other one.
  for (const name of readdirSync(folder))
    if (name === doorName || name.startsWith(copyPrefix)) rmSync(join(folder, name), { recursive: true, force: true });
  const open = new Set<Socket>();
  let turn: Promise<unknown> = Promise.resolve();
  const door = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket });
    lines.once('line', (line) => {
      lines.removeAllListeners();
      turn = turn
        .then(() => serve(parts, socket, line))
        .catch((err: unknown) => logger.warn({ err }, 'a copy of the database for a backup failed'));
    });
    lines.on('error', () => undefined);
  });
  const { path, close } = doorPath(dataFolder);
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    door.listen(path, resolve);
  });
  await chmod(path, 0o600);
  door.unref();
  return async () => {
    for (const socket of open) socket.destroy();
    await turn;
    await new Promise<void>((resolve) => door.close(() => resolve()));
    close();
    rmSync(join(folder, doorName), { force: true });
  };
}

async function serve(parts: BackupDoorParts, socket: Socket, line: string): Promise<void> {
  const hungUp = new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    socket.once('close', () => resolve());
    socket.once('end', () => resolve());
    socket.resume();
  });
  const answer = (what: BackupAnswer): void => void socket.write(`${JSON.stringify(what)}\n`);
  const ask = askOf(line);
  const copyTo = parts.store.copyTo;
  if (ask !== null && ('taken' in ask || 'failed' in ask)) {
    const notedMs = parts.clock.nowMs();
    await parts.store.audit.append(backupDeed(ask, notedMs));
    answer({ notedMs });
    socket.end();
    return;
  }
  if (ask === null || copyTo === null || socket.destroyed) {
    answer({ refused: ask === null ? 'to: must say where the backup goes' : 'the database is a PostgreSQL, which a backup reads itself' });
    socket.end();
    return;
  }
  const copied = join(parts.dataFolder, backupFolder, `${copyPrefix}${parts.newId()}`);
  try {
    await requireRoom(parts);
    await mkdir(copied, { mode: 0o700 });
    const fromMs = parts.clock.elapsedMs();
    const timeMs = parts.clock.nowMs();
    await copyTo(copied);
    await parts.store.audit.append(backupDeed(ask, timeMs));
    parts.logger.info({ to: ask.to, ms: Math.round(parts.clock.elapsedMs() - fromMs) }, 'copied the database for a backup');
    answer({ copied, timeMs });
    await hungUp;
  } catch (error) {
    answer({ refused: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    socket.end();
    await rm(copied, { recursive: true, force: true });
  }
}

function askOf(line: string): BackupAsk | null {
  try {
    const { to, taken, failed } = JSON.parse(line.slice(0, longestAsk)) as Readonly<Record<string, unknown>>;
    if (typeof to !== 'string' || to === '') return null;
    if (typeof failed === 'string') return { to, failed };
    return typeof taken === 'string' ? { to, taken } : { to };
  } catch {
    return null;
  }
}

async function requireRoom({ dataFolder, floorBytes }: BackupDoorParts): Promise<void> {
  const needed = await bytesIn(join(dataFolder, 'database'));
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize >= needed + floorBytes) return;
  throw new Error(
    `the disk of ${dataFolder} has no room for a copy of the database: ${Math.ceil((needed + floorBytes) / 1024 ** 2)} MB must be free`,
  );
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
