const none = -1;

/**
 * The open orders of each account, oldest first, as doubly linked lists in flat arrays: an order is the index of its record.
 * Flat, because the neighbours of an order are changed with it, and their records are seldom in the processor's cache.
 */
export class AccountOrders {
  /** By account. */
  private first: Int32Array = new Int32Array(64).fill(none);
  private last: Int32Array = new Int32Array(64).fill(none);
  /** By order. */
  private next: Int32Array = new Int32Array(256);
  private previous: Int32Array = new Int32Array(256);

  /** Adds the account's newest order. */
  add(account: number, order: number): void {
    if (account >= this.first.length) this.growAccounts(account);
    if (order >= this.next.length) this.growOrders(order);
    const before = this.last[account] as number;
    this.previous[order] = before;
    this.next[order] = none;
    if (before === none) this.first[account] = order;
    else this.next[before] = order;
    this.last[account] = order;
  }

  remove(account: number, order: number): void {
    const before = this.previous[order] as number;
    const after = this.next[order] as number;
    if (before === none) this.first[account] = after;
    else this.next[before] = after;
    if (after === none) this.last[account] = before;
    else this.previous[after] = before;
  }

  of(account: number): number[] {
    const orders: number[] = [];
    for (let order = this.first[account] ?? none; order !== none; order = this.next[order] as number) orders.push(order);
    return orders;
  }

  private growAccounts(account: number): void {
    this.first = grown(this.first, account);
    this.last = grown(this.last, account);
  }

  private growOrders(order: number): void {
    this.next = grown(this.next, order);
    this.previous = grown(this.previous, order);
  }
}

/** At least twice as long, with room for `index`. */
function grown(from: Int32Array, index: number): Int32Array {
  const into = new Int32Array(Math.max(from.length * 2, index + 1)).fill(none);
  into.set(from);
  return into;
}
