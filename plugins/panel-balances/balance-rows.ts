import type { ApiAccountView, BalanceView } from '../../core/contract/client-services.ts';

/** One line of the table. */
export interface BalanceRow extends BalanceView {
  readonly key: string;
  readonly accountName: string;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Balances of the selected accounts by api account, type and asset; with `hideZero` only what holds something. */
export function balanceRows(
  balances: readonly BalanceView[],
  accounts: readonly ApiAccountView[],
  selectedIds: readonly number[],
  hideZero: boolean,
): readonly BalanceRow[] {
  const names = new Map(accounts.map((account) => [account.api_id, account.name]));
  return balances
    .filter((balance) => selectedIds.includes(balance.api_id) && !(hideZero && isZero(balance.total)))
    .map((balance) => ({
      ...balance,
      key: `${balance.api_id}/${balance.account_type}/${balance.symbol ?? ''}/${balance.asset}`,
      accountName: names.get(balance.api_id) ?? String(balance.api_id),
    }))
    .sort(
      (a, b) =>
        a.api_id - b.api_id || byText(a.account_type, b.account_type) || byText(a.symbol ?? '', b.symbol ?? '') || byText(a.asset, b.asset),
    );
}

/** Decimals that show an asset's every digit in one column, so that the points stand below each other. */
export function decimalsByAsset(balances: readonly BalanceView[]): ReadonlyMap<string, number> {
  const decimals = new Map<string, number>();
  for (const { asset, total, held, available } of balances) {
    const needed = Math.max(...[total, held, available].map((amount) => amount.split('.')[1]?.length ?? 0), 2);
    decimals.set(asset, Math.max(decimals.get(asset) ?? 0, needed));
  }
  return decimals;
}
