import { type MatchListener, match, type Taker } from '../../server/engine/matching/matching.ts';
import { OrderBook } from '../../server/engine/orders/order-book.ts';
import { type OperationStream, operationKinds } from './operations.ts';

/** Drives the bare matching core with a stream. The caller's own record of an order is here its slot, by id. */
export class CoreDriver implements MatchListener {
  readonly book = new OrderBook();
  /** Lots traded so far. */
  tradedLots = 0;
  private readonly stream: OperationStream;
  private readonly slots: Int32Array;
  private readonly totals: Int32Array;
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

  constructor(stream: OperationStream) {
    this.stream = stream;
    this.slots = new Int32Array(stream.length + 2);
    this.totals = new Int32Array(stream.length + 2);
  }

  run(from: number, to: number): void {
    for (let i = from; i < to; i++) this.step(i);
  }

  step(i: number): void {
    const { stream, book, slots } = this;
    const id = stream.orderId[i] as number;
    switch (stream.kind[i]) {
      case operationKinds.cancel:
        book.remove(slots[id] as number);
        break;
      case operationKinds.amend:
        this.amend(i, id, slots[id] as number);
        break;
      default:
        this.place(i, id);
    }
  }

  filled(_makerId: number, _price: number, lots: number): void {
    this.tradedLots += lots;
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

  private place(i: number, id: number): void {
    const { stream, taker } = this;
    const qty = stream.qty[i] as number;
    taker.side = stream.isBuy[i] === 1 ? 'BUY' : 'SELL';
    taker.limit = stream.price[i] as number;
    taker.left = qty;
    taker.owner = stream.account[i] as number;
    match(this.book, taker, this);
    if (taker.left === 0 || stream.kind[i] === operationKinds.cross) return;
    this.slots[id] = this.book.add(taker.side, taker.limit, taker.left, id, taker.owner);
    this.totals[id] = qty;
  }

  private amend(i: number, id: number, slot: number): void {
    const { book, stream, totals } = this;
    const less = (totals[id] as number) - (stream.qty[i] as number);
    totals[id] = stream.qty[i] as number;
    if (less > 0) {
      book.reduce(slot, less);
      return;
    }
    const left = book.qty[slot] as number;
    const owner = book.owner[slot] as number;
    book.remove(slot);
    this.slots[id] = book.add(stream.isBuy[i] === 1 ? 'BUY' : 'SELL', stream.price[i] as number, left, id, owner);
  }
}
