import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BackupProblem } from './backup-problem.ts';
import { Measure } from './draft-files.ts';
import { isPlainPath, type Manifest, manifestName, readManifest, type VenueEnd } from './manifest.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** A backup, or journals that came later, by name. */
export interface CatalogueEntry {
  /** Below the place. */
  readonly name: string;
  readonly manifest: Manifest;
}

/** A whole backup and the journals that came after it, oldest first. */
export interface WholeBackup extends CatalogueEntry {
  readonly later: readonly CatalogueEntry[];
}

const laterFolder = 'later';

/** The name of something that was taken then. */
export const nameAt = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(/[:.]/g, '-');
export const laterName = (whole: string, timeMs: number): string => `${whole}/${laterFolder}/${nameAt(timeMs)}`;

/** All that is whole in a place, oldest first. */
export async function readCatalogue(place: BackupPlace): Promise<readonly WholeBackup[]> {
  const entries: CatalogueEntry[] = [];
  for (const path of await place.list('', `/${manifestName}`)) {
    const name = path.slice(0, -manifestName.length - 1);
    // A store may have any names.
    if (!/^[^/]+(\/later\/[^/]+)?$/.test(name) || !isPlainPath(name)) continue;
    entries.push({ name, manifest: readManifest(await text(await place.read(path)), `${name} in ${place.shown}`) });
  }
  const byName = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return byName
    .filter(({ name }) => !name.includes('/'))
    .map((entry) => ({ ...entry, later: byName.filter(({ name }) => name.startsWith(`${entry.name}/`)) }));
}

/** How far a backup reaches with the journals that came later. */
export function endsOf({ manifest, later }: WholeBackup): Readonly<Record<string, VenueEnd>> {
  return Object.assign({}, manifest.venues, ...later.map((entry) => entry.manifest.venues));
}

/** Reads a file whole, into `into` when there is one. Throws {@link BackupProblem} unless it is the one of the manifest. */
export async function readChecked(
  place: BackupPlace,
  entry: CatalogueEntry,
  file: Manifest['files'][number],
  into: NodeJS.WritableStream | null,
  signal: AbortSignal,
): Promise<void> {
  const measure = new Measure();
  const source: Readable = await place.read(`${entry.name}/${file.name}`);
  if (into === null) await pipeline(source, measure, async (chunks) => void (await drained(chunks)), { signal });
  else await pipeline(source, measure, into, { signal });
  if (measure.bytes !== file.bytes)
    throw new BackupProblem(`${entry.name}/${file.name} has ${measure.bytes} bytes, and ${file.bytes} were written: take another backup`);
  if (measure.sha256() !== file.sha256)
    throw new BackupProblem(`${entry.name}/${file.name} is not what was written, its SHA-256 is another one: take another backup`);
}

async function drained(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of chunks) void chunk;
}
