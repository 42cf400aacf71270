import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderProblem } from './data-folder.ts';
import { SettingError } from './settings.ts';

const fileName = 'master.key';

/** The key of the settings, else the data folder's own, made at the first run and readable by the owner only. */
export function masterKeyFor(dataFolder: string, given: Buffer | null): Buffer {
  if (given !== null) return given;
  const path = join(dataFolder, fileName);
  try {
    if (!existsSync(path)) writeKey(path);
  } catch (error) {
    throw dataFolderProblem(dataFolder, error);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new SettingError('TESSERA_MASTER_KEY', `is not set and ${path} does not hold 64 hexadecimal digits`);
  chmodSync(path, 0o600);
  return Buffer.from(text, 'hex');
}

function writeKey(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A password that follows from the key and a purpose: the same at every start, and unknown without the key. */
export function derivedPassword(masterKey: Buffer, purpose: string): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const bytes = createHmac('sha256', masterKey).update(purpose).digest();
  return Array.from(bytes.subarray(0, 14), (byte) => letters.charAt(byte % letters.length)).join('');
}
