import type { Level } from '../../../core/contract/market.ts';

/**
 * Levels of one side, worst first, so that the changes, which are mostly near the best price, move few entries.
 * Keys are whole price steps (see `priceKey`), negative for asks: the greatest key is the best on both sides.
 */
export class BookSide {
  readonly #viewLevels: number;
  /** Smallest key of the view that the last changes made; everything at first. */
  #viewFrom = Number.NEGATIVE_INFINITY;
  readonly #keys: number[] = [];
  readonly #levels: Level[] = [];
  #changes = new Map<number, Level>();

  /** Changes are told for the best `viewLevels` levels. */
  constructor(viewLevels: number) {
    this.#viewLevels = viewLevels;
  }

  /** Keys are steps `factor` times as small from now on. */
  refine(factor: number): void {
    for (const [at, key] of this.#keys.entries()) this.#keys[at] = key * factor;
    this.#changes = new Map([...this.#changes].map(([key, level]) => [key * factor, level]));
    this.#viewFrom *= factor;
  }

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

  /**
   * Changes of the view since the last call, each level once, best first: what changed within it, what better levels have
   * pushed out ('0') and what has moved up into it.
   */
  takeChanges(): readonly Level[] {
    const changes = this.#changes;
    if (changes.size === 0) return [];
    const before = this.#viewFrom;
    const after = this.dropChanges();
    const told = new Map<number, Level>();
    for (const [key, level] of changes) {
      // A level that went away below the former view was never told of.
      if (key >= after && (key >= before || !isZero(level[1]))) told.set(key, level);
      else if (key >= before) told.set(key, [level[0], '0']);
    }
    for (const [key, [price, qty]] of this.#between(Math.min(before, after), Math.max(before, after))) {
      told.set(key, [price, key >= after ? qty : '0']);
    }
    return [...told].sort(([a], [b]) => b - a).map(([, level]) => level);
  }

  /** Forgets the changes; gives the smallest key of the view as it is now. */
  dropChanges(): number {
    this.#changes = new Map();
    this.#viewFrom = this.#keys.at(-this.#viewLevels) ?? Number.NEGATIVE_INFINITY;
    return this.#viewFrom;
  }

  /** Levels from one key up to, and without, another. */
  *#between(from: number, to: number): Iterable<readonly [number, Level]> {
    if (from === to) return;
    for (let at = this.#firstAtLeast(from); at < this.#keys.length && (this.#keys[at] as number) < to; at++) {
      yield [this.#keys[at] as number, this.#levels[at] as Level];
    }
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
