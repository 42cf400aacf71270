import { crc32 as zlibCrc32 } from 'node:zlib';

/** From here on zlib is faster; below, its call and the view it needs cost more than the sum itself. */
const zlibFromBytes = 1024;

/** CRC-32 (IEEE, as zlib computes it) over a part of a buffer: eight bytes at a time, each through the table of its place. */
export const crc32 = (bytes: Uint8Array, start: number, end: number): number => {
  if (end - start >= zlibFromBytes) return zlibCrc32(bytes.subarray(start, end));
  let crc = -1;
  let at = start;
  for (; end - at >= 8; at += 8) {
    crc ^= (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    crc =
      (table7[crc & 255] as number) ^
      (table6[(crc >>> 8) & 255] as number) ^
      (table5[(crc >>> 16) & 255] as number) ^
      (table4[crc >>> 24] as number) ^
      (table3[bytes[at + 4] as number] as number) ^
      (table2[bytes[at + 5] as number] as number) ^
      (table1[bytes[at + 6] as number] as number) ^
      (table0[bytes[at + 7] as number] as number);
  }
  if (end - at >= 4) {
    crc ^= (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    crc =
      (table3[crc & 255] as number) ^
      (table2[(crc >>> 8) & 255] as number) ^
      (table1[(crc >>> 16) & 255] as number) ^
      (table0[crc >>> 24] as number);
    at += 4;
  }
  for (; at < end; at += 1) crc = (crc >>> 8) ^ (table0[(crc ^ (bytes[at] as number)) & 255] as number);
  return ~crc >>> 0;
};

const firstTable = (): Int32Array => {
  const table = new Int32Array(256);
  for (let value = 0; value < 256; value += 1) {
    let crc = value;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    table[value] = crc;
  }
  return table;
};

const table0 = firstTable();
const nextTable = (previous: Int32Array): Int32Array => previous.map((crc) => (crc >>> 8) ^ (table0[crc & 255] as number));
const table1 = nextTable(table0);
const table2 = nextTable(table1);
const table3 = nextTable(table2);
const table4 = nextTable(table3);
const table5 = nextTable(table4);
const table6 = nextTable(table5);
const table7 = nextTable(table6);
