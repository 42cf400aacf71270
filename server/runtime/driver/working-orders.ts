import type { ApiId, Order } from '../../../core/contract/trading.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/decimal.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { OrderSide } from '../../../core/domain/order.ts';
import type { OrderReport } from './order-report.ts';

/** An order that is not known to have ended. */
export interface WorkingOrder {
  readonly clientOrderId: string;
  /** The executor that placed it; '' is the strategy itself. */
  readonly actor: string;
  readonly tag: string;
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  /** What may still fill, in base; null for orders by quote amount. */
  readonly openQty: string | null;
  readonly price: string | null;
}

/** The orders of an instance that are not known to have ended, in order of placing. */
export class WorkingOrders {
  readonly #orders = new Map<string, WorkingOrder>();

  add(order: WorkingOrder): void {
    this.#orders.set(order.clientOrderId, order);
  }

  get(clientOrderId: string): WorkingOrder | null {
    return this.#orders.get(clientOrderId) ?? null;
  }

  tagged(actor: string, tag: string): WorkingOrder | null {
    for (const order of this.#orders.values()) if (order.tag === tag && order.actor === actor) return order;
    return null;
  }

  get all(): readonly WorkingOrder[] {
    return [...this.#orders.values()];
  }

  /** Takes over what a report says; an order that has ended leaves. */
  report(order: WorkingOrder, report: OrderReport): void {
    if (hasEnded(report)) this.#orders.delete(order.clientOrderId);
    else if ('order' in report)
      this.#orders.set(order.clientOrderId, { ...order, openQty: openQtyOf(report.order), price: report.order.price });
  }

  /** Quantity that orders of a side may still fill in a market. */
  openQty(apiId: ApiId, instrumentId: InstrumentId, side: OrderSide): string {
    let sum = '0';
    for (const order of this.#orders.values()) {
      if (order.apiId !== apiId || order.instrumentId !== instrumentId || order.side !== side) continue;
      if (order.openQty !== null) sum = addDecimals(sum, order.openQty);
    }
    return sum;
  }
}

function hasEnded(report: OrderReport): boolean {
  if (report.type === 'accepted') return false;
  return report.type !== 'filled' || report.order.status === 'FILLED';
}

/** Null when the order is counted in quote. */
function openQtyOf({ qty, filledQty }: Order): string | null {
  if (qty === null || filledQty === '0') return qty;
  const open = addDecimals(qty, negateDecimal(filledQty));
  return compareDecimals(open, '0') <= 0 ? '0' : open;
}
