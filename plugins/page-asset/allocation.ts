import type { ReplyIn } from '../../core/contract/client-services.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { worthIn } from '../../core/domain/accounts/worth.ts';
import { addDecimals, compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';

export type HeldAccount = ReplyIn<'financeAccounts'>['accounts'][number];
type UsdtPrice = Readonly<Record<string, string>>;

export const groupings = ['account', 'exchange', 'type', 'asset'] as const;
export type Grouping = (typeof groupings)[number];

export interface AllocationRow {
  readonly key: string;
  readonly name: string;
  /** Of an asset: how much of it there is, exact; else null. */
  readonly amount: string | null;
  /** In the chosen currency; null: nothing of it can be valued. */
  readonly worth: string | null;
  /** Of all that can be valued, 0 to 1. */
  readonly share: number;
  /** Assets that nobody can value, which are in no sum. */
  readonly unknown: readonly string[];
}

/** What lies in accounts, summed up and valued in a currency, the largest first. Balances of nothing are left out. */
export function allocation(
  accounts: readonly HeldAccount[],
  prices: UsdtPrice,
  by: Grouping,
  currency: string,
  titleOf: (exchange: string) => string,
): readonly AllocationRow[] {
  const sums = new Map<string, { name: string; amount: string; usdt: string | null; unknown: Set<string> }>();
  for (const account of accounts) {
    for (const { accountType, asset, total } of account.balances) {
      if (compareDecimals(total, '0') === 0) continue;
      const [key, name] = groupOf(by, account, { accountType, asset, exchange: titleOf(account.exchange) });
      const sum = sums.get(key) ?? { name, amount: '0', usdt: null, unknown: new Set<string>() };
      sums.set(key, sum);
      sum.amount = addDecimals(sum.amount, total);
      const price = prices[asset];
      if (price === undefined) sum.unknown.add(asset);
      else sum.usdt = addDecimals(sum.usdt ?? '0', multiplyDecimals(total, price));
    }
  }
  const all = [...sums.values()].reduce((sum, { usdt }) => addDecimals(sum, usdt ?? '0'), '0');
  return [...sums]
    .map(([key, { name, amount, usdt, unknown }]) => ({
      ...{ key, name, amount: by === 'asset' ? amount : null, unknown: [...unknown].sort() },
      worth: usdt === null ? null : worthIn(usdt, prices[currency]),
      share: usdt === null || compareDecimals(all, '0') <= 0 ? 0 : Number(usdt) / Number(all),
    }))
    .sort((a, b) => b.share - a.share || a.name.localeCompare(b.name));
}

interface Words {
  readonly accountType: string;
  readonly asset: string;
  /** As people read it. */
  readonly exchange: string;
}

function groupOf(by: Grouping, account: HeldAccount, { accountType, asset, exchange }: Words): [key: string, name: string] {
  if (by === 'account') return [String(account.apiId), `${account.username} · ${accountTitle(account.name, exchange)}`];
  if (by === 'exchange') return [account.exchange, exchange];
  const key = by === 'type' ? accountType : asset;
  return [key, key];
}
