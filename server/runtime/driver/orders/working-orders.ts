import type { ApiId, Order, OrderChange } from '../../../../core/contract/trading.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../../../core/domain/orders/order.ts';
import type { WantedOrder } from '../account/trading-limits.ts';
import { EndedTags } from './ended-tags.ts';
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
  /** What may still fill, in base; null for orders by quote amount. The larger of both until it is told what an amendment came to. */
  readonly openQty: string | null;
  /** Amendments that nobody has answered yet, and `openQty` as it was before them; absent while there are none. */
  readonly amending?: { readonly count: number; readonly openQty: string | null };
  /** In base; absent while nothing has. */
  readonly filledQty?: string;
  readonly price: string | null;
  /** Shared by the legs of a pair, of which only one can fill. */
  readonly pair?: string;
}

/** The orders of an instance that are not known to have ended, in order of placing. */
export class WorkingOrders {
  readonly #orders = new Map<string, WorkingOrder>();
  /** Client order id by actor and tag: one at most works under a tag. */
  readonly #tagged = new Map<string, string>();
  /** Told of the strategy's own orders that end. */
  readonly #ended: Pick<EndedTags, 'add'>;

  constructor(ended: Pick<EndedTags, 'add'> = new EndedTags()) {
    this.#ended = ended;
  }

  add(order: WorkingOrder): void {
    this.#orders.set(order.clientOrderId, order);
    this.#tagged.set(tagKey(order.actor, order.tag), order.clientOrderId);
  }

  get(clientOrderId: string): WorkingOrder | null {
    return this.#orders.get(clientOrderId) ?? null;
  }

  tagged(actor: string, tag: string): WorkingOrder | null {
    const id = this.#tagged.get(tagKey(actor, tag));
    return id === undefined ? null : this.get(id);
  }

  get all(): readonly WorkingOrder[] {
    return [...this.#orders.values()];
  }

  /** Takes over what a report says; an order that has ended leaves. */
  report(order: WorkingOrder, report: OrderReport): void {
    if (report.type === 'refused') this.#refused(order);
    else if (report.type === 'denied') this.#forgetAll(order.clientOrderId);
    else if (hasEnded(report)) this.#forget(order);
    else if ('order' in report) {
      const { price, filledQty } = report.order;
      const filled = filledQty === '0' ? {} : { filledQty };
      const { amending: _, ...known } = order;
      this.#orders.set(order.clientOrderId, { ...known, openQty: openQtyOf(report.order), price, ...filled });
    }
  }

  /** The order counts as it did, unless another amendment of it is under way. */
  #refused({ amending, ...order }: WorkingOrder): void {
    if (amending === undefined) return;
    const { count, openQty } = amending;
    this.add(count > 1 ? { ...order, amending: { count: count - 1, openQty } } : { ...order, openQty });
  }

  /** An order that was never sent, and the legs that would have come with it. */
  #forgetAll(clientOrderId: string): void {
    for (const order of this.all) {
      if (order.clientOrderId === clientOrderId || order.clientOrderId.startsWith(`${clientOrderId}.`)) this.#forget(order);
    }
  }

  #forget({ clientOrderId, actor, tag }: WorkingOrder): void {
    this.#orders.delete(clientOrderId);
    const key = tagKey(actor, tag);
    if (this.#tagged.get(key) === clientOrderId) this.#tagged.delete(key);
    if (actor === '') this.#ended.add(tag);
  }

  /** Until a report says what became of it, the order counts with the larger quantity. */
  amend(order: WorkingOrder, qty: string | undefined): void {
    const { openQty, filledQty = '0', amending = { count: 0, openQty } } = order;
    const wanted = qty === undefined ? openQty : addDecimals(qty, negateDecimal(filledQty));
    const counted = openQty === null || wanted === null || compareDecimals(wanted, openQty) <= 0 ? openQty : wanted;
    this.add({ ...order, openQty: counted, amending: { ...amending, count: amending.count + 1 } });
  }
}

const tagKey = (actor: string, tag: string): string => `${actor} ${tag}`;

/**
 * Quantity that orders on the side of a wanted one may still fill in its market. Where the wanted one is the amendment of an order
 * of these, its quantity is the new total: the order's own is left out, and what of it has filled is taken off, since it is held.
 */
export function openQtyBeside({ apiId, instrumentId, side, clientOrderId }: WantedOrder, orders: Iterable<WorkingOrder>): string {
  let sum = '0';
  const pairs = new Map<string, string>();
  for (const order of orders) {
    if (order.apiId !== apiId || order.instrumentId !== instrumentId || order.side !== side) continue;
    if (order.clientOrderId === clientOrderId) sum = addDecimals(sum, negateDecimal(order.filledQty ?? '0'));
    else if (order.pair !== undefined) pairs.set(order.pair, larger(pairs.get(order.pair) ?? '0', order.openQty ?? '0'));
    else if (order.openQty !== null) sum = addDecimals(sum, order.openQty);
  }
  for (const qty of pairs.values()) sum = addDecimals(sum, qty);
  return sum;
}

const larger = (a: string, b: string): string => (compareDecimals(a, b) < 0 ? b : a);

type TermsChange = Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>;

/** What an amendment names of the terms of its order. */
export const changeOf = ({ price, qty, triggerPrice }: TermsChange): TermsChange => ({
  ...(price === undefined ? {} : { price }),
  ...(qty === undefined ? {} : { qty }),
  ...(triggerPrice === undefined ? {} : { triggerPrice }),
});

/** An order as an amendment would make it. */
export function amendedOrder(order: WorkingOrder, change: TermsChange): WantedOrder {
  const { apiId, instrumentId, side, clientOrderId, openQty, filledQty = '0' } = order;
  const price = change.price ?? order.price;
  const qty = change.qty ?? (openQty === null ? undefined : addDecimals(openQty, filledQty));
  return { apiId, instrumentId, side, clientOrderId, ...(price === null ? {} : { price }), ...(qty === undefined ? {} : { qty }) };
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
