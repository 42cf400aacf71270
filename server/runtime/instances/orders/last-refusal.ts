import type { DriverDenial } from '../../driver/driver-parts.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import type { Denial } from './order-port.ts';

/** Where one side of a market alone is refused, the other is accepted in between: both within this time, in ms, are refused orders. */
const sameCaseMs = 60_000;

export interface TimedRefusal extends Denial {
  readonly timeMs: number;
}

/**
 * Why an instance's orders are not placed, after a step: the last refusal, until an order, or a change of one, is accepted a while after it. A change or
 * a cancel that was refused says nothing of it.
 */
export function lastRefusal(
  before: TimedRefusal | null,
  reports: readonly Pick<OrderReport, 'type'>[],
  denials: readonly DriverDenial[],
  nowMs: number,
): TimedRefusal | null {
  const denied = denials.findLast(({ action }) => action === undefined);
  if (denied !== undefined) return { code: denied.code, params: denied.params, timeMs: nowMs };
  const isOver = before !== null && nowMs - before.timeMs >= sameCaseMs && reports.some(({ type }) => type === 'accepted');
  return isOver ? null : before;
}
