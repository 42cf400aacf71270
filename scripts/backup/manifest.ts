import { createHmac } from 'node:crypto';
import { BackupProblem } from './backup-problem.ts';

export const manifestName = 'manifest.json';
const format = 1;

export interface BackupFile {
  /** Below the backup, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** How far a backup reaches at an exchange. */
export interface VenueEnd {
  /** First command of it that is here. */
  readonly first: number;
  /** The database has stored through this one; absent in a journal that came later. */
  readonly stored?: number;
  readonly last: number;
  /** Time of the last command in ms. */
  readonly timeMs: number;
  /** Of the engine after the last command. */
  readonly stateHash: string;
  /** Checksum of the last command's record: whoever goes on from here must have the same one. */
  readonly lastRecord: number;
}

/** What a backup holds. It is written last: without it a backup is none. */
export interface Manifest {
  readonly format: typeof format;
  /** `later`: what the journals got after a whole backup. */
  readonly kind: 'whole' | 'later';
  readonly product: string;
  /** Newest migration of the house's tables; 0 of later journals. */
  readonly migration: number;
  /** When the database was as it is here; of later journals when they were read. */
  readonly timeMs: number;
  /** Tells the master key of the installation without telling it. */
  readonly keyMark: string | null;
  readonly hasKey: boolean;
  readonly venues: Readonly<Record<string, VenueEnd>>;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: readonly BackupFile[];
}

export const manifestFormat = format;

/** A mark of the key: the same for the same key, and of no use for anything else. */
export const keyMarkOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('tessera backup: which key').digest('hex').slice(0, 16);

/** Throws {@link BackupProblem} where it is none, or of a newer product. */
export function readManifest(text: string, where: string): Manifest {
  const bad = (what: string): never => {
    throw new BackupProblem(`${where}: ${what}`);
  };
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return bad('is no JSON');
  }
  if (typeof found !== 'object' || found === null) return bad('is no manifest');
  const manifest = found as Partial<Record<keyof Manifest, unknown>>;
  if (manifest.format !== format) return bad(`has format ${String(manifest.format)}, and format ${format} is what can be read here`);
  if (manifest.kind !== 'whole' && manifest.kind !== 'later') return bad('kind: must be "whole" or "later"');
  for (const field of ['product', 'migration', 'timeMs', 'venues', 'tables', 'files', 'hasKey'] as const)
    if (manifest[field] === undefined) return bad(`${field}: is missing`);
  for (const field of ['migration', 'timeMs'] as const)
    if (!isCount(manifest[field])) return bad(`${field}: must be a whole number from 0 on`);
  if (typeof manifest.hasKey !== 'boolean') return bad('hasKey: must be true or false');
  const { files, venues, tables } = manifest as Manifest;
  if (typeof venues !== 'object' || venues === null || Array.isArray(venues)) return bad('venues: must say how far each reaches');
  for (const [exchange, end] of Object.entries(venues)) {
    // A folder of a restore bears that name, and one without commands is deleted.
    if (!isPlainName(exchange)) return bad(`venues: ${JSON.stringify(exchange)} names no exchange`);
    for (const field of ['first', 'last', 'stored'] as const)
      if (!isCount(end?.[field]) && !(field === 'stored' && end?.stored === undefined))
        return bad(`venues: ${JSON.stringify(exchange)} has no ${field} command`);
  }
  if (typeof tables !== 'object' || tables === null || !Object.values(tables).every(isCount))
    return bad('tables: must count the rows of each');
  for (const table of Object.keys(tables)) if (!isPlainName(table)) return bad(`tables: ${JSON.stringify(table)} names no table`);
  if (!Array.isArray(files)) return bad('files: must be a list');
  for (const file of files as readonly (BackupFile | null)[])
    if (!isPlainPath(file?.name)) return bad(`files: ${JSON.stringify(file?.name)} leads out of the backup`);
  return manifest as Manifest;
}

/**
 * Throws {@link BackupProblem} unless a backup makes the tables whose rows it counts, and beside them only such as are left without rows: else
 * some would be missing without a word.
 */
export function requireSameTables({ tables }: Pick<Manifest, 'tables'>, made: readonly string[], left: readonly string[]): void {
  for (const [name, rows] of Object.entries(tables))
    if (!made.includes(name)) throw new BackupProblem(`the table ${name} is not among those of the backup, and ${rows} rows were written`);
  const uncounted = made.find((name) => !Object.hasOwn(tables, name) && !left.includes(name));
  if (uncounted !== undefined) throw new BackupProblem(`the table ${uncounted} is among those of the backup, and its manifest lacks it`);
}

const isCount = (number: unknown): boolean => Number.isSafeInteger(number) && Number(number) >= 0;

/** Of a file or folder that lies where it is put, and of no object's prototype. */
const isPlainName = (name: string): boolean => isPlainPath(name) && !name.includes('/') && name !== '__proto__';

/** Neither absolute nor upwards: a manifest says where files are written. */
export const isPlainPath = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  !name.includes('\\') &&
  !name.includes('\0') &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
