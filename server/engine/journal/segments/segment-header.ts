import { crc32 } from './crc32.ts';
import { readU32, writeU32 } from './record-format.ts';

/**
 * The first bytes of a segment file, little endian: magic (8) | version u32 | first sequence u64 | bytes of the segment before u64 | checksum u32.
 * The length of the segment before tells at once, without reading it, when a closed segment was cut. It is 0 for the first of all.
 */
export interface SegmentHeader {
  readonly firstSequence: number;
  readonly previousBytes: number;
}

export const segmentHeaderBytes = 32;
const magic = new TextEncoder().encode('TESSJRNL');
export const segmentVersion = 2;
/** Where the version stands in a segment file, in bytes. */
export const versionOffset = 8;
const high = 0x1_0000_0000;

export const encodeSegmentHeader = ({ firstSequence, previousBytes }: SegmentHeader): Uint8Array => {
  const bytes = new Uint8Array(segmentHeaderBytes);
  bytes.set(magic);
  writeU32(bytes, versionOffset, segmentVersion);
  writeU32(bytes, 12, firstSequence);
  writeU32(bytes, 16, Math.floor(firstSequence / high));
  writeU32(bytes, 20, previousBytes);
  writeU32(bytes, 24, Math.floor(previousBytes / high));
  writeU32(bytes, 28, crc32(bytes, 0, 28));
  return bytes;
};

/** Null when the bytes are no header. */
export const decodeSegmentHeader = (bytes: Uint8Array, length: number): (SegmentHeader & { readonly version: number }) | null => {
  if (length < segmentHeaderBytes || readU32(bytes, 28) !== crc32(bytes, 0, 28)) return null;
  if (magic.some((byte, index) => bytes[index] !== byte)) return null;
  return {
    version: readU32(bytes, versionOffset),
    firstSequence: readU32(bytes, 12) + readU32(bytes, 16) * high,
    previousBytes: readU32(bytes, 20) + readU32(bytes, 24) * high,
  };
};

const namePattern = /^(\d{16})\.journal$/;

export const segmentName = (firstSequence: number): string => `${String(firstSequence).padStart(16, '0')}.journal`;

/** First sequence from a file name; null for a file that is no segment. */
export const sequenceOfName = (name: string): number | null => {
  const match = namePattern.exec(name);
  return match === null ? null : Number(match[1]);
};
