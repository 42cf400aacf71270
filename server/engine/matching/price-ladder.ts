/**
 * Levels of one side in sorted order, the best last, as two flat arrays. Bids are kept under +price and asks under −price,
 * so on both sides a greater key is a better price. Most inserts and removals happen near the best, that is near the end,
 * and move few entries; nothing depends on how far apart the prices are.
 */
export class PriceLadder {
  /** Sorted ascending; only the first `size` entries count. */
  keys = new Float64Array(64);
  /** Level handle of the key at the same place. */
  levels = new Int32Array(64);
  size = 0;

  /** Handle of the best level, -1 when empty. */
  best(): number {
    return this.size === 0 ? -1 : (this.levels[this.size - 1] as number);
  }

  /** Place of the first key not below `key`; `size` when there is none. */
  place(key: number): number {
    const { keys } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(place: number, key: number, level: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, levels, size } = this;
    if (size - place > 32) {
      keys.copyWithin(place + 1, place, size);
      levels.copyWithin(place + 1, place, size);
    } else {
      for (let i = size; i > place; i--) {
        keys[i] = keys[i - 1] as number;
        levels[i] = levels[i - 1] as number;
      }
    }
    keys[place] = key;
    levels[place] = level;
    this.size = size + 1;
  }

  remove(place: number): void {
    const { keys, levels } = this;
    const size = --this.size;
    if (size - place > 32) {
      keys.copyWithin(place, place + 1, size + 1);
      levels.copyWithin(place, place + 1, size + 1);
      return;
    }
    for (let i = place; i < size; i++) {
      keys[i] = keys[i + 1] as number;
      levels[i] = levels[i + 1] as number;
    }
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
    const levels = new Int32Array(keys.length);
    levels.set(this.levels);
    this.levels = levels;
  }
}
