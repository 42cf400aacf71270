/** What the reader tells. `text` null: text frames are skipped unseen. */
interface FrameEvents {
  readonly text: ((text: string) => void) | null;
  ping(): void;
}

/** Reads a server's unmasked frames out of chunks that are cut anywhere; copies only what somebody wants to see. */
export class FrameReader {
  readonly #events: FrameEvents;
  #rest: Buffer = Buffer.alloc(0);
  #skip = 0;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  read(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = Buffer.alloc(0);
    for (;;) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, data.length);
        this.#skip -= skipped;
        data = data.subarray(skipped);
      }
      const head = headOf(data);
      if (head === null) break;
      const { opcode, from, length } = head;
      const wanted = opcode === 1 && this.#events.text !== null;
      if (!wanted && opcode !== 9) {
        this.#skip = length;
        data = data.subarray(from);
        if (this.#skip > data.length) {
          this.#skip -= data.length;
          return;
        }
        continue;
      }
      if (data.length < from + length) break;
      if (wanted) this.#events.text?.(data.toString('utf8', from, from + length));
      else this.#events.ping();
      data = data.subarray(from + length);
    }
    // A copy: the chunk behind it is the socket's and large.
    if (data.length > 0) this.#rest = Buffer.from(data);
  }
}

function headOf(data: Buffer): { readonly opcode: number; readonly from: number; readonly length: number } | null {
  if (data.length < 2) return null;
  const short = (data[1] as number) & 0x7f;
  const from = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < from) return null;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  return { opcode: (data[0] as number) & 0x0f, from, length };
}
