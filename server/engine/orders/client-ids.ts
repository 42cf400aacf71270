import { FinishedIds } from './finished-ids.ts';

const firstCapacity = 1_024;

/** The order that used a client order id, and the 53-bit digest of its command, see `fingerprint.ts`. */
export interface IdUse {
  readonly orderId: number;
  readonly fingerprint: number;
}

/**
 * The client order ids that may be used again by mistake, per account, as 64-bit digests. An id is known while its order is
 * open and afterwards until `finishedIdsKept` further orders of its account with an id have finished: oldest finished first
 * out. The rule depends on the command log only. The open orders and the rings of finished ones are the truth; as nearly every
 * id is new, the low halves of all of them stand in one flat table that says so at once, small enough for the processor's cache.
 * Two ids of one account share a digest with a chance of about 10^-14; the second is then refused as a duplicate.
 */
export class ClientIds {
  /** Digest of the id named last; `low` is never 0. */
  low = 0;
  high = 0;

  /** What stands in the table where the search for `low` begins. */
  private first = 0;
  private lastAccount = -1;
  private lastText = '';
  /** Low halves, as often as there are ids with them; 0 marks a free place. */
  private lows = new Int32Array(firstCapacity);
  private size = 0;
  /** By account; absent before its first finished order with an id. */
  private readonly finished: (FinishedIds | undefined)[] = [];

  /**
   * Leaves the digest of the account's id in `low` and `high`; a command asks for the same one several times. Looks at the table
   * already: its line is seldom in the processor's cache, and comes while the command is digested.
   */
  digest(account: number, text: string): void {
    if (text !== this.lastText || account !== this.lastAccount) this.compute(account, text);
    this.first = this.lows[this.low & (this.lows.length - 1)] as number;
  }

  /** As {@link digest}; false when the id is certainly not known. */
  mayKnow(account: number, text: string): boolean {
    this.digest(account, text);
    return this.first !== 0 && this.lows[this.placeOf(this.low)] !== 0;
  }

  add(low: number): void {
    if (++this.size * 2 > this.lows.length) this.grow();
    this.put(low);
  }

  /** Notes that the order of a known id has finished. */
  finish(account: number, low: number, high: number, orderId: number, fingerprint: number): void {
    const ids = this.finished[account] ?? this.startRing(account);
    if (ids.isFull) this.remove(ids.lowAt(0));
    ids.add(low, high, orderId, fingerprint);
  }

  /** What an id stands for whose order has finished. */
  finishedUse(account: number, low: number, high: number): IdUse | undefined {
    const ids = this.finished[account];
    for (let i = 0; i < (ids?.count ?? 0); i++) if (ids?.lowAt(i) === low && ids.highAt(i) === high) return ids.entryAt(i);
    return undefined;
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
  forEachFinished(account: number, each: (low: number, high: number, use: IdUse) => void): void {
    const ids = this.finished[account];
    for (let i = 0; i < (ids?.count ?? 0); i++) each(ids?.lowAt(i) as number, ids?.highAt(i) as number, ids?.entryAt(i) as IdUse);
  }

  private startRing(account: number): FinishedIds {
    const ids = new FinishedIds();
    while (this.finished.length <= account) this.finished.push(undefined);
    this.finished[account] = ids;
    return ids;
  }

  private compute(account: number, text: string): void {
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

  /** Place of the first id with this low half, or the free place where the search ends. */
  private placeOf(low: number): number {
    const { lows } = this;
    const mask = lows.length - 1;
    let place = low & mask;
    while (lows[place] !== low && lows[place] !== 0) place = (place + 1) & mask;
    return place;
  }

  private put(low: number): void {
    const { lows } = this;
    const mask = lows.length - 1;
    let place = low & mask;
    while (lows[place] !== 0) place = (place + 1) & mask;
    lows[place] = low;
  }

  /** Closes the gap by moving later entries of the same run forward, as in `OpenOrders`. */
  private remove(low: number): void {
    const { lows } = this;
    const mask = lows.length - 1;
    let gap = this.placeOf(low);
    for (let place = (gap + 1) & mask; lows[place] !== 0; place = (place + 1) & mask) {
      const start = (lows[place] as number) & mask;
      // An entry may move back to the gap unless its own start lies after the gap.
      if (((place - start) & mask) < ((place - gap) & mask)) continue;
      lows[gap] = lows[place] as number;
      gap = place;
    }
    lows[gap] = 0;
    this.size--;
  }

  private grow(): void {
    const { lows } = this;
    this.lows = new Int32Array(lows.length * 2);
    for (let place = 0; place < lows.length; place++) if (lows[place] !== 0) this.put(lows[place] as number);
  }
}
