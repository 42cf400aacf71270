import { crc32 } from './crc32.ts';

/**
 * A record on disk, little endian: checksum u32 | payload length u32 | sequence u32 low, u32 high | place u32 | payload.
 * The checksum covers everything after itself. `place` counts the records before it in the same batch, which was written and synced
 * as one. A run of zeros is never a record, because a payload is never empty.
 */
export const recordHeaderBytes = 20;
/** Keeps a reader's memory bounded; far above any command. */
export const maxPayloadBytes = 256 * 1024;

/** Payloads up to here are copied byte by byte: a view for `set` costs more than the loop. */
const loopCopyBytes = 256;

/** Writes a record of the first `length` payload bytes and returns its end. The target must have room. */
export const writeRecord = (
  target: Uint8Array,
  at: number,
  sequence: number,
  place: number,
  payload: Uint8Array,
  length: number,
): number => {
  const start = at + recordHeaderBytes;
  const end = start + length;
  if (length <= loopCopyBytes) for (let index = 0; index < length; index += 1) target[start + index] = payload[index] as number;
  else target.set(payload.subarray(0, length), start);
  writeU32(target, at + 4, length);
  writeU32(target, at + 8, sequence);
  writeU32(target, at + 12, Math.floor(sequence / 0x1_0000_0000));
  writeU32(target, at + 16, place);
  writeU32(target, at, crc32(target, at + 4, end));
  return end;
};

/** `short`: the bytes up to `end` may be the beginning of a record; `damaged`: they cannot be this record. */
export type RecordCheck = 'valid' | 'short' | 'damaged';

/** `isSummed`: the checksum is known to be right. */
export const checkRecord = (bytes: Uint8Array, at: number, end: number, sequence: number, isSummed = false): RecordCheck => {
  if (end - at < recordHeaderBytes) return 'short';
  const length = readU32(bytes, at + 4);
  if (length === 0 || length > maxPayloadBytes || readSequence(bytes, at) !== sequence) return 'damaged';
  const recordEnd = at + recordHeaderBytes + length;
  if (recordEnd > end) return 'short';
  return isSummed || readU32(bytes, at) === crc32(bytes, at + 4, recordEnd) ? 'valid' : 'damaged';
};

export const payloadLength = (bytes: Uint8Array, at: number): number => readU32(bytes, at + 4);

export const readSequence = (bytes: Uint8Array, at: number): number => readU32(bytes, at + 8) + readU32(bytes, at + 12) * 0x1_0000_0000;

/** Number of the first record of the batch that this record was written with. */
export const readBatchStart = (bytes: Uint8Array, at: number): number => readSequence(bytes, at) - readU32(bytes, at + 16);

export const writeU32 = (target: Uint8Array, at: number, value: number): void => {
  target[at] = value;
  target[at + 1] = value >>> 8;
  target[at + 2] = value >>> 16;
  target[at + 3] = value >>> 24;
};

export const readU32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0;
