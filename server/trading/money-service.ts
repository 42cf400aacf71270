import type { Principal } from '../../core/contract/access.ts';
import { AppError, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Loan, Transfer } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { ApiAccountDirectory } from './accounts/api-account-directory.ts';
import type { Admission, MarketLookup } from './admission.ts';
import type { SwitchBook } from './switch-book.ts';
import { unresolved } from './unresolved.ts';

export interface MoneyServiceParts {
  /** Moves money between accounts at their exchange. */
  readonly move: ApiAccountDirectory['transfer'];
  readonly accounts: Pick<ApiAccountDirectory, 'get'>;
  readonly markets: Pick<MarketLookup, 'venue'>;
  readonly switches: Pick<SwitchBook, 'frozen'>;
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
    const isWithin = from.apiId === to.apiId;
    const problem = isWithin
      ? this.#admission.purse(principal, 'move', from.apiId, [from.accountType, to.accountType])
      : this.#betweenProblem(principal, move);
    if (problem instanceof AppError) return denied(problem);
    try {
      // Nothing leaves an api account by what moves within it.
      return await this.#parts.move(move, () => (isWithin ? null : this.#parts.switches.frozen([from.apiId])));
    } catch (error) {
      return unresolved(this.#parts.logger, error, reference);
    }
  }

  /** Between two api accounts: whoever may move with both does not take from one person for another by that. */
  #betweenProblem(principal: Principal, { from, to }: Transfer): AppError | null {
    const { accounts, markets } = this.#parts;
    const source = this.#admission.purse(principal, 'move', from.apiId, [from.accountType]);
    if (source instanceof AppError) return source;
    const target = this.#admission.purse(principal, 'move', to.apiId, [to.accountType]);
    if (target instanceof AppError) return target;
    const wrong = (rule: string): AppError => new AppError('REQUEST_INVALID', { field: 'to.api_id', rule });
    if (source !== target) return wrong('must be an account at the exchange of api_id');
    if (accounts.get(from.apiId)?.userId !== accounts.get(to.apiId)?.userId) return wrong('must be an account of the person of api_id');
    const isOffered = markets.venue(source)?.capabilities.accountTransfer === true;
    return isOffered ? null : new AppError('TRANSFER_NOT_OFFERED', { exchange: source });
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
