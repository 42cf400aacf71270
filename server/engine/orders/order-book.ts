import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { PriceLadder } from '../matching/price-ladder.ts';

const none = -1;

/**
 * Resting orders of one instrument in price-time priority, as parallel arrays: an order is a slot number, a level is a
 * handle, and the orders of a level are a doubly linked list of slots. Prices are ticks and quantities lots (safe integers).
 * Nothing is allocated per operation; freed slots and levels are used again. The caller keeps quantities positive.
 */
export class OrderBook {
  readonly bids = new PriceLadder();
  readonly asks = new PriceLadder();
  /** Remaining lots per slot. */
  qty = new Float64Array(64);
  /** The caller's number of the order. */
  order = new Int32Array(64);
  /** Self-trade key per slot: orders of equal keys belong together. */
  owner = new Float64Array(64);
  /** Neighbours within the level; `next` also links the free slots. */
  next = new Int32Array(64);
  previous = new Int32Array(64);
  level = new Int32Array(64);

  /** +price for a bid level, −price for an ask level. */
  levelKey = new Float64Array(64);
  levelQty = new Float64Array(64);
  levelHead = new Int32Array(64);
  levelTail = new Int32Array(64);
  levelIsBid = new Uint8Array(64);

  /** Resting orders on both sides. */
  count = 0;
  /** Resting orders that may fill less than they show, kept by the caller: reduce-only ones. */
  bound = 0;
  /** Lots resting per side; each order keeps the sums within safe integers. */
  bidLots = 0;
  askLots = 0;

  private freeSlot = none;
  private usedSlots = 0;
  private freeLevel = none;
  private usedLevels = 0;

  /** Appends an order at the end of its level and returns its slot. */
  add(side: OrderSide, price: number, qty: number, order: number, owner: number): number {
    const isBid = side === 'BUY';
    const level = this.levelFor(isBid ? this.bids : this.asks, isBid ? price : -price, isBid);
    const slot = this.takeSlot();
    const tail = this.levelTail[level] as number;
    this.qty[slot] = qty;
    this.order[slot] = order;
    this.owner[slot] = owner;
    this.level[slot] = level;
    this.next[slot] = none;
    this.previous[slot] = tail;
    if (tail === none) this.levelHead[level] = slot;
    else this.next[tail] = slot;
    this.levelTail[level] = slot;
    this.levelQty[level] = (this.levelQty[level] as number) + qty;
    if (isBid) this.bidLots += qty;
    else this.askLots += qty;
    this.count++;
    return slot;
  }

  /** Takes `lots` off an order, which keeps its place; an order without lots leaves the book. */
  reduce(slot: number, lots: number): void {
    const rest = (this.qty[slot] as number) - lots;
    const level = this.level[slot] as number;
    this.qty[slot] = rest;
    this.levelQty[level] = (this.levelQty[level] as number) - lots;
    if (this.levelIsBid[level] === 1) this.bidLots -= lots;
    else this.askLots -= lots;
    if (rest === 0) this.unlink(slot, level);
  }

  remove(slot: number): void {
    this.reduce(slot, this.qty[slot] as number);
  }

  ladder(side: OrderSide): PriceLadder {
    return side === 'BUY' ? this.bids : this.asks;
  }

  /** Best price of a side in ticks, 0 when the side is empty. */
  bestPrice(side: OrderSide): number {
    const ladder = this.ladder(side);
    return ladder.size === 0 ? 0 : Math.abs(ladder.keys[ladder.size - 1] as number);
  }

  /** Lots resting at a price, 0 when none. */
  qtyAt(side: OrderSide, price: number): number {
    const ladder = this.ladder(side);
    const key = side === 'BUY' ? price : -price;
    const place = ladder.place(key);
    return place < ladder.size && ladder.keys[place] === key ? (this.levelQty[ladder.levels[place] as number] as number) : 0;
  }

  /** [price, qty] pairs flattened, from the best outwards, at most `levels` pairs. */
  depth(side: OrderSide, levels: number): number[] {
    const ladder = this.ladder(side);
    const pairs: number[] = [];
    for (let i = ladder.size - 1; i >= 0 && pairs.length < levels * 2; i--) {
      pairs.push(Math.abs(ladder.keys[i] as number), this.levelQty[ladder.levels[i] as number] as number);
    }
    return pairs;
  }

  /** The caller's numbers of all resting orders of a side in priority order. */
  orders(side: OrderSide): number[] {
    const ladder = this.ladder(side);
    const orders: number[] = [];
    for (let i = ladder.size - 1; i >= 0; i--) {
      const level = ladder.levels[i] as number;
      for (let slot = this.levelHead[level] as number; slot !== none; slot = this.next[slot] as number)
        orders.push(this.order[slot] as number);
    }
    return orders;
  }

  private levelFor(ladder: PriceLadder, key: number, isBid: boolean): number {
    const place = ladder.place(key);
    if (place < ladder.size && ladder.keys[place] === key) return ladder.levels[place] as number;
    const level = this.takeLevel();
    this.levelKey[level] = key;
    this.levelQty[level] = 0;
    this.levelHead[level] = none;
    this.levelTail[level] = none;
    this.levelIsBid[level] = isBid ? 1 : 0;
    ladder.insert(place, key, level);
    return level;
  }

  private unlink(slot: number, level: number): void {
    const before = this.previous[slot] as number;
    const after = this.next[slot] as number;
    if (before === none) this.levelHead[level] = after;
    else this.next[before] = after;
    if (after === none) this.levelTail[level] = before;
    else this.previous[after] = before;
    this.next[slot] = this.freeSlot;
    this.freeSlot = slot;
    this.count--;
    if (before === none && after === none) this.dropLevel(level);
  }

  private dropLevel(level: number): void {
    const ladder = this.levelIsBid[level] === 1 ? this.bids : this.asks;
    const last = ladder.size - 1;
    ladder.remove(ladder.levels[last] === level ? last : ladder.place(this.levelKey[level] as number));
    this.levelHead[level] = this.freeLevel;
    this.freeLevel = level;
  }

  private takeSlot(): number {
    const slot = this.freeSlot;
    if (slot !== none) {
      this.freeSlot = this.next[slot] as number;
      return slot;
    }
    if (this.usedSlots === this.qty.length) this.growSlots();
    return this.usedSlots++;
  }

  /** A free level keeps the next free one in its head. */
  private takeLevel(): number {
    const level = this.freeLevel;
    if (level !== none) {
      this.freeLevel = this.levelHead[level] as number;
      return level;
    }
    if (this.usedLevels === this.levelKey.length) this.growLevels();
    return this.usedLevels++;
  }

  private growSlots(): void {
    const length = this.qty.length * 2;
    this.qty = grown(this.qty, new Float64Array(length));
    this.order = grown(this.order, new Int32Array(length));
    this.owner = grown(this.owner, new Float64Array(length));
    this.next = grown(this.next, new Int32Array(length));
    this.previous = grown(this.previous, new Int32Array(length));
    this.level = grown(this.level, new Int32Array(length));
  }

  private growLevels(): void {
    const length = this.levelKey.length * 2;
    this.levelKey = grown(this.levelKey, new Float64Array(length));
    this.levelQty = grown(this.levelQty, new Float64Array(length));
    this.levelHead = grown(this.levelHead, new Int32Array(length));
    this.levelTail = grown(this.levelTail, new Int32Array(length));
    this.levelIsBid = grown(this.levelIsBid, new Uint8Array(length));
  }
}

function grown<T extends Float64Array | Int32Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
