import type { Logger } from '../../core/contract/server-services.ts';
import type { Accounts } from './accounts.ts';

/** Tells exchanges when what a user may do has changed: with the VIP level fees change, from the next fill on. Returns the disposer. */
export const feesByLevel = (
  sessions: { onEndAll(listener: (userId: string) => void): () => void },
  accounts: Pick<Accounts, 'levelChanged'>,
  logger: Logger,
): (() => void) =>
  sessions.onEndAll((userId) => {
    accounts.levelChanged(userId).catch((error: unknown) => {
      logger.error({ err: error, userId }, 'the fees of a user could not be changed with the level');
    });
  });
