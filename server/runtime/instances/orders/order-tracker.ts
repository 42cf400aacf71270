import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import type { Fill, Order } from '../../../../core/contract/trading.ts';
import { addDecimals, compareDecimals } from '../../../../core/domain/numbers/decimal.ts';
import { orderStatusTable } from '../../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../../core/domain/state-table.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import type { WorkingOrder } from '../../driver/orders/working-orders.ts';
import type { OrderDecision } from './order-decision.ts';
import { isNewer, newsOf, type ToldOrder, toldNothing } from './order-news.ts';

interface Tracked {
  working: WorkingOrder;
  told: ToldOrder;
  order: Order | null;
  readonly fills: Map<string, Fill>;
  denial: { readonly code: ErrorCode; readonly params: ErrorParams } | null;
  /** Of amendments, in their order. */
  readonly refusals: { readonly code: ErrorCode; readonly params: ErrorParams }[];
  hasNews: boolean;
}

/**
 * What is known of an instance's working orders beside what its driver was told. Facts come in any number and order; reports
 * go out when a step takes them, so that what was told is saved with that step.
 */
export class OrderTracker {
  readonly #orders = new Map<string, Tracked>();

  /** Follows the driver's working orders: new ones join, ended ones leave. */
  follow(
    orders: readonly WorkingOrder[],
    told: Readonly<Record<string, ToldOrder>> = {},
    decisions: ReadonlyMap<string, OrderDecision> = new Map(),
  ): void {
    const ids = new Set(orders.map(({ clientOrderId }) => clientOrderId));
    for (const id of this.#orders.keys()) if (!ids.has(id)) this.#orders.delete(id);
    for (const working of orders) {
      const { clientOrderId } = working;
      const tracked = this.#orders.get(clientOrderId);
      if (tracked !== undefined) {
        tracked.working = working;
        continue;
      }
      const known = told[clientOrderId] ?? toldNothing;
      this.#orders.set(clientOrderId, { working, told: known, order: null, fills: new Map(), denial: null, refusals: [], hasNews: false });
    }
    for (const [id, decision] of decisions) {
      const tracked = this.#orders.get(id);
      if (tracked !== undefined) tracked.told = { ...tracked.told, decision };
    }
  }

  /** Takes in what somebody says of an order. */
  tell(order: Order, fills: readonly Fill[] = []): void {
    const tracked = this.#orders.get(order.clientOrderId);
    if (tracked === undefined) return;
    if (tracked.order === null || isNewer(order, tracked.order)) tracked.order = order;
    for (const fill of fills) tracked.fills.set(fill.tradeId, fill);
    tracked.hasNews = true;
  }

  fill(clientOrderId: string, fill: Fill): void {
    const tracked = this.#orders.get(clientOrderId);
    if (tracked === undefined) return;
    tracked.fills.set(fill.tradeId, fill);
    tracked.hasNews = true;
  }

  /** The order was never sent. */
  deny(clientOrderId: string, code: ErrorCode, params: ErrorParams): void {
    const tracked = this.#orders.get(clientOrderId);
    if (tracked === undefined || tracked.order !== null) return;
    tracked.denial = { code, params };
    tracked.hasNews = true;
  }

  /** An amendment was refused; the order works on as it was. */
  refuse(clientOrderId: string, code: ErrorCode, params: ErrorParams): void {
    const tracked = this.#orders.get(clientOrderId);
    if (tracked === undefined) return;
    tracked.refusals.push({ code, params });
    tracked.hasNews = true;
  }

  get hasNews(): boolean {
    for (const { hasNews } of this.#orders.values()) if (hasNews) return true;
    return false;
  }

  /** What the driver has not been told yet, in order of placing. */
  takeReports(): readonly OrderReport[] {
    const reports: OrderReport[] = [];
    for (const [clientOrderId, tracked] of this.#orders) {
      if (!tracked.hasNews) continue;
      tracked.hasNews = false;
      if (tracked.denial !== null) {
        reports.push({ type: 'denied', clientOrderId, ...tracked.denial });
        tracked.denial = null;
      } else if (tracked.order !== null) {
        const news = newsOf(tracked.told, tracked.order, [...tracked.fills.values()]);
        tracked.told = news.told;
        for (const trade of news.told.trades) tracked.fills.delete(trade);
        reports.push(...news.reports);
      }
      for (const refusal of tracked.refusals.splice(0)) reports.push({ type: 'refused', clientOrderId, ...refusal });
    }
    return reports;
  }

  get size(): number {
    return this.#orders.size;
  }

  working(): readonly WorkingOrder[] {
    return [...this.#orders.values()].map(({ working }) => working);
  }

  /** Null when it is not working. */
  workingOrder(clientOrderId: string): WorkingOrder | null {
    return this.#orders.get(clientOrderId)?.working ?? null;
  }

  decision(clientOrderId: string): OrderDecision | null {
    return this.#orders.get(clientOrderId)?.told.decision ?? null;
  }

  orderId(clientOrderId: string): string | null {
    const tracked = this.#orders.get(clientOrderId);
    return tracked?.order?.orderId ?? tracked?.told.orderId ?? null;
  }

  has(clientOrderId: string): boolean {
    return this.#orders.has(clientOrderId);
  }

  /** True while the order is known to have ended or to have been filled further than its known fills explain. */
  lacksFills(clientOrderId: string): boolean {
    const tracked = this.#orders.get(clientOrderId);
    if (tracked === undefined || tracked.order === null) return false;
    const sum = [...tracked.fills.values()].reduce(
      (total, { tradeId, qty }) => (tracked.told.trades.includes(tradeId) ? total : addDecimals(total, qty)),
      tracked.told.filledQty,
    );
    return compareDecimals(sum, tracked.order.filledQty) < 0;
  }

  hasEnded(clientOrderId: string): boolean {
    const order = this.#orders.get(clientOrderId)?.order ?? null;
    return order !== null && isFinal(orderStatusTable, order.status);
  }

  /** JSON of what was told of every order that still works. */
  save(): string {
    return JSON.stringify(Object.fromEntries([...this.#orders].flatMap(([id, { told }]) => (told === toldNothing ? [] : [[id, told]]))));
  }
}
