import { type MatchListener, match, type Taker } from '../../server/engine/matching/matching.ts';
import { OrderBook } from '../../server/engine/orders/order-book.ts';
import { SeededRandom } from '../../tests/kit/seeded-random.ts';

/** What one operation does. A new order takes the next id, starting with 1. */
export const operationKinds = { add: 0, cancel: 1, amend: 2, cross: 3 } as const;

/**
 * A stream of order operations as parallel arrays: the first `resting` are adds that fill the book, the others keep it near
 * that size. Every cancel and amend names an order that is on the book then; a cross is immediate-or-cancel.
 */
export interface OperationStream {
  readonly length: number;
  readonly resting: number;
  readonly kind: Uint8Array;
  readonly isBuy: Uint8Array;
  readonly orderId: Int32Array;
  readonly account: Int32Array;
  readonly price: Int32Array;
  /** Lots; for an amend the new total. */
  readonly qty: Int32Array;
}

/** Accounts that the operations are spread over. */
export const accountsUsed = 200;
const middle = 1_000_000;
/** Most of an order flow lies near the touch, some of it far away: the cube of a uniform number, in ticks. */
const widestTicks = 2_000;

export function makeOperations(resting: number, mixed: number, seed = 1): OperationStream {
  const length = resting + mixed;
  const ints = () => new Int32Array(length);
  const stream: OperationStream = {
    length,
    resting,
    kind: new Uint8Array(length),
    isBuy: new Uint8Array(length),
    orderId: ints(),
    account: ints(),
    price: ints(),
    qty: ints(),
  };
  new Generator(stream, seed).run();
  return stream;
}

/** Keeps a book of its own beside the stream, so that it knows which orders are there. */
class Generator implements MatchListener {
  private readonly stream: OperationStream;
  private readonly random: SeededRandom;
  private readonly book = new OrderBook();
  private readonly taker: Taker = {
    side: 'BUY',
    limit: 0,
    left: 0,
    owner: 0,
    stp: 'EXPIRE_TAKER',
    budgeted: false,
    preventsBroke: false,
    stopped: false,
  };
  /** Slot and place in `open` of every order on the book, by id. */
  private readonly slots: Int32Array;
  private readonly places: Int32Array;
  private readonly totals: Int32Array;
  private readonly open: number[] = [];
  private nextId = 1;

  constructor(stream: OperationStream, seed: number) {
    this.stream = stream;
    this.random = new SeededRandom(seed);
    this.slots = new Int32Array(stream.length + 2);
    this.places = new Int32Array(stream.length + 2);
    this.totals = new Int32Array(stream.length + 2);
  }

  run(): void {
    const { stream, random, book } = this;
    for (let i = 0; i < stream.length; i++) {
      const dice = random.next();
      if (i < stream.resting) this.add(i);
      else if (dice < 0.12) this.amend(i);
      else if (dice < 0.27) this.cross(i);
      else if (dice < (book.count < stream.resting ? 0.85 : 0.45)) this.add(i);
      else this.cancel(i);
    }
  }

  filled(makerId: number, _price: number, _lots: number, makerLeft: number): void {
    if (makerLeft === 0) this.drop(makerId);
  }
  prevented(): void {}
  levelLeft(): void {}
  mostLots(): number {
    return Number.MAX_SAFE_INTEGER;
  }

  ended(): void {
    // Nothing here is bound to a position.
  }

  affordableLots(): number {
    return 0;
  }

  private add(i: number): void {
    const { stream, random, book } = this;
    const isBuy = random.next() < 0.5;
    const touch = book.bestPrice(isBuy ? 'SELL' : 'BUY') || middle;
    const away = 1 + Math.floor(random.next() ** 3 * widestTicks);
    const qty = random.integer(1, 100);
    const id = this.nextId++;
    this.write(i, 'add', isBuy, id, random.integer(0, accountsUsed - 1), isBuy ? touch - away : touch + away, qty);
    this.slots[id] = book.add(isBuy ? 'BUY' : 'SELL', stream.price[i] as number, qty, id, stream.account[i] as number);
    this.totals[id] = qty;
    this.places[id] = this.open.push(id) - 1;
  }

  private cancel(i: number): void {
    const id = this.pick();
    const slot = this.slots[id] as number;
    this.write(i, 'cancel', this.isBid(slot), id, this.book.owner[slot] as number, 0, 0);
    this.book.remove(slot);
    this.drop(id);
  }

  /** Half of the amends only lower the quantity, half move the price by a few ticks away from the touch. */
  private amend(i: number): void {
    const { book, random } = this;
    const id = this.pick();
    const slot = this.slots[id] as number;
    const isBuy = this.isBid(slot);
    const account = book.owner[slot] as number;
    const price = Math.abs(book.levelKey[book.level[slot] as number] as number);
    const left = book.qty[slot] as number;
    const total = this.totals[id] as number;
    if (left > 1 && random.next() < 0.5) {
      const less = random.integer(1, left - 1);
      book.reduce(slot, less);
      this.totals[id] = total - less;
      this.write(i, 'amend', isBuy, id, account, price, total - less);
      return;
    }
    const moved = price + (isBuy ? -1 : 1) * random.integer(1, 20);
    book.remove(slot);
    this.slots[id] = book.add(isBuy ? 'BUY' : 'SELL', moved, left, id, account);
    this.write(i, 'amend', isBuy, id, account, moved, total);
  }

  private cross(i: number): void {
    const { random, taker, book } = this;
    const isBuy = random.next() < 0.5;
    const touch = book.bestPrice(isBuy ? 'SELL' : 'BUY') || middle;
    const account = random.integer(0, accountsUsed - 1);
    const price = isBuy ? touch + 5 : touch - 5;
    const qty = random.integer(1, 150);
    this.write(i, 'cross', isBuy, this.nextId++, account, price, qty);
    taker.side = isBuy ? 'BUY' : 'SELL';
    taker.limit = price;
    taker.left = qty;
    taker.owner = account;
    match(book, taker, this);
  }

  private write(
    i: number,
    kind: keyof typeof operationKinds,
    isBuy: boolean,
    id: number,
    account: number,
    price: number,
    qty: number,
  ): void {
    const { stream } = this;
    stream.kind[i] = operationKinds[kind];
    stream.isBuy[i] = isBuy ? 1 : 0;
    stream.orderId[i] = id;
    stream.account[i] = account;
    stream.price[i] = price;
    stream.qty[i] = qty;
  }

  private pick(): number {
    return this.open[this.random.integer(0, this.open.length - 1)] as number;
  }

  private isBid(slot: number): boolean {
    return this.book.levelIsBid[this.book.level[slot] as number] === 1;
  }

  private drop(id: number): void {
    const place = this.places[id] as number;
    const last = this.open.pop() as number;
    if (last === id) return;
    this.open[place] = last;
    this.places[last] = place;
  }
}
