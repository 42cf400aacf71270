import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('The checksum is the one of zlib at every length and alignment', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 167 + 13) & 255);
  for (let start = 0; start < 9; start += 1) {
    for (let end = start; end <= bytes.length; end += 1) expect(crc32(bytes, start, end)).toBe(zlibCrc32(bytes.subarray(start, end)));
  }
});
