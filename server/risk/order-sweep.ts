import type { Principal } from '../../core/contract/access.ts';
import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { CanceledOrders, CancelResult, SweepScope } from '../../core/contract/risk.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { authorProblem } from '../session/people.ts';
import type { ApiAccountRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import { authorOf } from './author.ts';

interface SweepParts {
  readonly store: Pick<Store, 'transaction'>;
  readonly room: Pick<TradingRoom, 'accounts' | 'access' | 'venues' | 'control' | 'trading'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** So many accounts are asked at a time: exchanges write cancels together. */
const together = 32;

/** Takes back orders of others, through the one order path. Why stands in the audit before the first is canceled: a crash between leaves no deed without its line. */
export async function sweepOrders(
  { store, room, clock }: SweepParts,
  principal: Principal,
  scope: SweepScope,
  reason: string,
): Promise<Outcome<CancelResult>> {
  const by = authorOf(principal);
  if (by === null) return refused('SESSION_MISSING');
  if (by.role !== 'risk') return refused('ACCESS_ROLE');
  const found = accountsOf(room, principal, scope);
  if (!found.ok) return found;
  // Whoever has nothing open is not asked; what waits at an exchange that does not answer is known all the same.
  const accounts = found.value.filter(({ apiId }) => room.trading.openOrders([apiId]).length > 0);
  const open = room.trading.openOrders(accounts.map(({ apiId }) => apiId)).length;
  const noted = await store.transaction(async (repositories): Promise<Outcome<void>> => {
    const barred = await authorProblem(repositories, { by, reason }, await repositories.users.hold(''));
    if (barred !== null) return denied(barred);
    const entry = {
      timeMs: clock.nowMs(),
      actor: by.userId,
      action: 'orders.canceled',
      subject: scope === 'everyone' ? 'desk' : scope,
      reason,
    };
    await repositories.audit.append({ ...entry, before: { open_orders: open, accounts: accounts.length }, after: null });
    return accepted(undefined);
  });
  if (!noted.ok) return noted;
  const failed: number[] = [];
  const of: CanceledOrders[] = [];
  for (let at = 0; at < accounts.length; at += together) {
    const asked = accounts.slice(at, at + together).map(async ({ apiId, userId, name }) => {
      const done = await room.control.cancelAll(principal, { apiId });
      if (!done.ok) failed.push(apiId);
      else if (done.value.length > 0) of.push({ apiId, userId, name, canceled: done.value.length });
    });
    await Promise.all(asked);
  }
  const canceled = of.reduce((sum, one) => sum + one.canceled, 0);
  return accepted({ accounts: accounts.length, canceled, of, failed });
}

function accountsOf(
  { accounts, access, venues }: SweepParts['room'],
  principal: Principal,
  scope: SweepScope,
): Outcome<readonly ApiAccountRecord[]> {
  if (scope.startsWith('account/')) {
    const apiId = Number(scope.slice('account/'.length));
    const barred = access.may(principal, apiId, 'control');
    const account = accounts.get(apiId);
    return barred === null ? accepted(account === null ? [] : [account]) : denied(barred);
  }
  const exchange = scope === 'everyone' ? null : scope.slice('exchange/'.length);
  if (exchange !== null && venues.venue(exchange) === null) return refused('MARKET_UNKNOWN_EXCHANGE', { exchange });
  return accepted(
    accounts
      .all()
      .filter((one) => (exchange === null || one.exchange === exchange) && access.may(principal, one.apiId, 'control') === null),
  );
}
