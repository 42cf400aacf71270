import type { Principal } from '../../core/contract/access.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { AccountType, InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { ApiAccountRecord } from '../store/records.ts';
import { type AccountAccess, checkPermission, checkReach } from './accounts/account-access.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import type { Market } from './market-directory.ts';

/** What is asked of the venue registry. */
export interface MarketLookup {
  market(id: InstrumentId): Market | null;
  venue(exchange: string): Venue | null;
  isDown(exchange: string): boolean;
}

export interface AdmissionParts {
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly access: Pick<AccountAccess, 'may'>;
  readonly markets: MarketLookup;
}

/** Who may do what with which account, at an exchange that is there for it. What it gives instead of an error, the caller may act on. */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** The account that somebody may act with. */
  account(principal: Principal, act: AccountAct, apiId: ApiId): ApiAccountRecord | AppError {
    const account = this.#parts.accounts.get(apiId);
    return this.#parts.access.may(principal, apiId, act) ?? account ?? new AppError('ACCESS_ACCOUNT', { apiId });
  }

  /** The market of an order. */
  market(
    principal: Principal,
    act: 'trade' | 'reduce',
    { apiId, instrumentId }: { readonly apiId: ApiId; readonly instrumentId: InstrumentId },
  ): Market | AppError {
    const account = this.account(principal, act, apiId);
    if (account instanceof AppError) return account;
    const market = this.#parts.markets.market(instrumentId);
    if (market === null) return new AppError('MARKET_UNKNOWN_INSTRUMENT', { instrument: instrumentId });
    const { exchange, accountType } = market.instrument;
    const missing = act === 'reduce' ? checkReach(account, exchange) : checkPermission(account, exchange, accountType);
    return missing ?? this.#outage(exchange) ?? market;
  }

  /** The exchange at which orders are canceled: of one market, without one of all markets of the api account. */
  venue(principal: Principal, { apiId, instrumentId }: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId }): Venue | AppError {
    if (instrumentId !== undefined) {
      const market = this.market(principal, 'reduce', { apiId, instrumentId });
      return market instanceof AppError ? market : market.venue;
    }
    const account = this.account(principal, 'reduce', apiId);
    if (account instanceof AppError) return account;
    const { exchange } = account;
    return this.#outage(exchange) ?? this.#parts.markets.venue(exchange) ?? new AppError('VENUE_UNAVAILABLE', { exchange });
  }

  /** Name of the exchange at which money of these accounts may be moved. */
  purse(principal: Principal, act: AccountAct, apiId: ApiId, accountTypes: readonly AccountType[]): string | AppError {
    const account = this.account(principal, act, apiId);
    if (account instanceof AppError) return account;
    const { exchange } = account;
    for (const accountType of accountTypes) {
      const missing = act === 'reduce' ? checkReach(account, exchange) : checkPermission(account, exchange, accountType);
      if (missing !== null) return missing;
    }
    return this.#outage(exchange) ?? exchange;
  }

  /** True when an order, however it ends, belongs to the caller's history: its market is known, and he may act with its account. */
  isOwn(principal: Principal, { apiId, instrumentId }: { readonly apiId: ApiId; readonly instrumentId: InstrumentId }): boolean {
    const { access, markets } = this.#parts;
    return access.may(principal, apiId, 'reduce') === null && markets.market(instrumentId) !== null;
  }

  #outage(exchange: string): AppError | null {
    return this.#parts.markets.isDown(exchange) ? new AppError('VENUE_UNAVAILABLE', { exchange }) : null;
  }
}
