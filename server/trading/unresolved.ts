import { AppError, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { Logger } from '../../core/contract/server-services.ts';

/** The answer to whoever asked a venue that gave none: whether it did what it was asked is open, never failed. */
export function unresolved(logger: Logger, error: unknown, clientOrderId: string): Outcome<never> {
  logger.error({ err: error, clientOrderId }, 'the venue did not answer; the outcome is open until it does');
  return denied(new AppError('ORDER_UNRESOLVED', { clientOrderId }, error));
}
