import type { IdUse } from './client-ids.ts';

/**
 * Client order ids of finished orders that stay known, per account: a power of two, and far more orders than one account can
 * send and finish while a commit is under way.
 */
export const finishedIdsKept = 1024;

const mask = finishedIdsKept - 1;
/** Numbers of an entry: digest low and high, order id, fingerprint. */
const width = 4;
const firstCapacity = 8;

/** One account's finished ids with what they stood for: a ring once it is full, `oldest` being the next to go. */
export class FinishedIds {
  count = 0;
  /** True once an id had to go: from then on an unknown id may be one of long ago. */
  hasForgotten = false;
  private entries = new Float64Array(firstCapacity * width);
  private oldest = 0;

  get isFull(): boolean {
    return this.count === finishedIdsKept;
  }

  /** Index 0 is the oldest. */
  lowAt(index: number): number {
    return this.entries[this.place(index)] as number;
  }

  highAt(index: number): number {
    return this.entries[this.place(index) + 1] as number;
  }

  entryAt(index: number): IdUse {
    const place = this.place(index);
    return { orderId: this.entries[place + 2] as number, fingerprint: this.entries[place + 3] as number };
  }

  /** Appends an id. When the ring is full the oldest goes: take it out of the set before. */
  add(low: number, high: number, orderId: number, fingerprint: number): void {
    let at = this.count;
    if (at === finishedIdsKept) {
      at = this.oldest;
      this.oldest = (at + 1) & mask;
      this.hasForgotten = true;
    } else if (++this.count * width > this.entries.length) this.grow();
    const { entries } = this;
    entries[at * width] = low;
    entries[at * width + 1] = high;
    entries[at * width + 2] = orderId;
    entries[at * width + 3] = fingerprint;
  }

  private place(index: number): number {
    return ((this.oldest + index) & mask) * width;
  }

  private grow(): void {
    const entries = new Float64Array(this.entries.length * 2);
    entries.set(this.entries);
    this.entries = entries;
  }
}
