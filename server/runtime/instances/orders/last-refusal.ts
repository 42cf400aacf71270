import type { DriverDenial } from '../../driver/driver-parts.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import type { Denial } from './order-port.ts';

/**
 * Why an instance's orders are not placed, after a step: the last refusal, until an order, or a change of one, is accepted. A change or a cancel that was
 * refused says nothing of it.
 */
export function lastRefusal(
  before: Denial | null,
  reports: readonly Pick<OrderReport, 'type'>[],
  denials: readonly DriverDenial[],
): Denial | null {
  const denied = denials.findLast(({ action }) => action === undefined);
  if (denied !== undefined) return { code: denied.code, params: denied.params };
  return reports.some(({ type }) => type === 'accepted') ? null : before;
}
