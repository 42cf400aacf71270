import type { Language } from '../domain/language.ts';
import type { CheckState, DiskPart, FigureGroup, FigureUnit } from '../domain/operation-words.ts';
import { type Disposer, type Token, token } from './token.ts';

/** What an operator has to know about a running server: checks that say whether all is well, and figures over time. */

/** A sentence in each language of the product. */
export type ByLanguage = Readonly<Record<Language, string>>;

export interface CheckFinding {
  readonly state: CheckState;
  /** What is so; null: there is nothing to say. Never a secret. */
  readonly detail: ByLanguage | null;
}

/** One thing that is well or not. */
export interface CheckTerms {
  /** Lower-case letters, digits and hyphens; its own among those of its plugin. */
  readonly id: string;
  readonly title: ByLanguage;
  /** What to do where it is not well. */
  readonly remedy: ByLanguage;
  /** Heading of `docs/operations.md` that says more, as it stands behind the `#`; null: none. */
  readonly anchor: string | null;
  /** Asked every ten seconds; one that throws, or takes longer than five seconds, is not well. */
  read(): CheckFinding | Promise<CheckFinding>;
}

/** One number that changes with time. */
export interface FigureTerms {
  /** Lower-case letters, digits and hyphens; of a plugin `tessera_<plugin>_<id>` in `/metrics`, with `_` for each hyphen. */
  readonly id: string;
  readonly title: ByLanguage;
  /** What it is, in English, for `/metrics`. */
  readonly help: string;
  readonly unit: FigureUnit;
  readonly group: FigureGroup;
  /** Asked every ten seconds; null: nobody knows it now. One that throws, or takes longer than five seconds, is not known. */
  read(): number | null | Promise<number | null>;
}

/** What a plugin adds to what operators see; all of it ends with the plugin. An id that the plugin has already used throws. */
export interface Monitoring {
  addCheck(check: CheckTerms): void;
  /** It stands on the page of operations with its history, and in `/metrics`. */
  addFigure(figure: FigureTerms): void;
}
export const MONITORING: Token<Monitoring> = token<Monitoring>('tessera.monitoring', 'Checks and figures of its own for operators');

export interface CheckReport extends Pick<CheckTerms, 'id' | 'title' | 'remedy' | 'anchor'>, CheckFinding {
  /** The plugin whose it is, or `tessera`. */
  readonly owner: string;
  /** Since when it is in this state, ms; of one that has been so from the start: that of the start. */
  readonly sinceMs: number;
}

export interface FigureReport extends Pick<FigureTerms, 'title' | 'unit' | 'group'> {
  /** Of the house its id, of a plugin `<plugin>/<id>`. */
  readonly key: string;
  /** As of the last look; null: not known. */
  readonly value: number | null;
}

export interface VersionReport {
  readonly product: string;
  /** Of the source, where the product runs from its repository; else null. */
  readonly commit: string | null;
  readonly node: string;
  readonly database: 'pglite' | 'postgres';
  /** As it says of itself; null while it does not answer. */
  readonly databaseVersion: string | null;
  /** The last step of the house's tables. */
  readonly schema: { readonly id: number; readonly name: string };
  /** Edition of the records that journals are written with. */
  readonly journalEdition: number;
  readonly pluginsOn: number;
  /** Those that cannot run. */
  readonly pluginsFailed: readonly { readonly id: string; readonly reason: string }[];
}

/** A process that works on this database. Those that are gateways alone give no sign of life, and are not known. */
export interface ServerReport {
  readonly address: string;
  /** The one that answers. */
  readonly isThis: boolean;
  /** `trading` holds the exchanges; `standby` waits to take them over. */
  readonly role: 'trading' | 'standby';
  /** Whether it has given a sign of life between the last two looks; null: seen for the first time. */
  readonly isAlive: boolean | null;
}

export interface VenueReport {
  readonly exchange: string;
  readonly title: string;
  readonly health: 'LIVE' | 'DEGRADED' | 'DOWN';
  /** Empty while LIVE. */
  readonly reason: string;
  /** Markets that can be traded. */
  readonly markets: number;
  /** When it last told anything, ms; null: never since the start. */
  readonly messageMs: number | null;
  /** Time from an order that was sent to its answer, of the last minute, in seconds; null without orders. */
  readonly answerP50: number | null;
  readonly answerP99: number | null;
  /** Orders that were sent and have no answer yet. */
  readonly waiting: number;
  /** The last command that it told of, and through which one the database holds it; null of one that the house keeps nothing of. */
  readonly sequence: number | null;
  readonly stored: number | null;
  /** For how long the oldest of what is not in the database waits, in seconds. */
  readonly storeLag: number;
  /** Of the newest snapshot of its state; null without any. */
  readonly snapshotSequence: number | null;
}

export interface JobReport {
  readonly owner: string;
  readonly job: string;
  readonly everyMs: number;
  readonly startedMs: number | null;
  /** Null: it runs, or never ran. */
  readonly endedMs: number | null;
  readonly nextMs: number | null;
  /** Why its last run failed. */
  readonly error: string | null;
}

export interface DiskReport {
  readonly freeBytes: number;
  /** With less nothing new is taken. */
  readonly floorBytes: number;
  /** Bytes of each part, as of `measuredMs`; null before the first measuring. */
  readonly parts: Readonly<Record<DiskPart, number>> | null;
  readonly measuredMs: number | null;
}

/** Lines of the log that say the same. Secrets are blotted out. */
export interface LogGroup {
  readonly level: 'warn' | 'error';
  /** Of the server, or the plugin. */
  readonly part: string;
  readonly text: string;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Fields of the last line, as JSON; it may have been cut. */
  readonly detail: string;
}

/** Everything that an administrator may know of the running server. */
export interface Operations {
  /** The worst of all checks, and all of them. */
  checks(): readonly CheckReport[];
  figures(): readonly FigureReport[];
  /** Hears of every look at the figures, every ten seconds. */
  onLook(listener: (nowMs: number) => void): Disposer;
  versions(): Promise<VersionReport>;
  /** Of this process. */
  readonly startedMs: number;
  readonly leaseEpoch: number;
  /** This one first; null while the database does not say. */
  servers(): Promise<readonly ServerReport[] | null>;
  venues(): readonly VenueReport[];
  jobs(): readonly JobReport[];
  disk(): DiskReport;
  /** Warnings and errors of the log since the start, those with the newest line first. */
  log(): readonly LogGroup[];
}
export const OPERATIONS: Token<Operations> = token<Operations>('tessera.operations', 'How the running server is, for administrators');
