import type { OpenFile } from '../files/file-system.ts';
import { checkRecord, maxPayloadBytes, readBatchStart, readSequence, recordHeaderBytes } from './record-format.ts';

/**
 * What stands after the last valid record of the last segment. `reserved`: only zeros, or nothing. `torn`: what a crash can leave of
 * the last batch, which was never acknowledged. `damaged`: something acknowledged was hit; `validAt` is where a valid record follows.
 */
type SegmentTail = { readonly kind: 'reserved' | 'torn' } | { readonly kind: 'damaged'; readonly validAt: number };

const chunkBytes = 1024 * 1024;
const maxRecordBytes = recordHeaderBytes + maxPayloadBytes;
/** The least that disks write as one; larger blocks are multiples of it. */
const sectorBytes = 512;

/**
 * Judges the bytes from `from`, where record `sequence` should begin, to `endOffset`. A batch is written only when the one before is
 * on disk: a valid record of a later batch proves that what is missing had been acknowledged. Of the last batch itself a power cut
 * may leave any sectors; those it took away are still the zeros that were there before. Damage of another kind is no torn write.
 */
export const judgeTail = async (file: OpenFile, from: number, endOffset: number, sequence: number): Promise<SegmentTail> => {
  let firstValidAt: number | null = null;
  for await (const { at, batchStart } of validRecords(file, from + 1, endOffset, sequence)) {
    if (batchStart > sequence) return { kind: 'damaged', validAt: at };
    firstValidAt ??= at;
  }
  if (firstValidAt !== null) {
    return (await hasEmptySector(file, from, firstValidAt)) ? { kind: 'torn' } : { kind: 'damaged', validAt: firstValidAt };
  }
  return { kind: (await isEmpty(file, from, endOffset)) ? 'reserved' : 'torn' };
};

/** Valid records of `sequence` or later that begin anywhere from `from` on, at whatever byte. */
async function* validRecords(file: OpenFile, from: number, endOffset: number, sequence: number) {
  const buffer = new Uint8Array(Math.min(chunkBytes, Math.max(0, endOffset - from)));
  const last = sequence + (endOffset - from) / recordHeaderBytes;
  for (let base = from; base < endOffset; ) {
    const filled = await file.read(buffer, 0, Math.min(buffer.length, endOffset - base), base);
    const atEnd = base + filled >= endOffset || filled === 0;
    const stop = atEnd ? filled - recordHeaderBytes : filled - maxRecordBytes;
    for (let at = 0; at <= stop; at += 1) {
      const candidate = readSequence(buffer, at);
      if (candidate < sequence || candidate > last || checkRecord(buffer, at, filled, candidate) !== 'valid') continue;
      yield { at: base + at, batchStart: readBatchStart(buffer, at) };
    }
    if (atEnd) return;
    base += stop + 1;
  }
}

/** True when a whole sector, or the part of one that begins at `from`, is zero before `to`. */
const hasEmptySector = async (file: OpenFile, from: number, to: number): Promise<boolean> => {
  for (let start = from; start < to; ) {
    const end = (Math.floor(start / sectorBytes) + 1) * sectorBytes;
    if (end <= to && (await isEmpty(file, start, end))) return true;
    start = end;
  }
  return false;
};

const isEmpty = async (file: OpenFile, from: number, to: number): Promise<boolean> => {
  const buffer = new Uint8Array(Math.min(chunkBytes, Math.max(0, to - from)));
  for (let base = from; base < to; ) {
    const filled = await file.read(buffer, 0, Math.min(buffer.length, to - base), base);
    if (filled === 0) return true;
    for (let at = 0; at < filled; at += 1) if (buffer[at] !== 0) return false;
    base += filled;
  }
  return true;
};
