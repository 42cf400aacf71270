import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { restoreDeed } from '../../server/backup/backup-door.ts';
import { JournalLocked } from '../../server/engine/journal/failures/journal-locked.ts';
import { lockFolder } from '../../server/engine/journal/files/folder-lock.ts';
import { silentLogger } from '../../server/engine/journal/logger.ts';
import { acceptLoss } from '../../server/recovery/accept-loss.ts';
import { findingLines } from '../../server/recovery/finding-text.ts';
import { findVenue, isBehind, isWhole } from '../../server/recovery/venue-finding.ts';
import type { Settings } from '../../server/settings.ts';
import { CopiedDatabase } from '../../server/store/copy/copied-database.ts';
import type { DatabaseFilling } from '../../server/store/copy/database-filling.ts';
import { leftTables } from '../../server/store/copy/database-picture.ts';
import type { CopiedSchema } from '../../server/store/copy/schema-copy.ts';
import { allMigrations } from '../../server/store/migrations/all.ts';
import { openStore } from '../../server/store/open-store.ts';
import { lockData } from '../../server/store/opening/data-lock.ts';
import type { Store } from '../../server/store/store.ts';
import { BackupProblem } from './backup-problem.ts';
import { type CatalogueEntry, endsOf, readCatalogue, readChecked, type WholeBackup } from './catalogue.ts';
import { chooseBackup, type Moment, requireReached } from './choose-backup.ts';
import { fillJournal } from './fill-journal.ts';
import { keyMarkOf, requireSameTables, type VenueEnd } from './manifest.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { syncTree } from './places/folder-place.ts';
import { readSchemaText } from './read-schema.ts';
import { RestoredJournal } from './restored-journals.ts';
import { lastCommandAt, proveStates, timeOfCommand } from './state-proof.ts';
import { keyFile, masterKeyIn, schemaFile } from './take-backup.ts';

