import type { Principal } from '../../core/contract/access.ts';
import { AppError, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Loan, Transfer } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import type { Admission, MarketLookup } from './admission.ts';
import { unresolved } from './unresolved.ts';

export interface MoneyServiceParts {
  /** Moves money between accounts at their exchange. */
  readonly move: ApiAccountDirectory['transfer'];
  readonly markets: Pick<MarketLookup, 'venue'>;
  readonly hasRoom: () => boolean;
  readonly logger: Logger;
}

/** Money of accounts that no order moves: transfers between them, and loans of their exchange. */
export class MoneyService {
  readonly #parts: MoneyServiceParts;
  readonly #admission: Admission;

  constructor(parts: MoneyServiceParts, admission: Admission) {
    this.#parts = parts;
    this.#admission = admission;
  }

  async transfer(principal: Principal, move: Transfer): Promise<Outcome<void>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const { from, to, reference } = move;
    const exchange = this.#admission.purse(principal, 'move', from.apiId, [from.accountType, to.accountType]);
    if (exchange instanceof AppError) return denied(exchange);
    try {
      return await this.#parts.move(move);
    } catch (error) {
      return unresolved(this.#parts.logger, error, reference);
    }
  }

  borrow(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#lend(principal, 'trade', loan, (venue) => venue.borrow?.(loan));
  }

  /** Whoever lost the right to trade may still pay back. */
  repay(principal: Principal, loan: Loan): Promise<Outcome<void>> {
    return this.#lend(principal, 'reduce', loan, (venue) => venue.repay?.(loan));
  }

  async #lend(
    principal: Principal,
    act: AccountAct,
    { account, reference }: Loan,
    ask: (venue: Venue) => Promise<Outcome<void>> | undefined,
  ): Promise<Outcome<void>> {
    if (!this.#parts.hasRoom()) return denied(new AppError('DISK_FULL'));
    const exchange = this.#admission.purse(principal, act, account.apiId, [account.accountType]);
    if (exchange instanceof AppError) return denied(exchange);
    const venue = this.#parts.markets.venue(exchange);
    if (venue === null) return denied(new AppError('VENUE_UNAVAILABLE', { exchange }));
    if (venue.capabilities.lending !== true) return denied(new AppError('LOAN_NOT_OFFERED', { exchange }));
    try {
      return (await ask(venue)) ?? denied(new AppError('LOAN_NOT_OFFERED', { exchange }));
    } catch (error) {
      return unresolved(this.#parts.logger, error, reference);
    }
  }
}
