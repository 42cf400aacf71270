import { FinishedIds } from './finished-ids.ts';

const firstCapacity = 1_024;
/** Words of an entry: digest low and high, order id low and high, fingerprint low and high. Low digest 0 marks a free place. */
const width = 6;
const wordRange = 2 ** 32;

/**
 * Client order ids per account, as 64-bit digests in one flat open-addressing array: they cost the collector nothing and a
 * look one cache line. An id is known while its order is open and afterwards until `finishedIdsKept` further orders of its
 * account with an id have finished: oldest finished first out. The rule depends on the command log only.
 * Two ids of one account share a digest with a chance of about 10^-14; the second is then refused as a duplicate.
 */
export class ClientIds {
  /** Digest of the id asked for last, by `look`; `low` is never 0. */
  low = 0;
  high = 0;

  private lastAccount = -1;
  private lastText = '';
  private words = new Int32Array(firstCapacity * width);
  private capacity = firstCapacity;
  private size = 0;
  /** By account; absent before its first finished order with an id. */
  private readonly finished: (FinishedIds | undefined)[] = [];

  /** Place of an account's id, -1 when it is not known. Leaves its digest in `low` and `high`. */
  look(account: number, text: string): number {
    if (text !== this.lastText || account !== this.lastAccount) this.digest(account, text);
    return this.placeOf(this.low, this.high);
  }

  orderIdAt(place: number): number {
    return this.numberAt(place * width + 2);
  }

  /** 53-bit digest of the command that used the id, see `fingerprint.ts`. */
  fingerprintAt(place: number): number {
    return this.numberAt(place * width + 4);
  }

  /** Fingerprint of the id with this digest, which must be known. */
  fingerprintOf(low: number, high: number): number {
    return this.fingerprintAt(this.placeOf(low, high));
  }

  add(low: number, high: number, orderId: number, fingerprint: number): void {
    if (++this.size * 4 > this.capacity * 3) this.grow();
    const at = this.freePlaceFor(low) * width;
    const { words } = this;
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = orderId;
    words[at + 3] = orderId / wordRange;
    words[at + 4] = fingerprint;
    words[at + 5] = fingerprint / wordRange;
  }

  finish(account: number, low: number, high: number): void {
    const ids = this.finished[account] ?? this.startRing(account);
    if (ids.isFull) this.remove(ids.lowAt(0), ids.highAt(0));
    ids.add(low, high);
  }

  /** True when ids of the account have had to go, so that one that is not known need not be fresh. */
  hasForgotten(account: number): boolean {
    return this.finished[account]?.hasForgotten ?? false;
  }

  /** Notes that ids of the account had to go before the snapshot that is being read. */
  setForgotten(account: number): void {
    (this.finished[account] ?? this.startRing(account)).hasForgotten = true;
  }

  finishedSize(account: number): number {
    return this.finished[account]?.count ?? 0;
  }

  /** Calls `each` for every id of the account's finished orders, the oldest first. */
  forEachFinished(account: number, each: (low: number, high: number, orderId: number, fingerprint: number) => void): void {
    const ids = this.finished[account];
    for (let i = 0; i < (ids?.count ?? 0); i++) {
      const low = ids?.lowAt(i) as number;
      const high = ids?.highAt(i) as number;
      const place = this.placeOf(low, high);
      each(low, high, this.orderIdAt(place), this.fingerprintAt(place));
    }
  }

  private startRing(account: number): FinishedIds {
    const ids = new FinishedIds();
    while (this.finished.length <= account) this.finished.push(undefined);
    this.finished[account] = ids;
    return ids;
  }

  private digest(account: number, text: string): void {
    this.lastAccount = account;
    this.lastText = text;
    let low = Math.imul(account + 1, 0x9e3779b1);
    let high = Math.imul(account + 1, 0x85ebca6b);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high + code, 0xc2b2ae35);
      high ^= high >>> 15;
    }
    low = Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    this.low = low ^ (low >>> 13) || 1;
    this.high = high;
  }

  private placeOf(low: number, high: number): number {
    const { words } = this;
    const mask = this.capacity - 1;
    for (let place = low & mask; words[place * width] !== 0; place = (place + 1) & mask) {
      if (words[place * width] === low && words[place * width + 1] === high) return place;
    }
    return -1;
  }

  private freePlaceFor(low: number): number {
    const mask = this.capacity - 1;
    let place = low & mask;
    while (this.words[place * width] !== 0) place = (place + 1) & mask;
    return place;
  }

  private numberAt(at: number): number {
    return (this.words[at] as number) + (this.words[at + 1] as number) * wordRange + ((this.words[at] as number) < 0 ? wordRange : 0);
  }

  /** Closes the gap by moving later entries of the same run forward, as in `OrderTable`. */
  private remove(low: number, high: number): void {
    const { words } = this;
    const mask = this.capacity - 1;
    let gap = this.placeOf(low, high);
    for (let place = (gap + 1) & mask; words[place * width] !== 0; place = (place + 1) & mask) {
      const start = (words[place * width] as number) & mask;
      // An entry may move back to the gap unless its own start lies after the gap.
      if (((place - start) & mask) < ((place - gap) & mask)) continue;
      for (let word = 0; word < width; word++) words[gap * width + word] = words[place * width + word] as number;
      gap = place;
    }
    words[gap * width] = 0;
    this.size--;
  }

  private grow(): void {
    const { words } = this;
    this.capacity *= 2;
    this.words = new Int32Array(this.capacity * width);
    for (let from = 0; from < words.length; from += width) {
      if (words[from] === 0) continue;
      const at = this.freePlaceFor(words[from] as number) * width;
      for (let word = 0; word < width; word++) this.words[at + word] = words[from + word] as number;
    }
  }
}
