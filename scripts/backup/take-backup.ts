import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { segmentName } from '../../server/engine/journal/segments/segment-header.ts';
import { type MasterKeys, masterKeyOf } from '../../server/secrets/master-key.ts';
import type { Settings } from '../../server/settings.ts';
import type { DatabasePicture } from '../../server/store/copy/database-picture.ts';
import { BackupProblem } from './backup-problem.ts';
import { type CatalogueEntry, nameAt } from './catalogue.ts';
import { noteOutcome, openSource } from './database-source.ts';
import { DraftFiles } from './draft-files.ts';
import { type CapturedJournal, JournalCapture } from './journal-capture.ts';
import { keyMarkOf, manifestFormat, type VenueEnd } from './manifest.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { RowCapture } from './row-capture.ts';
import { checksumOf, proveStates } from './state-proof.ts';

type KeySettings = Parameters<typeof masterKeyOf>[0];

export interface BackupParts {
  readonly settings: Settings;
  readonly place: BackupPlace;
  readonly product: string;
  readonly withKey: boolean;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

const numbered = (sequence: number): string => String(sequence).padStart(16, '0');
export const schemaFile = 'schema.json';
export const keyFile = 'master.key';
/** What plugins keep in files. */
const keptFiles = 'files';

/**
 * Takes a backup of an installation that may run. The order makes it whole: journals are held open first, so that nothing of them goes; then
 * the database is seen at one moment; then the journals are read at least as far as the database had stored of them.
 */
export async function takeBackup(parts: BackupParts): Promise<CatalogueEntry> {
  const { settings, place, signal, report } = parts;
  const captures = await captureVenues(settings.dataFolder);
  const folder = await place.draftFolder();
  try {
    const draft = new DraftFiles(folder, signal);
    report('reading the database');
    const source = await openSource(settings, place.shown, signal);
    const tables: Record<string, number> = {};
    const venues: Record<string, VenueEnd> = {};
    let migration = 0;
    try {
      await source.database.picture(async (picture) => {
        migration = await picture.migration();
        for (const capture of captures) await capture.lookAgain();
        await draft.addCompressed(schemaFile, [JSON.stringify(picture.schema)]);
        for (const table of picture.tables) {
          tables[table.name] = 0;
          await draft.addCompressed(`tables/${table.name}.jsonl`, countedLines(picture, table, tables));
        }
        report(`${Object.keys(tables).length} tables, ${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows`);
        const stored = await picture.storedThrough();
        const inDatabase = await picture.journals();
        const rows = await Promise.all([...inDatabase].map(([exchange, extent]) => RowCapture.open(picture, exchange, extent)));
        for (const capture of [...rows, ...captures.filter(({ exchange }) => !inDatabase.has(exchange))]) {
          const end = await addJournal(capture, stored.get(capture.exchange) ?? 0, draft);
          if (end !== null) venues[capture.exchange] = end;
          signal.throwIfAborted();
        }
        for (const [exchange, sequence] of stored)
          if (venues[exchange] === undefined && sequence > 0)
            report(
              `${exchange}: no journal of it is in ${settings.dataFolder}: it lies at an exchange elsewhere, or this is not the machine that trades`,
            );
        for (const [exchange, { last }] of Object.entries(venues)) report(`${exchange}: the journal through command ${last}`);
      });
    } finally {
      await source.close();
    }
    await addKeptFiles(join(settings.dataFolder, keptFiles), draft);
    const key = masterKeyIn(settings);
    if (parts.withKey) {
      if (key === null || key.file === null)
        throw new BackupProblem('--with-key: the master key is in no file that this installation reads: keep it where you keep it now');
      await draft.addFile(keyFile, key.file);
    }
    const { timeMs } = source;
    const { manifest, names } = await draft.finish({
      ...{ format: manifestFormat, kind: 'whole', product: parts.product, migration, timeMs },
      ...{ keyMark: key === null ? null : keyMarkOf(key.current), hasKey: parts.withKey, venues, tables },
    });
    const name = nameAt(timeMs);
    report(`writing ${names.length} files to ${place.shown}`);
    await place.publish(folder, name, names, signal);
    await noteOutcome(settings, { to: place.shown, taken: name }, signal).catch((error: Error) =>
      report(`the backup is whole, and the audit log could not be told: ${error.message}`),
    );
    return { name, manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
    for (const capture of captures) await capture.close();
  }
}

/** The installation's master key and the file that holds it, if one does; null where none was made yet. Makes none. */
export function masterKeyIn(settings: KeySettings): Pick<MasterKeys, 'current' | 'file'> | null {
  const { masterKey, masterKeyFile, masterKeyCommand, dataFolder } = settings;
  const isGiven = [masterKey, masterKeyFile, masterKeyCommand].some((one) => one !== null);
  return isGiven || existsSync(join(dataFolder, keyFile)) ? masterKeyOf(settings) : null;
}

export async function captureVenues(dataFolder: string): Promise<readonly JournalCapture[]> {
  const folder = join(dataFolder, 'venues');
  const exchanges = existsSync(folder) ? await readdir(folder) : [];
  return Promise.all(exchanges.toSorted().map((exchange) => JournalCapture.open(exchange, join(folder, exchange))));
}

async function* countedLines(
  picture: DatabasePicture,
  table: DatabasePicture['tables'][number],
  counts: Record<string, number>,
): AsyncIterable<string> {
  for await (const lines of picture.rows(table)) {
    counts[table.name] = (counts[table.name] ?? 0) + lines.length;
    yield `${lines.join('\n')}\n`;
  }
}

/** Journal and snapshots of an exchange as files; null while it has no command. */
async function addJournal(capture: CapturedJournal, stored: number, draft: DraftFiles): Promise<VenueEnd | null> {
  const { exchange, firstSequence: first } = capture;
  const last = await capture.durableEnd(stored);
  if (last < first) return null;
  const folder = `venues/${exchange}`;
  for await (const { firstSequence, chunks } of capture.segments(last))
    await draft.addCompressed(`${folder}/journal/${segmentName(firstSequence)}`, chunks);
  for (const sequence of capture.snapshots)
    await draft.addCompressed(`${folder}/snapshots/${numbered(sequence)}.snapshot`, [await capture.snapshotBytes(sequence)]);
  return { first, stored, ...(await endAt(capture, last)) };
}

/** What a manifest says of a journal's end. */
export async function endAt(capture: CapturedJournal, last: number): Promise<Omit<VenueEnd, 'first' | 'stored'>> {
  const state = (await proveStates(capture, [last])).get(last);
  if (state === undefined) throw new Error(`the replay of ${capture.exchange} passed command ${last} by`);
  // Where it is only in a snapshot any more, nobody can go on from it by its record.
  return { last, ...state, lastRecord: (await checksumOf(capture, last)) ?? 0 };
}

async function addKeptFiles(folder: string, draft: DraftFiles): Promise<void> {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `${keptFiles}/${relative(folder, path).split(sep).join('/')}`;
    await draft.addFile(name, path).catch((error: NodeJS.ErrnoException) => {
      // Deleted in this moment, as letters are that have aged.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
