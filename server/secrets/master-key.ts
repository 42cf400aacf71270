import { exec, execSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolderProblem } from '../data-folder.ts';
import { SettingError, type Settings } from '../settings.ts';
import { newKey } from './sealed-text.ts';

/** How long a command may take to give the key, in ms. */
const commandMs = 30_000;
const form = /^[0-9a-fA-F]{64}$/;

/** From where the master key of an installation comes. */
export interface MasterKeys {
  readonly current: Buffer;
  /** The setting that gives it. */
  readonly origin: string;
  /** The file that holds it and can be written anew; null: somebody else keeps it. */
  readonly file: string | null;
  /** Opens by the current key, or by the next one that a change of keys left behind when it was cut off; null when neither does. */
  open<T>(attempt: (key: Buffer) => T | null): Promise<T | null>;
  /** As it is now. A command that takes its time keeps nobody waiting but who asks. */
  readAgain(): Promise<Buffer>;
}

type KeySettings = Pick<Settings, 'dataFolder' | 'masterKey' | 'masterKeyFile' | 'masterKeyCommand'>;

/** The master key is not the one that the keys in the database are wrapped under. */
export class MasterKeyError extends SettingError {
  constructor(origin: string) {
    super(
      origin,
      'is not the master key that the secrets in this database are kept under. Give the right one; where it is lost for good, `npm run keys:rotate -- --lost` gives the secrets up',
    );
  }
}

/** Of the settings: the key itself, a command that prints it, or a file; else the data folder's own file, made at the first run for its owner only. */
export function masterKeyOf(settings: KeySettings): MasterKeys {
  const { masterKey, masterKeyCommand, masterKeyFile, dataFolder } = settings;
  const given = [masterKey, masterKeyFile, masterKeyCommand].filter((one) => one !== null);
  if (given.length > 1)
    throw new SettingError(
      'TESSERA_MASTER_KEY',
      'is one of three ways to give the key, with TESSERA_MASTER_KEY_FILE and TESSERA_MASTER_KEY_COMMAND; set one of them',
    );
  if (masterKey !== null) return held('TESSERA_MASTER_KEY', masterKey, async () => masterKey);
  if (masterKeyCommand !== null)
    return held('TESSERA_MASTER_KEY_COMMAND', printedBy(masterKeyCommand), () => printedAgainBy(masterKeyCommand));
  if (masterKeyFile !== null) return filed('TESSERA_MASTER_KEY_FILE', masterKeyFile);
  const path = join(dataFolder, 'master.key');
  try {
    if (!existsSync(path)) writeMasterKey(path, newKey());
  } catch (error) {
    throw dataFolderProblem(dataFolder, error);
  }
  chmodSync(path, 0o600);
  return filed('TESSERA_MASTER_KEY', path);
}

/** The file of a key that a change of keys is about to put in the place of `file`. */
export const nextKeyFile = (file: string): string => `${file}.next`;

/** Only its owner reads it, and it is on the disk before this returns. */
export function writeMasterKey(path: string, key: Buffer): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, `${key.toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(path);
}

/** Puts the next key in the place of the current one. */
export function takeNextKey(file: string): void {
  renameSync(nextKeyFile(file), file);
  syncFolder(file);
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const held = (origin: string, current: Buffer, readAgain: () => Promise<Buffer>): MasterKeys => ({
  ...{ current, origin, file: null, open: async (attempt) => attempt(current), readAgain },
});

function filed(origin: string, file: string): MasterKeys {
  const read = () => keyIn(origin, file);
  const current = read();
  const open = async <T>(attempt: (key: Buffer) => T | null): Promise<T | null> => {
    const opened = attempt(current);
    if (opened !== null || !existsSync(nextKeyFile(file))) return opened;
    // A change of keys that was cut off between the database and the file.
    const byNext = attempt(keyIn(origin, nextKeyFile(file)));
    if (byNext !== null) takeNextKey(file);
    return byNext;
  };
  return { current, origin, file, open, readAgain: async () => read() };
}

function keyIn(origin: string, path: string): Buffer {
  let text = '';
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new SettingError(origin, `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!form.test(text)) throw new SettingError(origin, `${path} does not hold 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}

const byCommand = 'TESSERA_MASTER_KEY_COMMAND';
const commandOptions = { encoding: 'utf8', timeout: commandMs, maxBuffer: 65_536 } as const;

/** At the start, before anything else is done. */
function printedBy(command: string): Buffer {
  try {
    return keyInText(execSync(command, { ...commandOptions, stdio: ['ignore', 'pipe', 'inherit'] }));
  } catch (error) {
    throw commandProblem((error as { readonly status?: number | null }).status, error);
  }
}

/** While the server runs. */
function printedAgainBy(command: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const running = exec(command, commandOptions, (error, text) => {
      try {
        if (error !== null) throw error;
        resolve(keyInText(text));
      } catch (problem) {
        reject(commandProblem(error?.killed === true ? null : error?.code, problem));
      }
    });
    running.stdin?.end();
    running.stderr?.pipe(process.stderr);
  });
}

/** What the command prints is never told, whatever it is. */
function keyInText(printed: string): Buffer {
  const text = printed.trim();
  if (!form.test(text)) throw new SettingError(byCommand, 'does not print 64 hexadecimal digits');
  return Buffer.from(text, 'hex');
}

function commandProblem(status: number | null | undefined, error: unknown): SettingError {
  if (error instanceof SettingError) return error;
  return new SettingError(byCommand, status == null ? `was not done within ${commandMs / 1_000} s` : `ended with code ${status}`);
}

/** A password that follows from the key and a purpose: the same at every start, and unknown without the key. */
export function derivedPassword(root: Buffer, purpose: string): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const bytes = createHmac('sha256', root).update(purpose).digest();
  return Array.from(bytes.subarray(0, 14), (byte) => letters.charAt(byte % letters.length)).join('');
}
