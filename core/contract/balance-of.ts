import type { BalanceView } from '../../schemas/wire/order.ts';
import type { AccountKey } from '../domain/accounts/account-key.ts';

/** What one account has of an asset; undefined while it has never touched it. */
export const balanceOf = (
  balances: readonly BalanceView[],
  { apiId, accountType, symbol }: AccountKey,
  asset: string,
): BalanceView | undefined =>
  balances.find((one) => one.api_id === apiId && one.account_type === accountType && one.symbol === symbol && one.asset === asset);
