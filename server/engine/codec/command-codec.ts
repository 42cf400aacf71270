import type { Command } from '../command.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readBody, writeBody } from './command-code.gen.ts';
import { currentEdition, oldestEdition, wordsInBytes } from './edition.ts';
import type { LentRecord, TimedCommand } from './lent-record.ts';
import { readPackedBody } from './packed-records.ts';

/** Commands as compact binary journal records: edition byte, time in ms, type byte, and the fields of `command-fields.ts`. */

/** The record as bytes of its own. Throws TypeError on a word outside the domain lists. */
export function encodeCommand(timeMs: number, command: Command): Uint8Array {
  const writer = new ByteWriter(128);
  writeCommand(writer, timeMs, command);
  return writer.copy();
}

/**
 * Appends the record to `writer` without allocating; several records may share one writer.
 * Set `writer.offset = 0` to start over and read the bytes with `writer.view()`.
 */
export function writeCommand(writer: ByteWriter, timeMs: number, command: Command): void {
  writer.byte(currentEdition);
  writer.number(timeMs);
  writeBody(writer, command);
}

/** Reused: the records of a replay lie in the same memory. */
const recordReader = new ByteReader();

/**
 * Reads one whole record, the bytes from `start` to `end`, into `lent` when there is one. Throws RangeError when it is damaged, has
 * bytes left over, a word that nobody knows or an unknown edition.
 */
export function decodeCommand(bytes: Uint8Array, start = 0, end = bytes.length, lent: LentRecord | null = null): TimedCommand {
  const reader = recordReader;
  reader.open(bytes, start, end);
  const edition = reader.byte();
  if (edition < oldestEdition || edition > currentEdition) {
    throw new RangeError(`command record has edition ${edition}, not ${oldestEdition} to ${currentEdition}`);
  }
  const timeMs = reader.number();
  const command = edition >= wordsInBytes ? readBody(reader, lent) : readPackedBody(reader, lent);
  if (!reader.atEnd) throw new RangeError('command record has bytes left over');
  if (lent === null) return { edition, timeMs, command };
  lent.edition = edition;
  lent.timeMs = timeMs;
  lent.command = command;
  return lent;
}
