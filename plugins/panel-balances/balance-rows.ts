import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';

/** One line of the table. */
export interface BalanceRow extends AccountBalance {
  readonly key: string;
  readonly accountName: string;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Balances of the selected accounts by api account, type and asset; with `hideZero` only what holds something. */
export function balanceRows(
  balances: readonly AccountBalance[],
  accounts: readonly ApiAccount[],
  selectedIds: readonly number[],
  hideZero: boolean,
): readonly BalanceRow[] {
  const names = new Map(accounts.map((account) => [account.apiId, account.name]));
  return balances
    .filter((balance) => selectedIds.includes(balance.apiId) && !(hideZero && isZero(balance.total)))
    .map((balance) => ({
      ...balance,
      key: `${balance.apiId}/${balance.accountType}/${balance.symbol ?? ''}/${balance.asset}`,
      accountName: names.get(balance.apiId) ?? String(balance.apiId),
    }))
    .sort(
      (a, b) =>
        a.apiId - b.apiId || byText(a.accountType, b.accountType) || byText(a.symbol ?? '', b.symbol ?? '') || byText(a.asset, b.asset),
    );
}

/** Decimals that show an asset's every digit in one column, so that the points stand below each other. */
export function decimalsByAsset(balances: readonly AccountBalance[]): ReadonlyMap<string, number> {
  const decimals = new Map<string, number>();
  for (const { asset, total, held, available } of balances) {
    const needed = Math.max(...[total, held, available].map((amount) => amount.split('.')[1]?.length ?? 0), 2);
    decimals.set(asset, Math.max(decimals.get(asset) ?? 0, needed));
  }
  return decimals;
}
