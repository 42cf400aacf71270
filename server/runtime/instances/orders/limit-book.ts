import type { ApiId } from '../../../../core/contract/trading.ts';
import { Turns } from '../../../../core/domain/turns.ts';
import type { Json } from '../../../store/records.ts';
import type { Instances } from '../../../store/strategies/instance-store.ts';
import { narrower, noLimits, type TradingLimits } from '../../driver/account/trading-limits.ts';

/** Whom limits hold: every strategy of the house, those of one user, or those that use one account. */
export type LimitScope = 'everyone' | `user/${string}` | `account/${ApiId}`;

/** What an instance on probation may do at most, in quote. */
const canaryLimits: TradingLimits = {
  ...noLimits,
  maxOrderAmount: '100',
  maxPosition: '500',
  maxDailyLoss: '50',
  maxOrdersPerMinute: 60,
};

/** No instance sends more, whatever its owner allows: a strategy gone wild is stopped here before an exchange does it. */
const houseLimits: TradingLimits = { ...noLimits, maxOrdersPerMinute: 1_200 };

/** Limits of a scope as they were and as they are now. */
export interface LimitChange {
  readonly before: TradingLimits;
  readonly after: TradingLimits;
}

/** Limits beside those of single instances, in memory and in the store. */
export class LimitBook {
  readonly #store: Pick<Instances, 'limits' | 'changeLimits'>;
  readonly #limits = new Map<string, TradingLimits>();
  /** Changes run one after the other. */
  readonly #turns = new Turns();

  private constructor(store: Pick<Instances, 'limits' | 'changeLimits'>) {
    this.#store = store;
  }

  static async open(store: Pick<Instances, 'limits' | 'changeLimits'>): Promise<LimitBook> {
    const book = new LimitBook(store);
    await book.refresh();
    return book;
  }

  /** Reads what another server may have changed; true when something is different now. */
  refresh(): Promise<boolean> {
    return this.#turns.take(async () => {
      const before = JSON.stringify([...this.#limits]);
      for (const { scope, limits } of await this.#store.limits()) this.#limits.set(scope, limitsOf(limits));
      return JSON.stringify([...this.#limits]) !== before;
    });
  }

  of(scope: LimitScope): TradingLimits {
    return this.#limits.get(scope) ?? noLimits;
  }

  /** Two changes of different parts do not undo each other, of two servers neither. */
  change(scope: LimitScope, patch: Partial<TradingLimits>, nowMs: number): Promise<LimitChange> {
    return this.#turns.take(async () => {
      const before = this.of(scope);
      const stored = await this.#store.changeLimits({ scope, limits: patch as unknown as Json, updatedMs: nowMs });
      const after = limitsOf(stored);
      this.#limits.set(scope, after);
      return { before, after };
    });
  }

  /** True when a kill switch over the user or one of the accounts is thrown. */
  isHalted(userId: string, apiIds: readonly ApiId[]): boolean {
    const scopes: readonly LimitScope[] = ['everyone', `user/${userId}`, ...apiIds.map((apiId) => `account/${apiId}` as const)];
    return scopes.some((scope) => this.of(scope).isHalted);
  }

  /** What an instance is held to by itself: its own limits, its environment's, and the kill switches. */
  forInstance(own: TradingLimits, environment: string, userId: string, apiIds: readonly ApiId[]): TradingLimits {
    const cap = environment === 'canary' ? narrower(houseLimits, canaryLimits) : houseLimits;
    return { ...narrower(own, cap), isHalted: own.isHalted || this.isHalted(userId, apiIds) };
  }
}

/** What is stored may lack what was never limited. */
const limitsOf = (stored: Json): TradingLimits => ({ ...noLimits, ...(stored as Partial<TradingLimits>) });
