import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';
import { addDecimals } from '../../core/domain/numbers/decimal.ts';

/** What one account holds of an asset. */
export interface PartRow extends AccountBalance {
  readonly kind: 'part';
  readonly key: string;
  readonly accountName: string;
  /** The only one of its asset: it stands for both. */
  readonly isAlone: boolean;
}

/** What all accounts hold of an asset together. */
export interface AssetRow extends Pick<AccountBalance, 'asset' | 'total' | 'held' | 'available'> {
  readonly kind: 'asset';
  readonly key: string;
  readonly parts: readonly PartRow[];
}

export type BalanceRow = AssetRow | PartRow;

export const partsOf = (row: BalanceRow): readonly PartRow[] => (row.kind === 'asset' ? row.parts : [row]);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Balances of the selected accounts by asset, each with its accounts by api account and type. */
export function assetRows(
  balances: readonly AccountBalance[],
  accounts: readonly ApiAccount[],
  selectedIds: readonly number[],
): readonly AssetRow[] {
  const names = new Map(accounts.map((account) => [account.apiId, account.name]));
  const byAsset = new Map<string, PartRow[]>();
  for (const balance of balances) {
    if (!selectedIds.includes(balance.apiId)) continue;
    const part: PartRow = {
      ...balance,
      kind: 'part',
      key: `${balance.apiId}/${balance.accountType}/${balance.symbol ?? ''}/${balance.asset}`,
      accountName: names.get(balance.apiId) ?? String(balance.apiId),
      isAlone: false,
    };
    byAsset.set(balance.asset, [...(byAsset.get(balance.asset) ?? []), part]);
  }
  const sum = (parts: readonly PartRow[], amount: 'total' | 'held' | 'available'): string =>
    parts.reduce((so, part) => addDecimals(so, part[amount]), '0');
  return [...byAsset]
    .sort(([a], [b]) => byText(a, b))
    .map(([asset, found]) => {
      const parts = [...found].sort(
        (a, b) => a.apiId - b.apiId || byText(a.accountType, b.accountType) || byText(a.symbol ?? '', b.symbol ?? ''),
      );
      return {
        kind: 'asset',
        key: asset,
        asset,
        parts: parts.length === 1 ? parts.map((part) => ({ ...part, isAlone: true })) : parts,
        ...{ total: sum(parts, 'total'), held: sum(parts, 'held'), available: sum(parts, 'available') },
      };
    });
}

/** The lines of the table: an asset of one account is one line, of several a line that opens to theirs. */
export const linesOf = (assets: readonly AssetRow[], open: readonly string[]): readonly BalanceRow[] =>
  assets.flatMap((one): readonly BalanceRow[] => {
    if (one.parts.length === 1) return one.parts;
    return open.includes(one.asset) ? [one, ...one.parts] : [one];
  });

/** Decimals that show an asset's every digit in one column, so that the points stand below each other. */
export function decimalsByAsset(balances: readonly AccountBalance[]): ReadonlyMap<string, number> {
  const decimals = new Map<string, number>();
  for (const { asset, total, held, available } of balances) {
    const needed = Math.max(...[total, held, available].map((amount) => amount.split('.')[1]?.length ?? 0), 2);
    decimals.set(asset, Math.max(decimals.get(asset) ?? 0, needed));
  }
  return decimals;
}
