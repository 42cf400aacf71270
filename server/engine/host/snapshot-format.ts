import { UnknownFormat } from '../journal/failures/unknown-format.ts';
import type { Snapshot } from '../journal/journal-port.ts';
import { crc32 } from '../journal/segments/crc32.ts';
import { readU32, writeU32 } from '../journal/segments/record-format.ts';

/** File head, little endian: magic (8) | version u32 | sequence u64 | time u64 | state length u64 | state checksum u32 | head checksum u32. */
export const snapshotHeadBytes = 44;
const magic = new TextEncoder().encode('TESSSNAP');
const version = 1;
const versionOffset = 8;
const high = 0x1_0000_0000;

export const encodeSnapshotHead = ({ sequence, timeMs, state }: Snapshot): Uint8Array => {
  const head = new Uint8Array(snapshotHeadBytes);
  head.set(magic);
  writeU32(head, versionOffset, version);
  writeU64(head, 12, sequence);
  writeU64(head, 20, timeMs);
  writeU64(head, 28, state.length);
  writeU32(head, 36, crc32(state, 0, state.length));
  writeU32(head, 40, crc32(head, 0, 40));
  return head;
};

/** Null when the file is damaged in any way; throws UnknownFormat when it is whole and of another format. The state is a view of `file`. */
export const decodeSnapshot = (file: Uint8Array, name: string): Snapshot | null => {
  if (file.length < snapshotHeadBytes || readU32(file, 40) !== crc32(file, 0, 40)) return null;
  if (magic.some((byte, index) => file[index] !== byte)) return null;
  const format = readU32(file, versionOffset);
  if (format !== version) {
    throw new UnknownFormat(
      { file: name, offset: versionOffset },
      `a snapshot has format ${format}, and format ${version} is what can be read here`,
    );
  }
  if (readU64(file, 28) !== file.length - snapshotHeadBytes) return null;
  if (readU32(file, 36) !== crc32(file, snapshotHeadBytes, file.length)) return null;
  return { sequence: readU64(file, 12), timeMs: readU64(file, 20), state: file.subarray(snapshotHeadBytes) };
};

const writeU64 = (target: Uint8Array, at: number, value: number): void => {
  writeU32(target, at, value);
  writeU32(target, at + 4, Math.floor(value / high));
};

const readU64 = (bytes: Uint8Array, at: number): number => readU32(bytes, at) + readU32(bytes, at + 4) * high;
