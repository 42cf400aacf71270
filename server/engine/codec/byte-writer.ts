/**
 * Writes numbers, bigints and strings into a byte buffer, compactly and exactly.
 * Number: one byte up to 247, else a tag and 2, 4, 6 or 8 bytes; any double round-trips, NaN and −0 included.
 * Bigint: as a number while it is a safe integer, else tag, length and bytes. Text: Latin-1 when it fits, else UTF-16.
 */
export const numberTag = { uint16: 0xf8, uint32: 0xf9, uint48: 0xfa, double: 0xfb, bigPositive: 0xfc, bigNegative: 0xfd } as const;

const largestByte = 0xf7;
const wordBits = 64n;
const minSafe = BigInt(Number.MIN_SAFE_INTEGER);
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

export class ByteWriter {
  buffer: Buffer;
  offset = 0;

  constructor(initialBytes = 1024) {
    this.buffer = Buffer.allocUnsafe(initialBytes);
  }

  /** Bytes written since the last reset, as a view that the next write may overwrite. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.offset);
  }

  /** Bytes written since the last reset, as an own copy. */
  copy(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.buffer, 0, this.offset);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.offset++] = value;
  }

  /** As many calls of {@link byte}, with one look at the room that is left. */
  threeBytes(first: number, second: number, third: number): void {
    this.reserve(3);
    const { buffer, offset } = this;
    buffer[offset] = first;
    buffer[offset + 1] = second;
    buffer[offset + 2] = third;
    this.offset = offset + 3;
  }

  fiveBytes(first: number, second: number, third: number, fourth: number, fifth: number): void {
    this.reserve(5);
    const { buffer, offset } = this;
    buffer[offset] = first;
    buffer[offset + 1] = second;
    buffer[offset + 2] = third;
    buffer[offset + 3] = fourth;
    buffer[offset + 4] = fifth;
    this.offset = offset + 5;
  }

  number(value: number): void {
    this.reserve(9);
    const { buffer, offset } = this;
    const integer = value | 0;
    // Not an integer of 31 bits, or −0.
    if (integer !== value || integer < 0 || (integer === 0 && Object.is(value, -0))) {
      this.wideNumber(value);
      return;
    }
    if (integer <= largestByte) {
      buffer[offset] = integer;
      this.offset = offset + 1;
      return;
    }
    const isShort = integer < 2 ** 16;
    buffer[offset] = isShort ? numberTag.uint16 : numberTag.uint32;
    buffer[offset + 1] = integer;
    buffer[offset + 2] = integer >>> 8;
    this.offset = offset + 3;
    if (isShort) return;
    buffer[offset + 3] = integer >>> 16;
    buffer[offset + 4] = integer >>> 24;
    this.offset = offset + 5;
  }

  bool(value: boolean): void {
    this.byte(value ? 1 : 0);
  }

  bigint(value: bigint): void {
    // Nearly every order has no quote amount.
    if (value === 0n) {
      this.byte(0);
      return;
    }
    if (value >= minSafe && value <= maxSafe) {
      this.number(Number(value));
      return;
    }
    let rest = value < 0n ? -value : value;
    const words: bigint[] = [];
    for (; rest > 0n; rest >>= wordBits) words.push(BigInt.asUintN(64, rest));
    this.reserve(10 + words.length * 8);
    this.byte(value < 0n ? numberTag.bigNegative : numberTag.bigPositive);
    this.number(words.length);
    for (const word of words) this.offset = this.buffer.writeBigUInt64LE(word, this.offset);
  }

  text(value: string): void {
    const { length } = value;
    this.reserve(9 + length * 2);
    const start = this.offset;
    this.number(length * 2);
    const { buffer } = this;
    let { offset } = this;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0xff) {
        this.offset = start;
        this.number(length * 2 + 1);
        this.offset += buffer.write(value, this.offset, 'utf16le');
        return;
      }
      buffer[offset++] = code;
    }
    this.offset = offset;
  }

  private wideNumber(value: number): void {
    const { buffer, offset } = this;
    if (!(Number.isInteger(value) && value > 0 && value < 2 ** 48)) {
      buffer[offset] = numberTag.double;
      this.offset = buffer.writeDoubleLE(value, offset + 1);
    } else if (value < 2 ** 32) {
      buffer[offset] = numberTag.uint32;
      this.offset = buffer.writeUInt32LE(value, offset + 1);
    } else {
      // Times come here with every command: no remainder of doubles, which costs as much as the rest of the record.
      const high = Math.floor(value / 2 ** 32);
      const low = value - high * 2 ** 32;
      buffer[offset] = numberTag.uint48;
      buffer[offset + 1] = low;
      buffer[offset + 2] = low >>> 8;
      buffer[offset + 3] = low >>> 16;
      buffer[offset + 4] = low >>> 24;
      buffer[offset + 5] = high;
      buffer[offset + 6] = high >>> 8;
      this.offset = offset + 7;
    }
  }

  private reserve(bytes: number): void {
    const needed = this.offset + bytes;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.offset);
    this.buffer = grown;
  }
}
