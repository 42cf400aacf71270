import { numberTag } from './byte-writer.ts';

const empty = Buffer.alloc(0);

/** Reads what {@link ByteWriter} wrote. Throws RangeError when the bytes end early or carry an unknown tag. */
export class ByteReader {
  /** The whole memory that the bytes are a part of: records that share one share this view. */
  private buffer: Buffer = empty;
  private offset = 0;
  private end = 0;

  constructor(bytes: Uint8Array = empty) {
    this.open(bytes);
  }

  /** Starts over with other bytes. */
  open(bytes: Uint8Array): void {
    if (bytes.buffer !== this.buffer.buffer) this.buffer = Buffer.from(bytes.buffer);
    this.offset = bytes.byteOffset;
    this.end = bytes.byteOffset + bytes.byteLength;
  }

  get atEnd(): boolean {
    return this.offset === this.end;
  }

  byte(): number {
    return this.buffer[this.skip(1)] as number;
  }

  number(): number {
    const tag = this.byte();
    if (tag < numberTag.uint16) return tag;
    const { buffer } = this;
    switch (tag) {
      case numberTag.uint16:
        return buffer.readUInt16LE(this.skip(2));
      case numberTag.uint32:
        return buffer.readUInt32LE(this.skip(4));
      case numberTag.uint48:
        return buffer.readUIntLE(this.skip(6), 6);
      case numberTag.double:
        return buffer.readDoubleLE(this.skip(8));
      default:
        throw new RangeError(`unknown number tag ${tag}`);
    }
  }

  bool(): boolean {
    return this.byte() !== 0;
  }

  bigint(): bigint {
    const tag = this.byte();
    if (tag !== numberTag.bigPositive && tag !== numberTag.bigNegative) {
      this.offset--;
      const value = this.number();
      if (!Number.isSafeInteger(value)) throw new RangeError('bigint is not an integer');
      return BigInt(value);
    }
    const words = this.number();
    let value = 0n;
    for (let i = 0; i < words; i++) value |= this.buffer.readBigUInt64LE(this.skip(8)) << BigInt(i * 64);
    return tag === numberTag.bigNegative ? -value : value;
  }

  text(): string {
    const header = this.number();
    const wide = header % 2 === 1;
    const start = this.skip(wide ? header - 1 : header / 2);
    return this.buffer.toString(wide ? 'utf16le' : 'latin1', start, this.offset);
  }

  /** Moves on by so many bytes, which must be there, and returns where they begin. */
  private skip(bytes: number): number {
    const start = this.offset;
    if (!(bytes >= 0 && start + bytes <= this.end)) throw new RangeError('record ends early');
    this.offset = start + bytes;
    return start;
  }
}
