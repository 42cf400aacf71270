import type { Balance } from '../../../../core/contract/trading.ts';
import { type AccountKey, formatAccountKey } from '../../../../core/domain/accounts/account-key.ts';

/** Finds balances by account and asset: a list is gone through once, at the first question after it has changed. */
export class BalanceIndex {
  #list: readonly Balance[] = [];
  #byKey: ReadonlyMap<string, Balance> = new Map();

  find(list: readonly Balance[], account: AccountKey, asset: string): Balance | null {
    if (list !== this.#list) {
      this.#list = list;
      this.#byKey = new Map(list.map((balance) => [keyOf(balance as AccountKey, balance.asset), balance]));
    }
    return this.#byKey.get(keyOf(account, asset)) ?? null;
  }
}

const keyOf = (account: AccountKey, asset: string): string => `${formatAccountKey(account)} ${asset}`;
