import { StoreError } from '../../server/store/store-error.ts';
import { BackupProblem } from './backup-problem.ts';

/** What to do about a failure of the file system, by its code. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'no room is left on that disk: free some, or name another one',
  EDQUOT: 'no more may be stored there: free some, or name another place',
  EACCES: 'that is not allowed to whoever runs this: run it as the owner of the data folder, and let him write to the place',
  EPERM: 'that is not allowed to whoever runs this: run it as the owner of the data folder, and let him write to the place',
  EROFS: 'nothing can be written there: name another place',
  ENOTDIR: 'a part of that path is a file: name a folder',
  EEXIST: 'that is a file: name a folder',
  EIO: 'the disk does not read or write: see to it first, and keep the backups that you have',
};
const otherwise = 'try again; TESSERA_LOG_LEVEL=debug says where in the code it ended';
/** An entry of the audit log is not filled with it. */
const longest = 400;

/** What failed, in the words of the caller, why, and what to do, on one line. */
export function failureSentence(what: string, error: unknown): string {
  if (error instanceof StoreError || error instanceof BackupProblem) return oneLine(error.message);
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  return `${what}: ${oneLine(message)}; ${remedies[code] ?? otherwise}`;
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
