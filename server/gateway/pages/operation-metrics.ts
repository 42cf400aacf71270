import { Counter, Gauge, type Registry } from 'prom-client';
import type { CheckReport, VenueReport } from '../../../core/contract/operations.ts';

/** A figure of a plugin; null: nobody knows it now. */
export interface AddedFigure {
  readonly name: string;
  readonly help: string;
  readonly value: number | null;
}

export interface OperationSources {
  readonly venues: () => readonly VenueReport[];
  readonly checks: () => readonly CheckReport[];
  readonly figures: () => readonly AddedFigure[];
  /** Null: it does not answer. */
  readonly databaseSeconds: () => number | null;
  /** Absent where the process is not watched. */
  readonly loopSeconds: (() => number | null) | undefined;
  readonly logLines: () => Readonly<Record<'warn' | 'error', number>>;
  readonly startedSeconds: number;
  readonly version: string;
  readonly commit: string | null;
}

const checkLevels: Readonly<Record<CheckReport['state'], number>> = { ok: 0, warn: 1, down: 2 };

type Labels = Readonly<Record<string, string>>;
type Values = readonly (readonly [labels: Labels, value: number | null])[];

/** Asks the sources at each reading. */
export function watchOperations(registry: Registry, sources: OperationSources): void {
  const { venues, version, commit, logLines, checks, databaseSeconds, loopSeconds, startedSeconds } = sources;
  const gauge = (name: string, help: string, labelNames: readonly string[], read: () => Values): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        // Without labels a reset leaves a zero, which nobody has measured.
        if (labelNames.length === 0) this.remove({});
        else this.reset();
        for (const [labels, value] of read()) if (value !== null) this.set({ ...labels }, value);
      },
    });
  };
  const byVenue = (name: string, help: string, figureOf: (venue: VenueReport) => number | null): void =>
    gauge(name, help, ['exchange'], () => venues().map((venue) => [{ exchange: venue.exchange }, figureOf(venue)]));
  const one = (name: string, help: string, read: () => number | null): void => gauge(name, help, [], () => [[{}, read()]]);
  byVenue('tessera_orders_waiting', 'Orders that were sent to an exchange and have no answer yet', ({ waiting }) => waiting);
  byVenue('tessera_venue_message_seconds', 'When an exchange last told anything, in seconds since 1970', ({ messageMs }) =>
    messageMs === null ? null : messageMs / 1_000,
  );
  byVenue('tessera_venue_sequence', 'The last command that an exchange told of', ({ sequence }) => sequence);
  byVenue('tessera_venue_stored_sequence', 'Through which command the database holds an exchange', ({ stored }) => stored);
  byVenue('tessera_database_lag_seconds', 'For how long the oldest of what the database does not hold waits', ({ storeLag }) => storeLag);
  gauge('tessera_check', 'What operators watch: 0 well, 1 not as it should be, 2 somebody is needed', ['owner', 'check'], () =>
    checks().map(({ owner, id, state }) => [{ owner, check: id }, checkLevels[state]]),
  );
  one('tessera_database_up', 'The database answers: 1, else 0', () => (databaseSeconds() === null ? 0 : 1));
  one('tessera_database_answer_seconds', 'How long the database took to answer', databaseSeconds);
  if (loopSeconds !== undefined)
    one('tessera_event_loop_lag_seconds', 'How late the server comes to what is due, 99 of 100, over five seconds', loopSeconds);
  one('tessera_trading', 'This server runs the exchanges: 1', () => 1);
  one('tessera_started_seconds', 'When it began to, in seconds since 1970', () => startedSeconds);
  gauge('tessera_version', 'Always 1; the labels say which version it is', ['version', 'commit'], () => [
    [{ version, commit: commit ?? '' }, 1],
  ]);
  new Counter({
    name: 'tessera_log_lines_total',
    help: 'Warnings and errors of the log',
    labelNames: ['level'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [level, count] of Object.entries(logLines())) this.inc({ level }, count);
    },
  });
}

/** As lines of Prometheus; of one that nobody knows now there is a name and no value. */
export const addedLines = ({ name, help, value }: AddedFigure): string =>
  [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} gauge`,
    ...(value === null ? [] : [`${name} ${value}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
