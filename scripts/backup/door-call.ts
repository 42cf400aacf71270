import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type BackupAnswer, type BackupAsk, type BackupOutcome, doorPath } from '../../server/backup/backup-door.ts';
import { BackupProblem } from './backup-problem.ts';

/** A copy of a running server's database. */
export interface DatabaseCopy {
  /** The folder with `database` in it. */
  readonly folder: string;
  readonly timeMs: number;
  /** Gives it back: the server deletes it. */
  release(): void;
}

/** Null when no server answers in that data folder. Throws {@link BackupProblem} with its reason when it refuses. */
export async function askForCopy(dataFolder: string, { to }: { readonly to: string }, signal: AbortSignal): Promise<DatabaseCopy | null> {
  const said = await ask(dataFolder, { to }, signal);
  if (said === null) return null;
  if (!('copied' in said.answer)) throw new BackupProblem('the server gave no copy of its database');
  return { folder: said.answer.copied, timeMs: said.answer.timeMs, release: said.hangUp };
}

/** Has a running server note in its audit log how a backup ended; false when none answers. */
export async function noteByServer(dataFolder: string, outcome: BackupOutcome, signal: AbortSignal): Promise<boolean> {
  const said = await ask(dataFolder, outcome, signal);
  said?.hangUp();
  return said !== null;
}

async function ask(dataFolder: string, what: BackupAsk, signal: AbortSignal) {
  const socket = await reach(dataFolder);
  if (socket === null) return null;
  const hangUp = (): void => void socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  const answer = await new Promise<BackupAnswer | null>((resolve) => {
    socket.once('close', () => resolve(null));
    createInterface({ input: socket }).once('line', (line) => resolve(JSON.parse(line) as BackupAnswer));
    socket.write(`${JSON.stringify(what)}\n`);
  });
  signal.throwIfAborted();
  if (answer === null) throw new BackupProblem('the server ended while it was asked for its database');
  if ('refused' in answer) {
    hangUp();
    throw new BackupProblem(`the server refused: ${answer.refused}`);
  }
  return { answer, hangUp };
}

function reach(dataFolder: string): Promise<Socket | null> {
  let path: ReturnType<typeof doorPath>;
  try {
    path = doorPath(dataFolder);
  } catch {
    return Promise.resolve(null);
  }
  return new Promise((resolve, reject) => {
    const socket = connect(path.path);
    socket.once('connect', () => {
      path.close();
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      path.close();
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
  });
}
