import { numberTag } from './byte-writer.ts';

const empty = Buffer.alloc(0);
const doubleBytes = new Uint8Array(8);
const doubleValue = new DataView(doubleBytes.buffer);

/** Reads what {@link ByteWriter} wrote. Throws RangeError when the bytes end early or carry an unknown tag. */
export class ByteReader {
  private bytes: Uint8Array = empty;
  /** The same memory as a buffer, for texts: records that lie in one chunk share this view. */
  private buffer: Buffer = empty;
  private offset = 0;
  private end = 0;

  constructor(bytes: Uint8Array = empty) {
    this.open(bytes, 0, bytes.length);
  }

  /** Starts over with other bytes: those from `start` to `end`. */
  open(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.offset = start;
    this.end = end;
  }

  get atEnd(): boolean {
    return this.offset === this.end;
  }

  byte(): number {
    return this.bytes[this.skip(1)] as number;
  }

  number(): number {
    const tag = this.byte();
    if (tag < numberTag.uint16) return tag;
    switch (tag) {
      case numberTag.uint16:
        return this.uint16();
      case numberTag.uint32:
        return this.uint32();
      case numberTag.uint48:
        return this.uint32() + this.uint16() * 2 ** 32;
      case numberTag.double:
        return this.double();
      default:
        throw new RangeError(`unknown number tag ${tag}`);
    }
  }

  bool(): boolean {
    return this.byte() !== 0;
  }

  bigint(): bigint {
    const tag = this.byte();
    // Nearly every order has no quote amount.
    if (tag === 0) return 0n;
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

  /** The methods of Buffer check what `skip` has checked, and a replay reads several numbers a command. */
  private uint16(): number {
    const at = this.skip(2);
    const { bytes } = this;
    return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  }

  private uint32(): number {
    const at = this.skip(4);
    const { bytes } = this;
    const high = ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    return ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | high) >>> 0;
  }

  private double(): number {
    const at = this.skip(8);
    for (let i = 0; i < 8; i++) doubleBytes[i] = this.bytes[at + i] as number;
    return doubleValue.getFloat64(0, true);
  }

  /** Moves on by so many bytes, which must be there, and returns where they begin. */
  private skip(bytes: number): number {
    const start = this.offset;
    if (!(bytes >= 0 && start + bytes <= this.end)) throw new RangeError('record ends early');
    this.offset = start + bytes;
    return start;
  }
}
