import { type AccessDecision, absent, granted } from '../../contract/access.ts';
import type { ApiAccount } from '../../contract/client-services.ts';
import type { AccountAct } from '../../domain/accounts/account-act.ts';
import { permissionFor } from '../../domain/accounts/account-permission.ts';
import type { AccountType } from '../../domain/markets/instrument.ts';

/** Whether it is an account with which markets of the type are traded at the exchange. */
export const tradesAt = (account: ApiAccount, exchange: string, accountType: AccountType): boolean =>
  account.exchange === exchange && account.permissions.includes(permissionFor[accountType]);

/** What the server has said of one account. Only what leads to new orders or transfers has a level. */
export function accessTo({ may, lockedAtVip }: ApiAccount, act: AccountAct): AccessDecision {
  if (may.includes(act)) return granted;
  return lockedAtVip !== null && (act === 'trade' || act === 'move') ? { outcome: 'locked', minVip: lockedAtVip } : absent;
}
