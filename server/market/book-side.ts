import type { Level } from '../../core/contract/market.ts';

/**
 * Levels of one side, worst first, so that the changes, which are mostly near the best price, move few entries.
 * Keys are whole price steps (see `priceKey`), negative for asks: the greatest key is the best on both sides.
 */
export class BookSide {
  readonly #keys: number[] = [];
  readonly #levels: Level[] = [];
  #changes = new Map<number, Level>();

  /** A quantity of '0' removes the level. */
  set(key: number, price: string, qty: string): void {
    const at = this.#firstAtLeast(key);
    const found = this.#keys[at] === key;
    if (isZero(qty)) {
      if (!found) return;
      this.#keys.splice(at, 1);
      this.#levels.splice(at, 1);
      this.#changes.set(key, [price, '0']);
      return;
    }
    const level: Level = [price, qty];
    if (found) {
      if (this.#levels[at]?.[1] === qty) return;
      this.#levels[at] = level;
    } else if (at === this.#keys.length) {
      this.#keys.push(key);
      this.#levels.push(level);
    } else {
      this.#keys.splice(at, 0, key);
      this.#levels.splice(at, 0, level);
    }
    this.#changes.set(key, level);
  }

  /** Makes the side hold exactly these levels; what differs counts as changed. */
  replace(entries: ReadonlyMap<number, Level>): void {
    const gone = this.#keys.flatMap((key, at) => (entries.has(key) ? [] : [{ key, price: this.#levels[at]?.[0] ?? '' }]));
    for (const { key, price } of gone) this.set(key, price, '0');
    for (const [key, [price, qty]] of entries) this.set(key, price, qty);
  }

  get best(): Level | null {
    return this.#levels.at(-1) ?? null;
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  /** At most `limit` levels, best first. */
  list(limit: number): readonly Level[] {
    return this.#levels.slice(Math.max(0, this.#levels.length - limit)).reverse();
  }

  /** Changes since the last call, each level once, best first. */
  takeChanges(): readonly Level[] {
    if (this.#changes.size === 0) return [];
    const sorted = [...this.#changes].sort(([a], [b]) => b - a).map(([, level]) => level);
    this.#changes = new Map();
    return sorted;
  }

  dropChanges(): void {
    this.#changes = new Map();
  }

  #firstAtLeast(key: number): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const isZero = (qty: string): boolean => qty === '0' || /^0(\.0*)?$/.test(qty);
