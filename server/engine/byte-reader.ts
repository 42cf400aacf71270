import { numberTag } from './byte-writer.ts';

/** Reads what {@link ByteWriter} wrote. Throws RangeError when the bytes end early or carry an unknown tag. */
export class ByteReader {
  private readonly buffer: Buffer;
  private offset = 0;

  constructor(bytes: Uint8Array) {
    this.buffer = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.offset === this.buffer.length;
  }

  byte(): number {
    const value = this.buffer[this.offset++];
    if (value === undefined) throw new RangeError('record ends early');
    return value;
  }

  number(): number {
    const tag = this.byte();
    if (tag < numberTag.uint16) return tag;
    const { buffer, offset } = this;
    switch (tag) {
      case numberTag.uint16:
        this.offset += 2;
        return buffer.readUInt16LE(offset);
      case numberTag.uint32:
        this.offset += 4;
        return buffer.readUInt32LE(offset);
      case numberTag.uint48:
        this.offset += 6;
        return buffer.readUIntLE(offset, 6);
      case numberTag.double:
        this.offset += 8;
        return buffer.readDoubleLE(offset);
      default:
        throw new RangeError(`unknown number tag ${tag}`);
    }
  }

  bool(): boolean {
    return this.byte() !== 0;
  }

  bigint(): bigint {
    const tag = this.buffer[this.offset];
    if (tag !== numberTag.bigPositive && tag !== numberTag.bigNegative) {
      const value = this.number();
      if (!Number.isSafeInteger(value)) throw new RangeError('bigint is not an integer');
      return BigInt(value);
    }
    this.offset++;
    const words = this.number();
    let value = 0n;
    for (let i = 0; i < words; i++) {
      value |= this.buffer.readBigUInt64LE(this.offset) << BigInt(i * 64);
      this.offset += 8;
    }
    return tag === numberTag.bigNegative ? -value : value;
  }

  text(): string {
    const header = this.number();
    const wide = header % 2 === 1;
    const start = this.offset;
    const end = start + (wide ? header - 1 : header / 2);
    if (end > this.buffer.length) throw new RangeError('record ends early');
    this.offset = end;
    return this.buffer.toString(wide ? 'utf16le' : 'latin1', start, end);
  }
}
