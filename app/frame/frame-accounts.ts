import { makeAutoObservable, observableRef } from 'mobx';
import type { RemoteProxy } from 'penpal';
import type { AccessDecision } from '../../core/contract/access.ts';
import type { Accounts, ApiAccount } from '../../core/contract/client-services.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { AccountType } from '../../core/domain/markets/instrument.ts';
import { type AccountsState, heardOutcome, type PageMethods } from '../packages/bridge.ts';

const nothing: AccountsState = {
  apiAccounts: [],
  selectedIds: [],
  openOrders: [],
  fills: [],
  endedOrders: [],
  balances: [],
  refusedAmendment: null,
  loading: true,
  accountAt: {},
  may: {},
};

/** The user's accounts as far as they are granted. What changes something is asked of the page, which asks the user. */
export class FrameAccounts implements Accounts {
  readonly #page: RemoteProxy<PageMethods>;
  state: AccountsState = nothing;

  constructor(page: RemoteProxy<PageMethods>) {
    this.#page = page;
    makeAutoObservable(this, {
      state: observableRef,
      accountFor: false,
      may: false,
      select: false,
      place: false,
      amend: false,
      cancel: false,
    });
  }

  show(changed: Partial<AccountsState>): void {
    this.state = { ...this.state, ...changed };
  }

  get apiAccounts() {
    return this.state.apiAccounts;
  }
  get selectedIds() {
    return this.state.selectedIds;
  }
  get openOrders() {
    return this.state.openOrders;
  }
  get fills() {
    return this.state.fills;
  }
  get endedOrders() {
    return this.state.endedOrders;
  }
  get balances() {
    return this.state.balances;
  }
  get refusedAmendment() {
    return this.state.refusedAmendment;
  }
  get loading() {
    return this.state.loading;
  }

  accountFor(exchange: string, accountType: AccountType = 'spot'): ApiAccount | null {
    const { accountAt, apiAccounts } = this.state;
    return apiAccounts.find(({ apiId }) => apiId === accountAt[`${exchange}/${accountType}`]) ?? null;
  }

  may(act: AccountAct, apiId?: number): AccessDecision {
    return this.state.may[apiId === undefined ? act : `${act}/${apiId}`] ?? { outcome: 'absent' };
  }

  /** Which accounts the user works with is chosen in the page alone. */
  select(): void {}

  place: Accounts['place'] = async (order) => heardOutcome(await this.#page.place(order));
  amend: Accounts['amend'] = async (order, change) => heardOutcome(await this.#page.amend(order, { ...change }));
  cancel: Accounts['cancel'] = async (order) => heardOutcome(await this.#page.cancel(order));
}
