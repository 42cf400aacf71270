import { AppError } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { SwitchScope } from '../../core/domain/accounts/switch-scope.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { StoredSwitches, SwitchRecord } from '../store/risk/switch-store.ts';

interface SwitchBookParts {
  readonly store: Pick<StoredSwitches, 'all'>;
  readonly clock: Pick<Clock, 'every'>;
}

/** How long a switch that another server has written may stay unseen here. */
const readEveryMs = 1_000;

/** The switches of risk in memory, because every order asks for them; the store has them for good. */
export class SwitchBook {
  readonly #parts: SwitchBookParts;
  #thrown: ReadonlyMap<SwitchScope, SwitchRecord> = new Map();
  readonly #listeners = new Set<() => void>();
  /** What was read earlier must never take the place of what was read later. */
  readonly #reading = new Turns();

  private constructor(parts: SwitchBookParts) {
    this.#parts = parts;
  }

  static async open(parts: SwitchBookParts): Promise<SwitchBook> {
    const book = new SwitchBook(parts);
    await book.read();
    return book;
  }

  /** Reads again and again what others may have written, until it is disposed of. */
  start(): Disposer {
    return this.#parts.clock.every(readEveryMs, () => this.read());
  }

  /** The store's switches hold when this resolves. */
  read(): Promise<void> {
    return this.#reading.take(async () => {
      const now = new Map((await this.#parts.store.all()).map((record) => [record.scope, record]));
      const isSame =
        now.size === this.#thrown.size && [...now].every(([scope, { thrownMs }]) => this.#thrown.get(scope)?.thrownMs === thrownMs);
      this.#thrown = now;
      if (!isSame) for (const listener of this.#listeners) listener();
    });
  }

  /** Why a new order, or an order's change, does not pass; null: no switch stands against it. */
  refusal(apiId: ApiId, instrumentId: InstrumentId): AppError | null {
    return this.#thrown.size === 0 ? null : (this.halted(instrumentId) ?? this.startRefusal([apiId]));
  }

  /** Why nobody at all trades in a market; null: it is not halted. */
  halted(instrumentId: InstrumentId): AppError | null {
    return this.#thrown.has(`market/${instrumentId}`) ? new AppError('MARKET_HALTED', { instrument: instrumentId }) : null;
  }

  /** Why nothing may begin to trade with these accounts; null likewise. */
  startRefusal(apiIds: readonly ApiId[]): AppError | null {
    if (this.#thrown.size === 0) return null;
    if (this.#thrown.has('everyone')) return new AppError('DESK_HALTED');
    return this.frozen(apiIds);
  }

  /** Why nothing leaves these accounts; null: none of them is frozen. */
  frozen(apiIds: readonly ApiId[]): AppError | null {
    const frozen = apiIds.find((apiId) => this.#thrown.has(`account/${apiId}`));
    return frozen === undefined ? null : new AppError('ACCOUNT_FROZEN', { apiId: frozen });
  }

  /** Hears when a switch was thrown or released. */
  onChange(listener: () => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