export interface RestoreParts {
  readonly settings: Settings;
  readonly place: BackupPlace;
  /** Null: the newest from which the moment can be reached. */
  readonly backup: string | undefined;
  readonly moment: Moment;
  /** Moves a data folder that is there away rather than refusing. */
  readonly aside: boolean;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

/** Rows that go to the database at once. */
const rowsAtOnce = 1_000;
const charactersAtOnce = 4_000_000;

/**
 * Puts an installation together from a backup, beside its place: files are checked before anything is made, states of the engines are compared
 * with those that were written down, journals and database with one another; only then it gets its name.
 */
export async function restoreBackup(parts: RestoreParts): Promise<void> {
  const { settings, place, moment, report } = parts;
  const backup = chooseBackup(await readCatalogue(place), parts.backup, moment, place.shown);
  requireReached(backup, moment);
  refuseNewer(backup);
  const free = await claimPlace(parts);
  const draft = `${settings.dataFolder}.restoring`;
  let isFilled = false;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await fetchChecked(backup, join(draft, 'fetched'), parts);
    const schema = await readSchemaOf(backup, join(draft, 'fetched'));
    const journals = await restoreJournals(backup, draft, parts);
    await restoreDatabase(backup, schema, draft, journals, parts);
    isFilled = true;
    await restoreFiles(backup, draft, settings.dataFolder);
    await rm(join(draft, 'fetched'), { recursive: true });
    await agree(backup, draft, journals, parts);
    parts.signal.throwIfAborted();
    await syncTree(draft);
    if (existsSync(settings.dataFolder) && (await readdir(settings.dataFolder)).length > 0) {
      const aside = `${settings.dataFolder}.moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      await free();
      await rename(settings.dataFolder, aside);
      report(`moved what was there to ${aside}`);
    }
    await rename(draft, settings.dataFolder);
    isFilled = false;
    report(`restored ${backup.name} to ${settings.dataFolder}${settings.databaseUrl === null ? '' : ' and the PostgreSQL'}`);
    sayOfKey(backup, parts);
  } finally {
    if (isFilled && settings.databaseUrl !== null) await emptyAgain(settings.databaseUrl);
    await rm(draft, { recursive: true, force: true });
    await free();
  }
}

function refuseNewer({ name, manifest }: WholeBackup): void {
  const known = allMigrations.length;
  if (manifest.migration > known)
    throw new BackupProblem(
      `${name} was taken by Tessera ${manifest.product} with ${manifest.migration} migrations, and this version knows ${known}: restore it with that one`,
    );
}

/** Throws {@link BackupProblem} while a server runs, or something is there that would be lost; gives what lets the folder go. */
async function claimPlace({ settings, aside }: RestoreParts): Promise<() => Promise<void>> {
  const { dataFolder, databaseUrl } = settings;
  const releases: (() => Promise<void>)[] = [];
  const release = async (): Promise<void> => {
    for (const one of releases.splice(0)) await one();
  };
  try {
    if (existsSync(dataFolder)) {
      const lock = await lockData(dataFolder);
      releases.push(() => lock.release());
      const venues = join(dataFolder, 'venues');
      for (const folder of [venues, ...(existsSync(venues) ? await readdir(venues) : []).map((name) => join(venues, name, 'journal'))])
        if (existsSync(folder)) releases.push(await lockFolder(folder));
      if ((await readdir(dataFolder)).length > 0 && !aside)
        throw new BackupProblem(`TESSERA_DATA: ${dataFolder} is not empty; --aside moves it away`);
    }
    if (databaseUrl !== null) {
      const database = await CopiedDatabase.open({ dataDir: dataFolder, databaseUrl });
      try {
        if (!(await database.isEmpty()))
          throw new BackupProblem('TESSERA_DATABASE_URL: that database is not empty; make a new one (createdb) and name that');
      } finally {
        await database.close();
      }
    }
    return release;
  } catch (error) {
    await release();
    if (error instanceof JournalLocked) throw new BackupProblem(`a server is running on ${dataFolder}: stop it first`);
    throw error;
  }
}

/** Every file of the backup, each checked, before anything is made of them. */
async function fetchChecked(backup: WholeBackup, into: string, { place, signal, report }: RestoreParts): Promise<void> {
  const entries: readonly CatalogueEntry[] = [backup, ...backup.later];
  const bytes = entries.flatMap(({ manifest }) => manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  report(`checking ${backup.name} and ${backup.later.length} later journals, ${(bytes / 1024 ** 2).toFixed(1)} MB`);
  for (const entry of entries) {
    for (const file of entry.manifest.files) {
      const path = join(into, entry.name, file.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await readChecked(place, entry, file, createWriteStream(path, { mode: 0o600 }), signal);
    }
  }
}

/** Puts the journals together, cuts them at the moment, and compares the states on the way. Gives what they end with. */
async function restoreJournals(backup: WholeBackup, draft: string, parts: RestoreParts): Promise<readonly RestoredJournal[]> {
  const { moment, report } = parts;
  const ends = endsOf(backup);
  const journals = new Map<string, RestoredJournal>();
  for (const exchange of Object.keys(ends)) {
    const journal = new RestoredJournal(exchange, join(draft, 'venues', exchange));
    journals.set(exchange, journal);
    const fetched = join(draft, 'fetched', backup.name, 'venues', exchange);
    for (const folder of ['journal', 'snapshots']) await unpackFolder(join(fetched, folder), join(journal.folder, folder));
    for (const entry of backup.later) {
      const end = entry.manifest.venues[exchange];
      if (end === undefined) continue;
      const name = `${String(end.first).padStart(16, '0')}.records.gz`;
      await journal.add(end.first, join(draft, 'fetched', entry.name, 'venues', exchange, name));
    }
  }
  const untilMs = await momentOf(moment, journals);
  const kept: RestoredJournal[] = [];
  for (const [exchange, journal] of journals) {
    const isNamed = moment.untilCommand?.exchange === exchange;
    const last = await endOf(
      journal,
      ends[exchange] as VenueEnd,
      backup,
      isNamed ? (moment.untilCommand?.sequence ?? null) : null,
      untilMs,
    );
    if (last === 0) {
      await rm(journal.folder, { recursive: true, force: true });
      continue;
    }
    await journal.cutAfter(last);
    await prove(journal, last, backup, report);
    kept.push(journal);
  }
  return kept;
}

async function momentOf({ untilMs, untilCommand }: Moment, journals: ReadonlyMap<string, RestoredJournal>): Promise<number | null> {
  if (untilCommand === null) return untilMs;
  const capture = await journals.get(untilCommand.exchange)?.capture();
  try {
    return capture === undefined ? null : await timeOfCommand(capture, untilCommand.sequence);
  } finally {
    await capture?.close();
  }
}

/** The last command that stays. */
async function endOf(
  journal: RestoredJournal,
  end: VenueEnd,
  { name, manifest }: WholeBackup,
  named: number | null,
  untilMs: number | null,
): Promise<number> {
  if (named !== null) return named;
  if (untilMs === null || end.timeMs <= untilMs) return end.last;
  const capture = await journal.capture();
  try {
    const last = await lastCommandAt(capture, capture.firstSequence, end.last, untilMs);
    const stored = manifest.venues[journal.exchange]?.stored ?? 0;
    if (last < stored || (last > 0 && last < capture.firstSequence))
      throw new BackupProblem(
        `${journal.exchange}: the last command at that moment is ${last}, and the database of ${name} has stored ${stored} already; an older backup is needed`,
      );
    return last;
  } finally {
    await capture.close();
  }
}

/** Runs the commands again: the states on the way must be those that were written down. */
async function prove(journal: RestoredJournal, last: number, backup: WholeBackup, report: (text: string) => void): Promise<void> {
  const { exchange } = journal;
  const known = new Map<number, string>();
  for (const { manifest } of [backup, ...backup.later]) {
    const end = manifest.venues[exchange];
    if (end !== undefined && end.last <= last) known.set(end.last, end.stateHash);
  }
  const capture = await journal.capture();
  try {
    const states = await proveStates(capture, [...known.keys(), last]);
    for (const [sequence, { stateHash }] of states) {
      const expected = known.get(sequence);
      if (expected !== undefined && expected !== stateHash)
        throw new BackupProblem(
          `${exchange}: after command ${sequence} the state is ${stateHash}, and it was ${expected} when the backup was taken`,
        );
    }
    const { stateHash = '', timeMs = 0 } = states.get(last) ?? {};
    const compared = known.has(last) ? 'state hash equal' : `state hashes equal after ${known.size} earlier commands, and at this moment`;
    report(`${exchange}: command ${last}, ${new Date(timeMs).toISOString()}, ${compared}: ${stateHash}`);
  } finally {
    await capture.close();
  }
}

/** What makes the tables, all of those whose rows the backup has. */
async function readSchemaOf({ name, manifest }: WholeBackup, fetched: string): Promise<CopiedSchema> {
  const text = gunzipSync(await readFile(join(fetched, name, `${schemaFile}.gz`))).toString();
  const schema = readSchemaText(text, `${name}/${schemaFile}`);
  const made = schema.tables.map((table) => table.name);
  requireSameTables(manifest, made, leftTables);
  return schema;
}

async function restoreDatabase(
  backup: WholeBackup,
  schema: CopiedSchema,
  draft: string,
  journals: readonly RestoredJournal[],
  { settings, signal, report }: RestoreParts,
): Promise<void> {
  const fetched = join(draft, 'fetched', backup.name);
  const { databaseUrl } = settings;
  report('filling the database');
  const database = await CopiedDatabase.open({ dataDir: draft, databaseUrl });
  try {
    await database.fill(async (filling) => {
      await filling.makeTables(schema);
      for (const table of schema.tables) {
        signal.throwIfAborted();
        const path = join(fetched, 'tables', `${table.name}.jsonl.gz`);
        const rows = backup.manifest.tables[table.name] ?? 0;
        if (existsSync(path)) await fillTable(filling, table, path, rows);
        else if (rows > 0) throw new BackupProblem(`the table ${table.name} is missing in the backup, and ${rows} rows were written`);
      }
      if (settings.journal === 'postgres') for (const journal of journals) await fillJournal(filling, journal);
      await filling.finish(schema);
    });
  } finally {
    await database.close();
  }
  if (settings.journal === 'postgres') await rm(join(draft, 'venues'), { recursive: true, force: true });
}

async function fillTable(filling: DatabaseFilling, table: CopiedSchema['tables'][number], path: string, expected: number): Promise<void> {
  let lines: string[] = [];
  let characters = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    await filling.write(table, lines);
    rows += lines.length;
    lines = [];
    characters = 0;
  };
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    lines.push(line);
    characters += line.length;
    if (lines.length >= rowsAtOnce || characters >= charactersAtOnce) await flush();
  }
  await flush();
  if (rows !== expected) throw new BackupProblem(`the table ${table.name} has ${rows} rows in the backup, and ${expected} were written`);
}

/** A PostgreSQL is not put together beside its place: it is as empty again as it was. */
async function emptyAgain(databaseUrl: string): Promise<void> {
  const database = await CopiedDatabase.open({ dataDir: '', databaseUrl });
  await database.clear().finally(() => database.close());
}

/** Files of plugins, and the key: of the backup, or of the data folder that is moved away where it is the same. */
async function restoreFiles({ name, manifest }: WholeBackup, draft: string, former: string): Promise<void> {
  const fetched = join(draft, 'fetched', name);
  if (existsSync(join(fetched, 'files'))) await rename(join(fetched, 'files'), join(draft, 'files'));
  const key = masterKeyIn({ dataFolder: former, masterKey: null, masterKeyFile: null, masterKeyCommand: null });
  const source = manifest.hasKey ? join(fetched, keyFile) : join(former, keyFile);
  if (!manifest.hasKey && (key === null || keyMarkOf(key.current) !== manifest.keyMark)) return;
  await copyFile(source, join(draft, keyFile));
  await chmod(join(draft, keyFile), 0o600);
}

/** Sessions of the backup end, and the audit log goes on from where it was with what has been done here; journals and database must belong together, and accounts that were made after the database was copied are known to the journals alone. */
async function agree(
  backup: WholeBackup,
  draft: string,
  journals: readonly RestoredJournal[],
  { settings, place, moment, report }: RestoreParts,
): Promise<void> {
  const store = await openStore({ dataDir: draft, databaseUrl: settings.databaseUrl ?? undefined });
  try {
    await endSessions(store);
    const { untilMs, untilCommand } = moment;
    const until = untilCommand === null ? untilMs : `${untilCommand.exchange}=${untilCommand.sequence}`;
    await store.audit.append(restoreDeed({ from: place.shown, name: backup.name, until }, Date.now()));
    report(
      'sessions are ended; passwords and second factors are those of the backup, and keys, people and authorisations that were taken back since are there again: change or take them back once more',
    );
    if (settings.journal === 'postgres') return;
    for (const { exchange } of journals) {
      const found = { store, dataFolder: draft, logger: silentLogger };
      const finding = await findVenue(exchange, found);
      if (isWhole(finding)) continue;
      for (const line of findingLines(finding)) report(line);
      if (isBehind(finding) || finding.noted !== null || finding.snapshotsAhead.length > 0)
        throw new BackupProblem(`${exchange}: journal and database of the backup do not belong together`);
      await acceptLoss(finding, { ...found, nowMs: Date.now() });
      report('  they were made after the backup of the database, and belong to the user "recovered", whom nobody can sign in as');
    }
  } finally {
    await store.close();
  }
}

/** Of what was open at the backup nobody knows here what was ended since, because it was stolen: no session, code or device of then opens or hears anything. */
async function endSessions({ sql }: Store): Promise<void> {
  await sql.run('update session set revoked_ms = $1 where revoked_ms is null', [Date.now()]);
  for (const table of ['pending_sign_in', 'address_code', 'push_device']) await sql.run(`delete from ${table}`);
}

function sayOfKey({ manifest }: WholeBackup, { settings, report }: RestoreParts): void {
  if (manifest.keyMark === null) return;
  const key = masterKeyIn(settings);
  if (key !== null && keyMarkOf(key.current) === manifest.keyMark) return;
  const what =
    key === null
      ? `the master key is not here: put it into ${join(settings.dataFolder, keyFile)}, or name it by TESSERA_MASTER_KEY_FILE, before the start`
      : 'the master key that the settings give is not the one of this backup: give that before the start';
  report(`${what}, which is refused without it`);
  report('where it is lost for good, "npm run keys:rotate -- --lost" gives up second factors, keys of exchanges and letters that wait');
}

async function unpackFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) {
    const target = createWriteStream(join(to, name.replace(/\.gz$/, '')), { mode: 0o600 });
    await pipeline(createReadStream(join(from, name)), createGunzip(), target);
  }
}
