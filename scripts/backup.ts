/** `npm run backup -- --to PLACE`: takes a backup of an installation that may run, or adds to one; lists and checks them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupFolder } from '../server/backup/backup-door.ts';
import { readSettings, SettingError } from '../server/settings.ts';
import { BackupProblem } from './backup/backup-problem.ts';
import { readCatalogue } from './backup/catalogue.ts';
import { noteOutcome } from './backup/database-source.ts';
import { failureSentence } from './backup/failure-sentence.ts';
import { keepNewest } from './backup/keep-newest.ts';
import { listLines } from './backup/list-lines.ts';
import { openPlace } from './backup/places/open-place.ts';
import { endedBySignal, interrupted } from './backup/signal.ts';
import { stillGoing } from './backup/still-going.ts';
import { type BackupParts, takeBackup } from './backup/take-backup.ts';
import { takeLater } from './backup/take-later.ts';
import { verifyPlace } from './backup/verify-place.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run backup -- --to PLACE [options]

Takes a backup of this installation, running or not; the settings are those of npm start. PLACE is a folder, or s3://bucket/prefix with
credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and the region in AWS_REGION.

  --to PLACE             where it goes
  --journal-only         adds what the journals got since the newest backup there, which can then be restored to any moment until now; cheap
  --keep 7               deletes older backups there, once this one is whole
  --with-key             puts the master key in too; else keep it elsewhere, where whoever gets the backup does not get it
  --list PLACE           says what is there
  --verify PLACE         reads every file there and compares it with what was written
  --endpoint https://…   S3-compatible store other than Amazon's`;
const { values } = readCommandLine(usage, {
  options: {
    to: { type: 'string' },
    'journal-only': { type: 'boolean', default: false },
    keep: { type: 'string' },
    'with-key': { type: 'boolean', default: false },
    list: { type: 'string' },
    verify: { type: 'string' },
    endpoint: { type: 'string' },
  },
});

/** For a database that does not answer: the sentence is not to wait for it. */
const noteMs = 10_000;
const signal = endedBySignal();
const progress = stillGoing((line) => console.log(line));
try {
  process.exitCode = await backup();
} catch (error) {
  if (error instanceof SettingError) refuseCall(error.message, usage);
  if (process.env.TESSERA_LOG_LEVEL === 'debug') console.error(error);
  console.error(sentenceOf(error));
  process.exitCode = 1;
} finally {
  progress.stop();
}

async function backup(): Promise<number> {
  const { to, list, verify, endpoint, keep } = values;
  const given = Object.entries({ to, list, verify }).filter(([, value]) => value !== undefined);
  const [[name, text] = ['', ''], ...others] = given as [string, string][];
  if (name === '' || others.length > 0) refuseCall('one of --to, --list and --verify must be given', usage);
  if (to === undefined && (values['journal-only'] || values['with-key'] || keep !== undefined))
    refuseCall('--journal-only, --with-key and --keep go with --to', usage);
  if (values['journal-only'] && (values['with-key'] || keep !== undefined))
    refuseCall('--journal-only goes without --with-key and --keep', usage);
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) refuseCall('--keep: must be a whole number from 1 on', usage);
  const settings = readSettings(process.env, []);
  const place = await openPlace(`--${name}`, text, endpoint, join(settings.dataFolder, backupFolder));
  const report = progress.tell;
  if (list !== undefined) {
    for (const line of listLines(await readCatalogue(place))) report(line);
    return 0;
  }
  if (verify !== undefined) return (await verifyPlace(place, signal, report)) ? 0 : 1;
  const { version: product } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const parts = { settings, place, product, withKey: values['with-key'], signal, report };
  const taken = values['journal-only'] ? await takeLater(parts) : await takeBackup(parts).catch((error) => noteFailure(error, parts));
  report(taken === null ? 'nothing has happened since' : `${taken.name} is whole in ${place.shown}`);
  if (keep !== undefined)
    await keepNewest(place, Number(keep), report).catch((cause: Error) => {
      throw new BackupProblem(`the backup is whole, and older ones could not be deleted: ${cause.message}`, { cause });
    });
  return 0;
}

function sentenceOf(error: unknown): string {
  const what = values.to === undefined ? 'the backups cannot be read' : 'the backup failed, and nothing is left of it';
  return signal.aborted ? interrupted : failureSentence(what, error);
}

/** Whoever reads the audit log finds why what was begun has not arrived. Journals alone, which may go each minute, leave none. */
async function noteFailure(error: unknown, { settings, place }: Pick<BackupParts, 'settings' | 'place'>): Promise<never> {
  const outcome = { to: place.shown, failed: sentenceOf(error) };
  await noteOutcome(settings, outcome, AbortSignal.timeout(noteMs)).catch((unnoted: Error) =>
    console.error(`the audit log could not be told: ${unnoted.message}`),
  );
  throw error;
}
