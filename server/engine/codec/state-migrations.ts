import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { wordsInBytesState } from './state-migration-3.ts';
import { indexPriceState } from './state-migration-4.ts';
import { fundedState } from './state-migration-5.ts';

/**
 * Brings a state of an older format to the present one, step by step, without knowing what the bytes are read for: a step is bound to
 * the two formats that it stands between and never changes, whatever becomes of records and words. The golden venues hold a snapshot
 * of every format.
 */
interface StateMigration {
  /** The format that it makes of the one before. */
  readonly to: number;
  migrate(from: ByteReader, to: ByteWriter): void;
}

/** Ascending; the last one makes the present format. */
const migrations: readonly StateMigration[] = [
  { to: 3, migrate: wordsInBytesState },
  { to: 4, migrate: indexPriceState },
  { to: 5, migrate: fundedState },
];

const oldestStateVersion = (migrations[0] as StateMigration).to - 1;
export const stateVersion = (migrations.at(-1) as StateMigration).to;

/**
 * A reader of the state after its version byte, in the present format. Throws RangeError when the bytes are damaged, and
 * {@link UnknownStateVersion} when another product wrote them.
 */
export function readerOfState(bytes: Uint8Array): ByteReader {
  let reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version < oldestStateVersion || version > stateVersion) throw new UnknownStateVersion(version);
  for (const { to, migrate } of migrations) {
    if (to <= version) continue;
    const writer = new ByteWriter(bytes.length * 2);
    migrate(reader, writer);
    if (!reader.atEnd) throw new RangeError('engine state has bytes left over');
    reader = new ByteReader(writer.copy());
  }
  return reader;
}

/** The state was written by a version of the product that is newer, or so old that nothing leads from it to here. */
export class UnknownStateVersion extends Error {
  readonly version: number;

  constructor(version: number, oldest = oldestStateVersion, newest = stateVersion, what = 'engine state') {
    super(`${what} has version ${version}, not ${oldest} to ${newest}`);
    this.name = 'UnknownStateVersion';
    this.version = version;
  }
}
