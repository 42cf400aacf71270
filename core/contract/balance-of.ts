import type { AccountKey } from '../domain/accounts/account-key.ts';
import type { AccountBalance } from './client-services.ts';

/** What one account has of an asset; undefined while it has never touched it. */
export const balanceOf = (
  balances: readonly AccountBalance[],
  { apiId, accountType, symbol }: AccountKey,
  asset: string,
): AccountBalance | undefined =>
  balances.find((one) => one.apiId === apiId && one.accountType === accountType && one.symbol === symbol && one.asset === asset);
