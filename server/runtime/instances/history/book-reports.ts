import { type AccountSources, InstanceAccount } from '../../driver/account/instance-account.ts';
import type { DriverSnapshot } from '../../driver/driver-snapshot.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import { WorkingOrders } from '../../driver/orders/working-orders.ts';

/** What becomes of the orders of an instance whose strategy runs no more: booked like before, told to nobody. */
export function bookReports(
  saved: DriverSnapshot,
  reports: readonly OrderReport[],
  sources: AccountSources,
  nowMs: number,
): DriverSnapshot {
  const orders = new WorkingOrders();
  for (const order of saved.orders) orders.add(order);
  const account = new InstanceAccount(sources);
  account.restore(saved);
  account.enterDay(nowMs);
  for (const report of reports) {
    const order = orders.get(report.clientOrderId);
    if (order === null) continue;
    if (report.type === 'filled') account.book(order.apiId, order.instrumentId, report.fill);
    orders.report(order, report);
  }
  return { ...saved, orders: orders.all, ...account.save() };
}
