/** Client order ids of finished orders that stay known, over all accounts. */
export const finishedIdsKept = 262_144;

const firstCapacity = 1_024;

/**
 * Client order ids per account, as 64-bit digests in open-addressing arrays: hundreds of thousands of them cost the
 * collector nothing. An id is known while its order is open and afterwards until `finishedIdsKept` further orders with an
 * id (of any account) have finished: oldest finished first out. The rule depends on the command log only.
 * Two ids of one account share a digest with a chance of about 10^-14; the second is then refused as a duplicate.
 */
export class ClientIds {
  /** Digest of the id asked for last, by `look`; 0, 0 is no digest. */
  low = 0;
  high = 0;

  private lows = new Int32Array(firstCapacity);
  private highs = new Int32Array(firstCapacity);
  private orderIds = new Float64Array(firstCapacity);
  private fingerprints = new Float64Array(firstCapacity);
  private mask = firstCapacity - 1;
  private size = 0;
  /** Digests of finished ids, low and high in turn; a ring once it is full, `oldest` being the next to go. */
  private finished: Int32Array = new Int32Array(firstCapacity);
  private finishedCount = 0;
  private oldest = 0;

  /** Place of an account's id, -1 when it is not known. Leaves its digest in `low` and `high`. */
  look(account: number, text: string): number {
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
    return this.placeOf(this.low, this.high);
  }

  orderIdAt(place: number): number {
    return this.orderIds[place] as number;
  }

  fingerprintAt(place: number): number {
    return this.fingerprints[place] as number;
  }

  /** Fingerprint of the id with this digest, which must be known. */
  fingerprintOf(low: number, high: number): number {
    return this.fingerprintAt(this.placeOf(low, high));
  }

  add(low: number, high: number, orderId: number, fingerprint: number): void {
    if (++this.size * 2 > this.mask) this.grow();
    this.put(low, high, orderId, fingerprint);
  }

  finish(low: number, high: number): void {
    if (this.finishedCount < finishedIdsKept) {
      if (this.finishedCount * 2 === this.finished.length) this.finished = lengthened(this.finished);
      this.finished[this.finishedCount * 2] = low;
      this.finished[this.finishedCount * 2 + 1] = high;
      this.finishedCount++;
      return;
    }
    const place = this.oldest * 2;
    this.remove(this.finished[place] as number, this.finished[place + 1] as number);
    this.finished[place] = low;
    this.finished[place + 1] = high;
    this.oldest = (this.oldest + 1) % finishedIdsKept;
  }

  /** Calls `each` for every id of a finished order, the oldest first. */
  forEachFinished(each: (low: number, high: number, orderId: number, fingerprint: number) => void): void {
    for (let i = 0; i < this.finishedCount; i++) {
      const at = ((this.oldest + i) % this.finishedCount) * 2;
      const low = this.finished[at] as number;
      const high = this.finished[at + 1] as number;
      const place = this.placeOf(low, high);
      each(low, high, this.orderIdAt(place), this.fingerprintAt(place));
    }
  }

  get finishedSize(): number {
    return this.finishedCount;
  }

  private placeOf(low: number, high: number): number {
    const { lows, highs, mask } = this;
    for (let place = low & mask; lows[place] !== 0; place = (place + 1) & mask) {
      if (lows[place] === low && highs[place] === high) return place;
    }
    return -1;
  }

  private put(low: number, high: number, orderId: number, fingerprint: number): void {
    const { lows, mask } = this;
    let place = low & mask;
    while (lows[place] !== 0) place = (place + 1) & mask;
    this.fill(place, low, high, orderId, fingerprint);
  }

  private fill(place: number, low: number, high: number, orderId: number, fingerprint: number): void {
    this.lows[place] = low;
    this.highs[place] = high;
    this.orderIds[place] = orderId;
    this.fingerprints[place] = fingerprint;
  }

  /** Closes the gap by moving later entries of the same run forward, as in `OrderTable`. */
  private remove(low: number, high: number): void {
    const { lows, highs, mask } = this;
    let gap = this.placeOf(low, high);
    for (let place = (gap + 1) & mask; lows[place] !== 0; place = (place + 1) & mask) {
      const start = (lows[place] as number) & mask;
      // An entry may move back to the gap unless its own start lies after the gap.
      if (((place - start) & mask) < ((place - gap) & mask)) continue;
      this.fill(gap, lows[place] as number, highs[place] as number, this.orderIdAt(place), this.fingerprintAt(place));
      gap = place;
    }
    lows[gap] = 0;
    this.size--;
  }

  private grow(): void {
    const { lows, highs, orderIds, fingerprints } = this;
    const capacity = lows.length * 2;
    this.lows = new Int32Array(capacity);
    this.highs = new Int32Array(capacity);
    this.orderIds = new Float64Array(capacity);
    this.fingerprints = new Float64Array(capacity);
    this.mask = capacity - 1;
    for (let i = 0; i < lows.length; i++) {
      if (lows[i] !== 0) this.put(lows[i] as number, highs[i] as number, orderIds[i] as number, fingerprints[i] as number);
    }
  }
}

function lengthened(from: Int32Array): Int32Array {
  const into = new Int32Array(from.length * 2);
  into.set(from);
  return into;
}
