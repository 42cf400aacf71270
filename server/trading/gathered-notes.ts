/** Orders of one entry. */
const mostOfEntry = 200;

export interface GatheredEntry<Of> {
  readonly of: Of;
  /** When the first of them was noted, ms. */
  readonly timeMs: number;
  readonly orders: string[];
}

interface GatheredParts<Of> {
  /** Entries that wait while they cannot be written. */
  readonly mostWaiting: number;
  readonly write: (entries: readonly GatheredEntry<Of>[]) => Promise<void>;
  readonly lost: (entries: number) => void;
  /** What could not be written is tried again with the next. */
  readonly late: (error: unknown) => void;
}

/** Notes that are joined until they are written, so that nobody waits for a database and many orders are few rows. */
export class GatheredNotes<Of> {
  readonly #parts: GatheredParts<Of>;
  readonly #gathering = new Map<string, GatheredEntry<Of>>();
  #waiting: GatheredEntry<Of>[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: GatheredParts<Of>) {
    this.#parts = parts;
  }

  add(key: string, of: Of, timeMs: number, order: string): void {
    const entry = this.#gathering.get(key) ?? { of, timeMs, orders: [] };
    entry.orders.push(order);
    if (entry.orders.length < mostOfEntry) this.#gathering.set(key, entry);
    else this.#close(key, entry);
  }

  /** Resolves once all that was noted before is written, or waits for the next time. */
  write(): Promise<void> {
    for (const [key, entry] of this.#gathering) this.#close(key, entry);
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  #close(key: string, entry: GatheredEntry<Of>): void {
    this.#gathering.delete(key);
    this.#waiting.push(entry);
  }

  async #writeWaiting(): Promise<void> {
    const lost = this.#waiting.splice(this.#parts.mostWaiting).length;
    if (lost > 0) this.#parts.lost(lost);
    const entries = this.#waiting.splice(0);
    if (entries.length === 0) return;
    await this.#parts.write(entries).catch((error: unknown) => {
      this.#parts.late(error);
      this.#waiting.unshift(...entries);
    });
  }
}
