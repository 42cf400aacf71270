import { type AppError, accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderAmendment, OrderFate } from '../../contract/client-services.ts';
import { compareDecimals } from '../../domain/numbers/decimal.ts';
import { orderStatusTable } from '../../domain/orders/order-status.ts';
import { isFinal } from '../../domain/state-table.ts';
import type { Timers } from '../timers.ts';

/** Asked after so long each. Together they outlast the time until which what was sent may still be carried out. */
const lookUpAfterMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

interface LostAmendment {
  readonly terms: OrderAmendment;
  /** Why there is no answer. */
  readonly error: AppError;
  /** Asks what became of the order, by the id that its sender gave it. */
  readonly ask: () => Promise<Outcome<OrderFate>>;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * What became of an amendment that had no answer: the changed order, or ORDER_UNCHANGED when it has ended without the change or the change can
 * no longer arrive. The open outcome itself when half a minute does not tell.
 */
export async function amendmentFate({ terms, error, ask, timers }: LostAmendment): Promise<Outcome<Order>> {
  const unchanged = refused('ORDER_UNCHANGED');
  for (const [attempt, delayMs] of lookUpAfterMs.entries()) {
    await new Promise<void>((done) => timers.after(delayMs, done));
    const fate = await ask();
    if (!fate.ok || fate.value.state !== 'PLACED') continue;
    const { order } = fate.value;
    if (has(order, terms)) return accepted(order);
    if (isFinal(orderStatusTable, order.status)) return unchanged;
    const isLast = attempt === lookUpAfterMs.length - 1;
    if (isOver(error, isLast)) return unchanged;
  }
  return { ok: false, error };
}

const has = (order: Order, terms: OrderAmendment): boolean =>
  (Object.keys(terms) as (keyof OrderAmendment)[]).every((field) => {
    const [is, wanted] = [order[field], terms[field]];
    return wanted === undefined || (is !== null && compareDecimals(is, wanted) === 0);
  });

/** The time until which it may be carried out is over with the wait for its answer, or with the last question. */
const isOver = ({ code, params }: AppError, isLast: boolean): boolean =>
  code !== 'ORDER_UNRESOLVED' && params.notAfterMs !== undefined && (code === 'CLIENT_TIMEOUT' || isLast);
