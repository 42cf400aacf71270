/** Client order ids of finished orders that stay known, per account. */
export const finishedIdsKept = 1_000;

const firstCapacity = 8;

/** Digests of one account's finished ids, low and high in turn: a ring once it is full, `oldest` being the next to go. */
export class FinishedIds {
  count = 0;
  /** True once an id had to go: from then on an unknown id may be one of long ago. */
  hasForgotten = false;
  private words = new Int32Array(firstCapacity * 2);
  private oldest = 0;

  get isFull(): boolean {
    return this.count === finishedIdsKept;
  }

  lowAt(index: number): number {
    return this.words[this.place(index)] as number;
  }

  highAt(index: number): number {
    return this.words[this.place(index) + 1] as number;
  }

  /** Appends an id. When the ring is full the oldest goes: take it out of the table before. */
  add(low: number, high: number): void {
    let at = this.count;
    if (this.isFull) {
      at = this.oldest;
      this.oldest = (at + 1) % finishedIdsKept;
      this.hasForgotten = true;
    } else if (++this.count * 2 > this.words.length) this.grow();
    this.words[at * 2] = low;
    this.words[at * 2 + 1] = high;
  }

  /** Index 0 is the oldest. */
  private place(index: number): number {
    return ((this.oldest + index) % finishedIdsKept) * 2;
  }

  private grow(): void {
    const words = new Int32Array(this.words.length * 2);
    words.set(this.words);
    this.words = words;
  }
}
