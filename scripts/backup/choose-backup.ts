import { BackupProblem } from './backup-problem.ts';
import { endsOf, type WholeBackup } from './catalogue.ts';

/** The moment to restore to. */
export interface Moment {
  /** Last time that counts; null: everything there is. */
  readonly untilMs: number | null;
  /** The last command that counts at one exchange; others stop at the time of it. */
  readonly untilCommand: { readonly exchange: string; readonly sequence: number } | null;
}

/** The newest backup from which that moment can be reached. Throws {@link BackupProblem} when none is old enough. */
export function chooseBackup(backups: readonly WholeBackup[], name: string | undefined, moment: Moment, place: string): WholeBackup {
  if (backups.length === 0) throw new BackupProblem(`there is no whole backup in ${place}`);
  if (name !== undefined) {
    const named = backups.find((backup) => backup.name === name);
    if (named === undefined)
      throw new BackupProblem(`--backup: ${name} is not among those in ${place}: ${backups.map((backup) => backup.name).join(', ')}`);
    refuseTooNew(named, moment);
    return named;
  }
  const reachable = backups.filter((backup) => isOldEnough(backup, moment));
  const chosen = reachable.at(-1);
  if (chosen !== undefined) return chosen;
  const [oldest] = backups;
  refuseTooNew(oldest as WholeBackup, moment);
  throw new Error('a backup was too new and was not refused');
}

const isOldEnough = ({ manifest }: WholeBackup, { untilMs, untilCommand }: Moment): boolean =>
  (untilMs === null || manifest.timeMs <= untilMs) &&
  (untilCommand === null || (manifest.venues[untilCommand.exchange]?.stored ?? 0) <= untilCommand.sequence);

function refuseTooNew(backup: WholeBackup, moment: Moment): void {
  if (isOldEnough(backup, moment)) return;
  const { name, manifest } = backup;
  const { untilMs, untilCommand } = moment;
  throw new BackupProblem(
    untilMs !== null
      ? `--until: ${new Date(untilMs).toISOString()} is before ${name}, whose database is of ${new Date(manifest.timeMs).toISOString()}; an older backup is needed`
      : `--until-command: the database of ${name} has stored command ${manifest.venues[untilCommand?.exchange ?? '']?.stored} of ${untilCommand?.exchange} already; an older backup is needed`,
  );
}

/** Throws {@link BackupProblem} when the journals end before the command that was asked for. */
export function requireReached(backup: WholeBackup, { untilCommand }: Moment): void {
  if (untilCommand === null) return;
  const end = endsOf(backup)[untilCommand.exchange];
  if (end === undefined)
    throw new BackupProblem(
      `--until-command: ${backup.name} has no exchange ${untilCommand.exchange}; it has ${Object.keys(backup.manifest.venues).join(', ')}`,
    );
  if (end.last < untilCommand.sequence)
    throw new BackupProblem(`--until-command: the journal of ${untilCommand.exchange} ends with command ${end.last} in ${backup.name}`);
}
