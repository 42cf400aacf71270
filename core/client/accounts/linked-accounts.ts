import type { AccessDecision } from '../../contract/access.ts';
import type { Accounts, ApiAccount } from '../../contract/client-services.ts';
import type { AccountAct } from '../../domain/accounts/account-act.ts';
import type { AccountType } from '../../domain/markets/instrument.ts';
import { tradesAt } from './account-access.ts';

/**
 * The user's accounts as panels of a link group see them: the group's account is the one that is worked with, at its exchange and in
 * every list. An account that is gone ties to nothing. Every panel gets this in place of {@link Accounts}, so none can forget it.
 */
export class LinkedAccounts implements Accounts {
  readonly #all: Accounts;
  readonly #linkedId: () => number | null;

  /** `linkedId` is observable; null: all accounts. */
  constructor(all: Accounts, linkedId: () => number | null) {
    this.#all = all;
    this.#linkedId = linkedId;
  }

  get apiAccounts() {
    return this.#all.apiAccounts;
  }
  get selectedIds(): readonly number[] {
    return this.#linked === null ? this.#all.selectedIds : [this.#linked.apiId];
  }
  get openOrders() {
    return this.#all.openOrders;
  }
  get fills() {
    return this.#all.fills;
  }
  get endedOrders() {
    return this.#all.endedOrders;
  }
  get balances() {
    return this.#all.balances;
  }
  get refusedAmendment() {
    return this.#all.refusedAmendment;
  }
  get loading() {
    return this.#all.loading;
  }

  /** At another exchange than the linked account's, whatever is selected there. */
  accountFor(exchange: string, accountType: AccountType = 'spot'): ApiAccount | null {
    const linked = this.#linked;
    return linked !== null && tradesAt(linked, exchange, accountType) ? linked : this.#all.accountFor(exchange, accountType);
  }

  select(ids: readonly number[]): void {
    this.#all.select(ids);
  }

  may(act: AccountAct, apiId?: number): AccessDecision {
    return this.#all.may(act, apiId);
  }

  place: Accounts['place'] = (order) => this.#all.place(order);
  amend: Accounts['amend'] = (order, change) => this.#all.amend(order, change);
  cancel: Accounts['cancel'] = (order) => this.#all.cancel(order);

  get #linked(): ApiAccount | null {
    const id = this.#linkedId();
    return id === null ? null : (this.#all.apiAccounts.find(({ apiId }) => apiId === id) ?? null);
  }
}
