import { AppError, accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { AllocatedAccount, HouseMoney } from '../../core/contract/money.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';

/** Money that the house moves between two accounts of one owner. */
export function allocations({ accounts, allocation }: Pick<TradingRoom, 'accounts' | 'allocation'>): HouseMoney['allocate'] {
  const named = (apiId: ApiId): AllocatedAccount | null => {
    const account = accounts.get(apiId);
    return account === null ? null : { userId: account.userId, name: account.name };
  };
  return async (principal, move): Promise<Outcome<{ readonly from: AllocatedAccount; readonly to: AllocatedAccount }>> => {
    // Asked before: an emptied account may be gone by the answer.
    const [from, to] = [named(move.from.apiId), named(move.to.apiId)];
    const moved = await allocation.transfer(principal, move);
    if (!moved.ok) return moved;
    return from === null || to === null ? denied(new AppError('ACCESS_ACCOUNT', { apiId: move.from.apiId })) : accepted({ from, to });
  };
}
