import type { AccountBalance } from '../../core/contract/client-services.ts';
import { type AccountKey, accountKeyOf, formatAccountKey } from '../../core/domain/accounts/account-key.ts';
import type { AccountType } from '../../core/domain/markets/instrument.ts';

/**
 * The accounts of one api account between which money can be moved: one for each type of its exchange, and of isolated margin accounts those
 * that have ever held something.
 */
export function pursesOf(apiId: number, types: readonly AccountType[], balances: readonly AccountBalance[]): readonly AccountKey[] {
  const held = balances
    .filter((balance) => balance.apiId === apiId)
    .map(({ accountType, symbol }) => accountKeyOf(apiId, accountType, symbol));
  const keys = [...types.map((type) => accountKeyOf(apiId, type)), ...held].filter((key) => key !== null);
  const known = new Map(keys.map((key) => [formatAccountKey(key), key]));
  return [...known.values()].sort((a, b) => types.indexOf(a.accountType) - types.indexOf(b.accountType));
}

/** Assets of which an account has some that is free, then those that it has otherwise. */
export function assetsIn(purse: AccountKey | null, balances: readonly AccountBalance[]): readonly string[] {
  const held = balances.filter(
    (one) => purse !== null && one.apiId === purse.apiId && one.accountType === purse.accountType && one.symbol === purse.symbol,
  );
  const isFree = ({ available }: AccountBalance): number => (/[1-9]/.test(available) ? 0 : 1);
  return [...held].sort((a, b) => isFree(a) - isFree(b) || (a.asset < b.asset ? -1 : 1)).map(({ asset }) => asset);
}
