import type { OrderSide } from '../domain/orders/order.ts';

/** Total quantities per price of one side of a book, in ticks and lots, kept in order. */
export class PriceLevels {
  readonly #away: 1 | -1;
  /** Worst first: changes are mostly near the best price, at the end. */
  readonly #ticks: number[] = [];
  readonly #lots = new Map<number, number>();

  constructor(side: OrderSide) {
    this.#away = side === 'BUY' ? -1 : 1;
  }

  set(ticks: number, lots: number): void {
    const known = this.#lots.has(ticks);
    if (lots > 0) {
      if (!known) this.#ticks.splice(this.#place(ticks), 0, ticks);
      this.#lots.set(ticks, lots);
    } else if (known) {
      this.#ticks.splice(this.#place(ticks), 1);
      this.#lots.delete(ticks);
    }
  }

  clear(): void {
    this.#ticks.length = 0;
    this.#lots.clear();
  }

  lots(ticks: number): number {
    return this.#lots.get(ticks) ?? 0;
  }

  /** Null when the side is empty. */
  get best(): number | null {
    return this.#ticks.at(-1) ?? null;
  }

  /** [ticks, lots] from the best price outwards. */
  *entries(): Generator<readonly [ticks: number, lots: number]> {
    for (let at = this.#ticks.length - 1; at >= 0; at--) {
      const ticks = this.#ticks[at] as number;
      yield [ticks, this.#lots.get(ticks) ?? 0];
    }
  }

  /** Index of the first entry that is not worse than `ticks`. */
  #place(ticks: number): number {
    let low = 0;
    let high = this.#ticks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#away * ((this.#ticks[middle] as number) - ticks) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
