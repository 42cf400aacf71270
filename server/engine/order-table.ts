import type { OrderRecord } from './order-record.ts';

/**
 * Open orders by id: an open-addressing table, because a Map that sees as many deletes as inserts keeps rebuilding itself.
 * Ids are positive safe integers, given in ascending order.
 */
export class OrderTable {
  size = 0;
  /** 0 marks a free place. */
  private ids = new Float64Array(1024);
  private orders: (OrderRecord | null)[] = new Array<OrderRecord | null>(1024).fill(null);
  private mask = 1023;

  get(orderId: number): OrderRecord | undefined {
    const { ids, mask } = this;
    for (let place = startOf(orderId) & mask; ; place = (place + 1) & mask) {
      const id = ids[place];
      // Before the comparison: 0 is no id. Any other stranger, NaN included, ends at the first free place.
      if (id === 0) return undefined;
      if (id === orderId) return this.orders[place] as OrderRecord;
    }
  }

  has(orderId: number): boolean {
    return this.get(orderId) !== undefined;
  }

  add(order: OrderRecord): void {
    if (++this.size * 2 > this.mask) this.grow();
    this.put(order.orderId, order);
  }

  /** Closes the gap by moving later entries of the same run forward, so that no tombstones pile up. */
  delete(orderId: number): void {
    const { ids, orders, mask } = this;
    let gap = startOf(orderId) & mask;
    while (ids[gap] !== orderId) gap = (gap + 1) & mask;
    for (let place = (gap + 1) & mask; ids[place] !== 0; place = (place + 1) & mask) {
      const start = startOf(ids[place] as number) & mask;
      // An entry may move back to the gap unless its own start lies after the gap.
      if (((place - start) & mask) < ((place - gap) & mask)) continue;
      ids[gap] = ids[place] as number;
      orders[gap] = orders[place] as OrderRecord;
      gap = place;
    }
    ids[gap] = 0;
    orders[gap] = null;
    this.size--;
  }

  /** All open orders, oldest first. Sorts: not for the hot path. */
  sorted(): OrderRecord[] {
    return this.orders.filter((order) => order !== null).sort((a, b) => a.orderId - b.orderId);
  }

  private put(orderId: number, order: OrderRecord): void {
    const { ids, mask } = this;
    let place = startOf(orderId) & mask;
    while (ids[place] !== 0) place = (place + 1) & mask;
    ids[place] = orderId;
    this.orders[place] = order;
  }

  private grow(): void {
    const { ids, orders } = this;
    const length = ids.length * 2;
    this.ids = new Float64Array(length);
    this.orders = new Array<OrderRecord | null>(length).fill(null);
    this.mask = length - 1;
    for (let i = 0; i < ids.length; i++) if (ids[i] !== 0) this.put(ids[i] as number, orders[i] as OrderRecord);
  }
}

/** Scattered: ids in a row would form one long run, and every delete walks to the end of its run. */
function startOf(orderId: number): number {
  const mixed = Math.imul(orderId | 0, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
