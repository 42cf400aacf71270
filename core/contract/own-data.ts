import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

/**
 * What one table holds of a person: what he is told of it when he asks for his data, and what becomes of it when he leaves. A table of a plugin with a
 * column `user_id` that nobody says anything about is told under its own name, without columns that hold secrets by their name, and its rows go.
 */
export interface OwnDataPart {
  readonly table: string;
  /** SQL: which rows are of the person `$1`. */
  readonly of: string;
  /** As the file calls it, such as `sign-ins`; null: it is not told, and `why` says why. */
  readonly name: string | null;
  /** Columns that are not told: secrets, and what tells something of others. */
  readonly hidden?: readonly string[];
  /** Columns that name a row, where there may be very many: they are read piece by piece in their order. */
  readonly key?: readonly string[];
  /** Whether the rows go when he leaves; if they stay, `why` says why. */
  readonly leaving: 'goes' | 'stays';
  readonly why?: string;
  /** SQL with the person as `$1`, run before rows go, or in place of it where they stay. */
  readonly erasure?: readonly string[];
}

/** For the tables of one plugin; what it says ends with it, and its tables are treated as those of which nobody says anything. */
export interface OwnData {
  /** Throws for a table of others. */
  add(...parts: readonly OwnDataPart[]): void;
}
export const OWN_DATA: Token<OwnData> = token<OwnData>(
  'tessera.own-data',
  'What its tables hold of a person, for himself and for when he leaves',
);

/** What keeps somebody from leaving, each of it his to end; `where`: the account or instance, empty for what has none. */
export interface LeavingHindrance {
  readonly kind: 'balances' | 'orders' | 'instances' | 'movements' | 'unknown';
  readonly where: string;
}

/** All that the house and its plugins hold of people. */
export interface OwnDataBook {
  /** One JSON text in pieces: what there is, by name, as it is stored. Ends early, with an error, when `stop` aborts. */
  written(userId: string, stop: AbortSignal): AsyncIterable<string>;
  /** Names of what is in it. */
  tables(): Promise<readonly string[]>;
  /** One of them as CSV in pieces, with the columns as they are stored. */
  table(name: string, userId: string, stop: AbortSignal): AsyncIterable<string>;
  /** `within`: as the transaction sees it, in which he is erased. */
  hindrances(userId: string, within?: Sql): Promise<readonly LeavingHindrance[]>;
  /** While `work` is done nobody finds his accounts, so that nothing new comes into them. */
  closed<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** Erases what goes, in the transaction in which the person does. */
  erase(userId: string, within: Sql): Promise<void>;
}
/** Given to plugins of kind `service` alone. */
export const OWN_DATA_BOOK: Token<OwnDataBook> = token<OwnDataBook>(
  'tessera.own-data-book',
  'All that is held of people; for services alone',
);
