import type { TriggerKind } from '../../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';
import type { OrderTerms } from '../command.ts';
import { OpenOrder } from './open-order.ts';

const firstCapacity = 256;
/** Places per record; the more, the shorter the runs. */
const spread = 2;

/**
 * Open orders by id, and the records themselves: the record of a finished order is used again for a later one, so that
 * orders cost the collector nothing and lie close together. An open-addressing table of record numbers, because a Map that
 * sees as many deletes as inserts keeps rebuilding itself; with the low words of the ids in it, because other orders' records are
 * seldom in the processor's cache. Ids are positive safe integers.
 */
export class OpenOrders {
  size = 0;
  private readonly records: OpenOrder[] = [];
  /** Indices of records without an order; the last one freed is the next one used, for it is still in the processor's cache. */
  private readonly free: number[] = [];
  /** Two numbers a place: the id's low word and index + 1, which is 0 in a free place. */
  private places = new Int32Array(firstCapacity * spread * 2);
  private mask = firstCapacity * spread - 1;

  get(orderId: number): OpenOrder | undefined {
    const { places, mask } = this;
    const low = orderId | 0;
    for (let place = startOf(low) & mask; ; place = (place + 1) & mask) {
      const index = (places[place * 2 + 1] as number) - 1;
      if (index < 0) return undefined;
      if (places[place * 2] !== low) continue;
      const order = this.at(index);
      if (order.orderId === orderId) return order;
    }
  }

  has(orderId: number): boolean {
    return this.get(orderId) !== undefined;
  }

  /** The order of this index, which must be open. */
  at(index: number): OpenOrder {
    return this.records[index] as OpenOrder;
  }

  /** Opens an order under an id that is not in use. */
  open(orderId: number, terms: OrderTerms, owner: number, triggerKind: TriggerKind | null, status: OrderStatus, timeMs: number): OpenOrder {
    const order = this.takeRecord();
    order.open(orderId, terms, owner, triggerKind, status, timeMs);
    this.put(orderId, order.index);
    this.size++;
    return order;
  }

  /**
   * Forgets a finished order. Its fields stay until the next order opens. A record that a pair still names is not used again.
   * Later entries of the same run move forward into the gap, so that no tombstones pile up.
   */
  close(order: OpenOrder): void {
    const { places, mask } = this;
    const { index, orderId } = order;
    let gap = startOf(orderId) & mask;
    while (places[gap * 2 + 1] !== index + 1) gap = (gap + 1) & mask;
    for (let place = (gap + 1) & mask; places[place * 2 + 1] !== 0; place = (place + 1) & mask) {
      const start = startOf(places[place * 2] as number) & mask;
      // An entry may move back to the gap unless its own start lies after the gap.
      if (((place - start) & mask) < ((place - gap) & mask)) continue;
      places[gap * 2] = places[place * 2] as number;
      places[gap * 2 + 1] = places[place * 2 + 1] as number;
      gap = place;
    }
    places[gap * 2 + 1] = 0;
    if (order.legOf !== null || order.entryOf !== null) this.records[index] = new OpenOrder(index);
    this.free.push(index);
    this.size--;
  }

  /** All open orders, oldest first. Sorts: not for the hot path. */
  sorted(): OpenOrder[] {
    const { places } = this;
    const open: OpenOrder[] = [];
    for (let at = 1; at < places.length; at += 2) if (places[at] !== 0) open.push(this.at((places[at] as number) - 1));
    return open.sort((a, b) => a.orderId - b.orderId);
  }

  private takeRecord(): OpenOrder {
    const index = this.free.pop();
    if (index !== undefined) return this.records[index] as OpenOrder;
    if (this.records.length * spread > this.mask) this.grow();
    const record = new OpenOrder(this.records.length);
    this.records.push(record);
    return record;
  }

  private put(orderId: number, index: number): void {
    const { places, mask } = this;
    let place = startOf(orderId) & mask;
    while (places[place * 2 + 1] !== 0) place = (place + 1) & mask;
    places[place * 2] = orderId;
    places[place * 2 + 1] = index + 1;
  }

  /** Called when every record has an order. */
  private grow(): void {
    this.places = new Int32Array(this.places.length * 2);
    this.mask = this.places.length / 2 - 1;
    for (const { orderId, index } of this.records) this.put(orderId, index);
  }
}

/**
 * Eight ids in a row begin in one cache line; what follows them is scattered. Ids in one long run would make every delete walk to its
 * end. Only the low word of an id counts.
 */
function startOf(orderId: number): number {
  const mixed = Math.imul(orderId >>> 3, 0x9e3779b1);
  return ((mixed ^ (mixed >>> 15)) << 3) | (orderId & 7);
}
