import { observable, runInAction } from 'mobx';
import type { GroupAccounts } from '../../../core/client/layouts/layout-content.ts';
import type { LinkGroup } from '../../../core/contract/panel.ts';

/** Which account each link group of a place is tied to. */
export class GroupAccountsBox {
  readonly #box = observable.box<GroupAccounts>({}, { deep: false });

  get accounts(): GroupAccounts {
    return this.#box.get();
  }

  set(accounts: GroupAccounts): void {
    runInAction(() => this.#box.set(accounts));
  }

  /** False when it changes nothing: panels on their own have no group. */
  link(group: LinkGroup, apiId: number | null): boolean {
    if (group === 'none' || (this.accounts[group] ?? null) === apiId) return false;
    const { [group]: _before, ...others } = this.accounts;
    this.set(apiId === null ? others : { ...others, [group]: apiId });
    return true;
  }
}
