import type { Principal } from '../../../core/contract/access.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import { type InstrumentId, parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { AccountAccess } from './account-access.ts';
import type { ApiAccountDirectory, VenueLookup } from './api-account-directory.ts';

/** Tells exchanges when what a user may do has changed: with the VIP level fees change, from the next fill on. Returns the disposer. */
export const feesByLevel = (
  sessions: { onEndAll(listener: (userId: string) => void): () => void },
  accounts: Pick<ApiAccountDirectory, 'levelChanged'>,
  logger: Logger,
): (() => void) =>
  sessions.onEndAll((userId) => {
    accounts.levelChanged(userId).catch((error: unknown) => {
      logger.error({ err: error, userId }, 'the fees of a user could not be changed with the level');
    });
  });

/** Tells what an account pays in a market from now on; null where the caller may not see it, and where its exchange is away or charges all alike. */
export const accountFeesIn =
  ({
    access,
    accounts,
    venues,
  }: {
    readonly access: Pick<AccountAccess, 'may'>;
    readonly accounts: ApiAccountDirectory;
    readonly venues: VenueLookup;
  }) =>
  (principal: Principal, apiId: ApiId, id: InstrumentId): AccountFees | null => {
    const account = access.may(principal, apiId, 'see') === null ? accounts.get(apiId) : null;
    if (account === null || account.exchange !== parseInstrumentId(id)?.exchange) return null;
    return venues.venue(account.exchange)?.fees?.(accountOfMarket(apiId, id), id) ?? null;
  };
