import { readCatalogue } from './catalogue.ts';
import { manifestName } from './manifest.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** Deletes all but the newest whole backups with what came later, and what older ones left that were cut short. */
export async function keepNewest(place: BackupPlace, count: number, report: (text: string) => void): Promise<void> {
  const backups = await readCatalogue(place);
  const newest = backups.at(-1)?.name ?? '';
  const whole = backups.map(({ name }) => name);
  const folders = new Set((await place.list('', '')).flatMap((name) => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [])));
  // Only names that a backup gives: a bucket may hold other things.
  const torn = [...folders].filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name) && name < newest && !whole.includes(name));
  for (const name of [...whole.slice(0, -count), ...torn]) {
    await place.remove(name, manifestName);
    report(`deleted ${name}`);
  }
}
