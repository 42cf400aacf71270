import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('Short and long parts have the checksum of zlib', () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 167 + 13) & 255);
  for (let start = 0; start < 9; start += 1) {
    for (const end of [...Array.from({ length: 64 }, (_, index) => start + index), 1023 + start, 1024 + start, 5000])
      expect(crc32(bytes, start, end)).toBe(zlibCrc32(bytes.subarray(start, end)));
  }
});
