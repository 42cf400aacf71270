import type { Approvals } from '../../core/contract/approvals.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { movementReference } from '../../core/domain/accounts/money-movement.ts';
import type { StoredMovement } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';

interface MadeParts {
  readonly store: Pick<Store, 'ledger' | 'transaction'>;
  readonly approvals: Pick<Approvals, 'takeBack'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * A database that was restored to an earlier moment than the journals waits for what the exchange has made already: it is done, as the ledger says,
 * and nobody is to decide it or to take it back any more. Gives whether it was so.
 */
export async function settleMadeBefore({ store, approvals, clock }: MadeParts, movement: StoredMovement): Promise<boolean> {
  const { movementId, exchange, approvalId, askedById, state } = movement;
  const entry = state === 'REQUESTED' ? await store.ledger.transfer(exchange, movementReference(movementId)) : null;
  if (entry === null) return false;
  return store.transaction(async ({ money, audit, sql }) => {
    if (!(await money.move(movementId, ['REQUESTED'], 'DONE', { doneMs: entry.timeMs }))) return false;
    // Nothing is left to be decided.
    if (approvalId !== null) await approvals.takeBack(approvalId, askedById, sql);
    const about = { actor: 'system', action: 'money.done', subject: `movement/${movementId}`, reason: null };
    await audit.append({ ...about, before: { state }, after: { state: 'DONE' }, timeMs: clock.nowMs() });
    return true;
  });
}
