/** `npm run restore -- --from PLACE`: makes an installation from a backup, and proves that it is the one that was backed up. */
import { dirname } from 'node:path';
import { readSettings, SettingError } from '../server/settings.ts';
import type { Moment } from './backup/choose-backup.ts';
import { failureSentence } from './backup/failure-sentence.ts';
import { openPlace } from './backup/places/open-place.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { endedBySignal, interrupted } from './backup/signal.ts';
import { stillGoing } from './backup/still-going.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run restore -- --from PLACE [options]

Makes an installation from a backup that npm run backup has taken, where the settings of npm start say: in an empty TESSERA_DATA, and in an empty
database where TESSERA_DATABASE_URL names one. Every file is checked first; then the states of the exchanges are compared with those that were written
down. Nothing gets its place before all of it is right.

  --from PLACE                        a folder, or s3://bucket/prefix
  --backup NAME                       this one, as npm run backup -- --list says; else the newest that leads to the moment
  --until 2026-11-29T02:15:00Z        orders and money as they were then
  --until-command tessera=812         through that command of an exchange, and others until its time
  --aside                             moves a data folder that is not empty away
  --endpoint https://…                S3-compatible store other than Amazon's`;
const { values } = readCommandLine(usage, {
  options: {
    from: { type: 'string' },
    backup: { type: 'string' },
    until: { type: 'string' },
    'until-command': { type: 'string' },
    aside: { type: 'boolean', default: false },
    endpoint: { type: 'string' },
  },
});

const signal = endedBySignal();
const progress = stillGoing((line) => console.log(line));
try {
  await restore();
} catch (error) {
  if (error instanceof SettingError) refuseCall(error.message, usage);
  if (process.env.TESSERA_LOG_LEVEL === 'debug') console.error(error);
  console.error(signal.aborted ? interrupted : failureSentence('the restore failed, and nothing is left of it', error));
  process.exitCode = 1;
} finally {
  progress.stop();
}

async function restore(): Promise<void> {
  const { from, backup, aside, endpoint } = values;
  if (from === undefined) return refuseCall('--from: must say where the backups are', usage);
  const moment = momentGiven();
  const settings = readSettings(process.env, []);
  const place = await openPlace('--from', from, endpoint, dirname(settings.dataFolder));
  await restoreBackup({ settings, place, backup, moment, aside, signal, report: progress.tell });
}

function momentGiven(): Moment {
  const { until, 'until-command': command } = values;
  if (until !== undefined && command !== undefined) refuseCall('--until and --until-command: one of them', usage);
  if (until !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(until))
    refuseCall('--until: must be a time with its zone, such as 2026-11-29T02:15:00Z', usage);
  const untilMs = until === undefined ? null : Date.parse(until);
  if (untilMs !== null && Number.isNaN(untilMs)) refuseCall('--until: there is no such time', usage);
  const [, exchange, sequence] = /^([\w-]+)=(\d{1,15})$/.exec(command ?? '') ?? [];
  if (command !== undefined && exchange === undefined) refuseCall('--until-command: must look like tessera=812', usage);
  return { untilMs, untilCommand: exchange === undefined ? null : { exchange, sequence: Number(sequence) } };
}
