import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { CopyRecord, MainRecord } from './copy-record.ts';
import type { CopyTables } from './copy-tables.ts';

interface WriterParts {
  readonly tables: Pick<CopyTables, 'write'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Pick<Logger, 'error'>;
  /** Whose copied orders have changed, once that is stored. */
  readonly onWritten: (userIds: ReadonlySet<string>) => void;
}

/** Lists show what has changed this much later. */
const gatherMs = 150;

/** Stores copies behind the orders: what a crash takes of it is found again at the exchanges. */
export class CopyWriter {
  readonly #parts: WriterParts;
  readonly #turns = new Turns();
  #mains = new Map<string, MainRecord>();
  #copies = new Map<string, CopyRecord>();
  #isDue = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  write(main: MainRecord, copies: readonly CopyRecord[]): void {
    this.#mains.set(`${main.mainApiId}/${main.orderId}`, main);
    for (const copy of copies) this.#copies.set(keyOf(copy), copy);
    if (this.#isDue) return;
    this.#isDue = true;
    this.#parts.clock.after(gatherMs, () => this.flush());
  }

  /** Resolves when all of it is stored. */
  flush(): Promise<void> {
    return this.#turns.take(async () => {
      const [mains, copies] = [this.#mains, this.#copies];
      this.#mains = new Map();
      this.#copies = new Map();
      this.#isDue = false;
      if (mains.size === 0) return;
      try {
        await this.#parts.tables.write([...mains.values()], [...copies.values()]);
        this.#parts.onWritten(new Set([...mains.values()].map(({ userId }) => userId)));
      } catch (error) {
        this.#parts.logger.error(
          { err: error, orders: mains.size },
          'copied orders could not be stored; they are tried again with the next',
        );
        // What came meanwhile is newer.
        this.#mains = new Map([...mains, ...this.#mains]);
        this.#copies = new Map([...copies, ...this.#copies]);
      }
    });
  }
}

const keyOf = ({ mainApiId, mainOrderId, apiId }: { mainApiId: ApiId; mainOrderId: string; apiId: ApiId }): string =>
  `${mainApiId}/${mainOrderId}/${apiId}`;
