import type { ApiId } from '../../../../core/contract/trading.ts';
import { instrumentsIn } from '../../../../core/domain/markets/instruments-in.ts';
import type { ApiAccountRecord } from '../../../store/records.ts';
import { checkPermission } from '../../../trading/accounts/account-access.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';

interface Sources {
  readonly account: (apiId: ApiId) => ApiAccountRecord | null;
  readonly markets: Pick<StrategyMarkets, 'instrument'>;
}

/**
 * The first account of which no order could ever pass: none of the markets that the params name is at its exchange and within its
 * permissions. Null where there is none, or where the params name no market.
 */
export function accountWithoutMarket(params: unknown, apiIds: readonly ApiId[], { account, markets }: Sources): ApiId | null {
  const named = instrumentsIn(params).flatMap((id) => markets.instrument(id) ?? []);
  if (named.length === 0) return null;
  const canTrade = (apiId: ApiId): boolean => {
    const record = account(apiId);
    return record !== null && named.some(({ exchange, accountType }) => checkPermission(record, exchange, accountType) === null);
  };
  return apiIds.find((apiId) => !canTrade(apiId)) ?? null;
}
