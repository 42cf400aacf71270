import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** Copies parts of a state from one format to another, as what they are written as. */
export class StateCopy {
  readonly from: ByteReader;
  readonly to: ByteWriter;

  constructor(from: ByteReader, to: ByteWriter) {
    this.from = from;
    this.to = to;
  }

  /** A letter for each value: n number, a amount, t text, b byte. Returns the last number or text. */
  values(letters: string): number | string {
    let last: number | string = 0;
    for (const letter of letters) last = this.#value(letter);
    return last;
  }

  /** A list and its length; returns the length. */
  list(item: () => void): number {
    const length = this.values('n') as number;
    for (let left = length; left > 0; left--) item();
    return length;
  }

  #value(letter: string): number | string {
    const { from, to } = this;
    switch (letter) {
      case 'n': {
        const number = from.number();
        to.number(number);
        return number;
      }
      case 't': {
        const text = from.text();
        to.text(text);
        return text;
      }
      case 'a':
        to.bigint(from.bigint());
        return 0;
      case 'b':
        to.byte(from.byte());
        return 0;
      default:
        throw new TypeError(`nothing is written as ${letter}`);
    }
  }
}
