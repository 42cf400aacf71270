import { crc32 } from 'node:zlib';

/** A stored block's length is 16 bits. */
const longestBlock = 65_535;
/** Magic number, deflate, no flags, no time, unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * The bytes as a gzip file that is not compressed. What zlib makes of the same bytes differs by version, processor and system;
 * this does not.
 */
export function storedGzip(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [header];
  let from = 0;
  do {
    const block = bytes.subarray(from, from + longestBlock);
    from += block.length;
    const head = Buffer.alloc(5);
    head.writeUInt8(from >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  } while (from < bytes.length);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return Buffer.concat([...parts, tail]);
}
