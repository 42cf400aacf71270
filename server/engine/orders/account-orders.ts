const none = -1;

/**
 * The open orders of each account, oldest first, as doubly linked lists in flat arrays: an order is the index of its record.
 * Flat, because the neighbours of an order are changed with it, and their records are seldom in the processor's cache.
 */
export class AccountOrders {
  /** By account. */
  private first: Int32Array = new Int32Array(64).fill(none);
  private last: Int32Array = new Int32Array(64).fill(none);
  /** By order: the next and the one before, side by side. */
  private links: Int32Array = new Int32Array(512);

  /** Adds the account's newest order. */
  add(account: number, order: number): void {
    if (account >= this.first.length) this.growAccounts(account);
    if (order * 2 >= this.links.length) this.links = grown(this.links, order * 2 + 1);
    const { links } = this;
    const before = this.last[account] as number;
    links[order * 2] = none;
    links[order * 2 + 1] = before;
    if (before === none) this.first[account] = order;
    else links[before * 2] = order;
    this.last[account] = order;
  }

  remove(account: number, order: number): void {
    const { links } = this;
    const after = links[order * 2] as number;
    const before = links[order * 2 + 1] as number;
    if (before === none) this.first[account] = after;
    else links[before * 2] = after;
    if (after === none) this.last[account] = before;
    else links[after * 2 + 1] = before;
  }

  of(account: number): number[] {
    const orders: number[] = [];
    for (let order = this.first[account] ?? none; order !== none; order = this.links[order * 2] as number) orders.push(order);
    return orders;
  }

  private growAccounts(account: number): void {
    this.first = grown(this.first, account);
    this.last = grown(this.last, account);
  }
}

/** At least twice as long, with room for `index`. */
function grown(from: Int32Array, index: number): Int32Array {
  const into = new Int32Array(Math.max(from.length * 2, index + 1)).fill(none);
  into.set(from);
  return into;
}
