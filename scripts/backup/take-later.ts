import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { recordHeaderBytes } from '../../server/engine/journal/segments/record-format.ts';
import { CopiedDatabase } from '../../server/store/copy/copied-database.ts';
import { BackupProblem } from './backup-problem.ts';
import { type CatalogueEntry, endsOf, laterName, readCatalogue, type WholeBackup } from './catalogue.ts';
import { DraftFiles } from './draft-files.ts';
import type { CapturedJournal } from './journal-capture.ts';
import { manifestFormat, type VenueEnd } from './manifest.ts';
import { RowCapture } from './row-capture.ts';
import { checksumOf } from './state-proof.ts';
import { type BackupParts, captureVenues, endAt } from './take-backup.ts';

const noteMs = 200;

/**
 * Adds to the newest whole backup what the journals got since, so that it can be restored to any moment until now. Neither the server nor its
 * database is asked, unless journals lie in that. Null: nothing has happened.
 */
export async function takeLater(parts: BackupParts): Promise<CatalogueEntry | null> {
  const { settings, place } = parts;
  const whole = (await readCatalogue(place)).at(-1);
  if (whole === undefined)
    throw new BackupProblem(`--journal-only: there is no backup in ${place.shown} that journals could be added to; take one first`);
  // The note of a journal's end follows a commit by some 20 ms: what was acknowledged before the call is to be there.
  await setTimeout(noteMs);
  const captures = await captureVenues(settings.dataFolder);
  try {
    if (settings.journal === 'file') return await add(whole, captures, parts);
    const database = await CopiedDatabase.open({ dataDir: settings.dataFolder, databaseUrl: settings.databaseUrl });
    try {
      return await database.picture(async (picture) => {
        const extents = [...(await picture.journals())];
        const rows = await Promise.all(extents.map(([exchange, extent]) => RowCapture.open(picture, exchange, extent)));
        const names = rows.map(({ exchange }) => exchange);
        return add(whole, [...rows, ...captures.filter(({ exchange }) => !names.includes(exchange))], parts);
      });
    } finally {
      await database.close();
    }
  } finally {
    for (const capture of captures) await capture.close();
  }
}

async function add(whole: WholeBackup, captures: readonly CapturedJournal[], parts: BackupParts): Promise<CatalogueEntry | null> {
  const { place, signal, report } = parts;
  const ends = endsOf(whole);
  const timeMs = Date.now();
  const folder = await place.draftFolder();
  try {
    const draft = new DraftFiles(folder, signal);
    const venues: Record<string, VenueEnd> = {};
    for (const capture of captures) {
      const before = ends[capture.exchange];
      const first = (before?.last ?? 0) + 1;
      await requireSame(capture, before, whole.name);
      const last = await capture.durableEnd(0);
      if (last < first) continue;
      if (first < capture.firstSequence)
        throw new BackupProblem(
          `--journal-only: ${capture.exchange} no longer has command ${first}, which follows the last one in ${whole.name}; take a whole backup, and more often`,
        );
      await draft.addCompressed(`venues/${capture.exchange}/${String(first).padStart(16, '0')}.records`, recordsOf(capture, first, last));
      venues[capture.exchange] = { first, ...(await endAt(capture, last)) };
      report(`${capture.exchange}: commands ${first} to ${last}`);
      signal.throwIfAborted();
    }
    if (Object.keys(venues).length === 0) return null;
    const { manifest, names } = await draft.finish({
      ...{ format: manifestFormat, kind: 'later', product: parts.product, migration: 0, timeMs },
      ...{ keyMark: null, hasKey: false, venues, tables: {} },
    });
    const name = laterName(whole.name, timeMs);
    await place.publish(folder, name, names, signal);
    return { name, manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A journal that was restored or cut since goes on otherwise than the one that was backed up. */
async function requireSame(capture: CapturedJournal, before: VenueEnd | undefined, name: string): Promise<void> {
  if (before === undefined || before.lastRecord === 0) return;
  const end = await capture.lastReadable();
  const found = before.last > end ? null : await checksumOf(capture, before.last);
  if (before.last <= end && (found === null || found === before.lastRecord)) return;
  throw new BackupProblem(
    `--journal-only: the journal of ${capture.exchange} here is not the one of ${name}: ${before.last > end ? `it ends with command ${end}` : `command ${before.last} is another one`}, where that has ${before.last}. Take a whole backup`,
  );
}

/** Records as they stand in a segment, without its head. */
function recordsOf(capture: CapturedJournal, from: number, through: number): AsyncIterable<Uint8Array> {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  capture
    .replay(from, through, (_sequence, bytes, start, end) => {
      if (stream.write(bytes.slice(start - recordHeaderBytes, end))) return undefined;
      return once(stream, 'drain').then(() => undefined);
    })
    .then(() => stream.end())
    .catch((error: Error) => stream.destroy(error));
  return stream;
}
