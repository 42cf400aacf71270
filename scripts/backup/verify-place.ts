import { BackupProblem } from './backup-problem.ts';
import { readCatalogue, readChecked } from './catalogue.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** Reads every file of every backup; false when one is not what was written. */
export async function verifyPlace(place: BackupPlace, signal: AbortSignal, report: (text: string) => void): Promise<boolean> {
  const backups = await readCatalogue(place);
  if (backups.length === 0) throw new BackupProblem(`there is no whole backup in ${place.shown}`);
  let isRight = true;
  for (const entry of backups.flatMap((backup) => [backup, ...backup.later])) {
    try {
      for (const file of entry.manifest.files) await readChecked(place, entry, file, null, signal);
      report(`${entry.name}: ${entry.manifest.files.length} files as they were written`);
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error;
      isRight = false;
      report(error.message);
    }
  }
  return isRight;
}
