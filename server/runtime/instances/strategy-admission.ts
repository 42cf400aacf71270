import type { AccessDecision, Principal } from '../../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { accountFields, accountsIn, type Strategy, type StrategyCatalogue } from './strategy-catalogue.ts';

export interface StrategyAdmissionParts {
  readonly roles: Pick<RoleBook, 'may'>;
  readonly catalogue: StrategyCatalogue;
  /** Null when the caller may send orders from the account, else why not. */
  readonly mayTrade: (principal: Principal, apiId: ApiId) => AppError | null;
  /** What a caller has of a strategy, by roles, VIP level and plugin sets. */
  readonly access: (principal: Principal, strategy: Strategy) => AccessDecision;
}

export interface StrategyOffer {
  readonly strategy: Strategy;
  readonly decision: Exclude<AccessDecision, { readonly outcome: 'absent' }>;
}

/** Who may start which strategy, and trade by it with which accounts. */
export class StrategyAdmission {
  readonly #parts: StrategyAdmissionParts;

  constructor(parts: StrategyAdmissionParts) {
    this.#parts = parts;
  }

  /** What the caller may see, in order of keys. */
  offers(principal: Principal): readonly StrategyOffer[] {
    return this.#parts.catalogue.list().flatMap((strategy) => {
      const decision = this.#parts.access(principal, strategy);
      return decision.outcome === 'absent' ? [] : [{ strategy, decision }];
    });
  }

  /** The strategy, or why the caller may not start it. */
  admit(principal: Principal, key: string): Outcome<Strategy> {
    const strategy = this.#parts.catalogue.find(key);
    const decision = strategy === null ? null : this.#parts.access(principal, strategy);
    if (strategy === null || decision === null || decision.outcome === 'absent') return refused('STRATEGY_UNKNOWN', { strategy: key });
    return decision.outcome === 'locked' ? refused('ACCESS_VIP', { minVip: decision.minVip }) : accepted(strategy);
  }

  /** Accounts that the params name: all of them such that the caller may trade with, and at least one where the strategy asks for any. */
  accounts(principal: Principal, { schema }: Strategy, params: unknown): Outcome<readonly ApiId[]> {
    const apiIds = accountsIn(params);
    const [field] = accountFields(schema);
    const barred = this.barred(principal, apiIds);
    if (barred !== null) return denied(barred);
    return apiIds.length === 0 && field !== undefined ? refused('STRATEGY_NO_ACCOUNT', { field }) : accepted(apiIds);
  }

  /** Why the principal may not trade by strategy, with the first of the accounts with which he may not; null when he may. */
  barred(principal: Principal, apiIds: readonly ApiId[]): AppError | null {
    if (!this.#parts.roles.may(principal.role, 'trade')) return new AppError('ACCESS_ROLE');
    return apiIds.map((apiId) => this.#parts.mayTrade(principal, apiId)).find((barred) => barred !== null) ?? null;
  }
}
