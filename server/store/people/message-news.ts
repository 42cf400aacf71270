import type { Disposer } from '../../../core/contract/token.ts';
import type { Database } from '../opening/dialect.ts';

/** Whose messages have changed; null: everybody's. */
type Whose = string | null;

/** Tells whose messages are others than before, once what changed them is written: of a transaction when it has ended well, and never of one that has not. */
export class MessageNews {
  readonly #listeners = new Set<(whose: Whose) => void>();
  /** Of open transactions. */
  readonly #waiting = new WeakMap<Database, Set<Whose>>();

  listen(listener: (whose: Whose) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** By a statement of that database or transaction. */
  changed(database: Database, whose: Whose): void {
    const waiting = this.#waiting.get(database);
    if (waiting === undefined) this.#tell(whose);
    else waiting.add(whose);
  }

  /** Runs a transaction; what it changes is told after it. */
  async transaction<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
    const changed = new Set<Whose>();
    const value = await database.transaction().execute((transaction) => {
      this.#waiting.set(transaction, changed);
      return work(transaction);
    });
    for (const whose of changed) this.#tell(whose);
    return value;
  }

  #tell(whose: Whose): void {
    for (const listener of [...this.#listeners]) listener(whose);
  }
}
