import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import { StoreError } from '../store-error.ts';

/**
 * Knows whether the running code is inside a transaction. The embedded database has one connection: a call on the outer
 * store from inside a transaction would wait for that transaction, which waits for the call. Here it fails at once, on both engines.
 */
export class OpenTransaction {
  readonly #context = new AsyncLocalStorage<{ open: boolean }>();
  #running = 0;

  /** Runs `work` as the body of a transaction that has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const state = { open: true };
    this.#running += 1;
    try {
      return await this.#context.run(state, work);
    } finally {
      state.open = false;
      this.#running -= 1;
      // A storage in use hooks every promise of the process, which costs an order some tens of microseconds.
      if (this.#running === 0) this.#context.disable();
    }
  }

  refuseInside(): void {
    if (this.#context.getStore()?.open !== true) return;
    throw new StoreError('TRANSACTION_OPEN', 'inside a transaction use only the repositories that it hands over');
  }

  /** The driver, with this check before every use of the outer store. */
  guard(driver: Driver): Driver {
    return {
      init: () => driver.init(),
      acquireConnection: (): Promise<DatabaseConnection> => {
        this.refuseInside();
        return driver.acquireConnection();
      },
      beginTransaction: (connection: DatabaseConnection, settings: TransactionSettings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection: DatabaseConnection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection: DatabaseConnection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection: DatabaseConnection) => driver.releaseConnection(connection),
      destroy: () => driver.destroy(),
    };
  }
}
