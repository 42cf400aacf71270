import type { ApiId, Order } from '../../../core/contract/trading.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import { Turns } from '../../../core/domain/turns.ts';
import { type MainOrder, termsOf } from './copy-order.ts';
import { type CopyRecord, type MainRecord, mainRecord, sentCopy } from './copy-record.ts';
import type { CopiedOrder } from './copy-tables.ts';

/** What has to be done for the copies of an order after news of it. */
export interface MainNews {
  /** Orders (the main one or its legs) whose sender has changed them since they were copied. */
  readonly amended: readonly Order[];
  /** Orders that were taken back. A leg that went with its pair is none: the copy's own pair does so at its own market. */
  readonly canceled: readonly Order[];
}

const byPair = 'CANCELED_BY_PAIR';
export const hasEnded = ({ status }: Pick<Order, 'status'>): boolean => isFinal(orderStatusTable, status);
const isTakenBack = ({ status, cause }: Order): boolean => status === 'CANCELED' && cause !== byPair;

/** A main order with its legs and copies, as long as something may become of them. */
export class LiveOrder {
  main: MainRecord;
  readonly copies = new Map<ApiId, CopyRecord>();
  /** Its work is done one after the other: placed before amended, amended before taken back. */
  readonly turns = new Turns();
  /** By order id, the main one first: as they were told last. */
  readonly orders = new Map<string, Order>();

  private constructor(main: MainRecord) {
    this.main = main;
  }

  /** To be copied for these accounts. */
  static of({ order, legs }: MainOrder, userId: string, apiIds: readonly ApiId[], nowMs: number): LiveOrder {
    const copied = new LiveOrder(mainRecord(order, userId));
    for (const apiId of apiIds) copied.copies.set(apiId, sentCopy(copied.main, apiId, nowMs));
    const all = [order, ...legs];
    for (const one of all) copied.orders.set(one.orderId, one);
    copied.main = { ...copied.main, terms: Object.fromEntries(all.map((one) => [one.orderId, termsOf(one)])) };
    return copied;
  }

  static stored({ main, copies }: CopiedOrder): LiveOrder {
    const copied = new LiveOrder(main);
    for (const copy of copies) copied.copies.set(copy.apiId, copy);
    return copied;
  }

  /** Whether the order is the main one or a leg of it. */
  has(orderId: string): boolean {
    return this.main.terms[orderId] !== undefined;
  }

  /** Takes what was told of the main order or a leg; null: it is nothing new. */
  hear(orders: readonly Order[]): MainNews | null {
    const [amended, canceled]: [Order[], Order[]] = [[], []];
    let isNews = false;
    for (const order of orders) {
      const before = this.orders.get(order.orderId);
      if (before !== undefined && hasEnded(before)) continue;
      isNews = true;
      this.orders.set(order.orderId, order);
      if (isTakenBack(order)) canceled.push(order);
      else if (!hasEnded(order) && this.main.terms[order.orderId] !== termsOf(order)) amended.push(order);
    }
    const main = this.orders.get(this.main.orderId);
    if (main !== undefined) this.main = { ...mainRecord(main, this.main.userId), terms: this.main.terms };
    return isNews ? { amended, canceled } : null;
  }

  /** The order was copied with these terms. */
  followed(order: Order): void {
    this.main = { ...this.main, terms: { ...this.main.terms, [order.orderId]: termsOf(order) } };
  }

  /** Nothing more will become of it: all of it has ended, and so has every copy that ever came to be. */
  get isOver(): boolean {
    const ownEnded = Object.keys(this.main.terms).every((orderId) => {
      const order = this.orders.get(orderId);
      return order !== undefined && hasEnded(order);
    });
    return (
      ownEnded && [...this.copies.values()].every(({ state, status }) => state !== 'SENT' && (status === null || hasEnded({ status })))
    );
  }

  /** The main order or a leg of it that was taken back; its copy goes as soon as it turns up. */
  isTakenBack(orderId: string): boolean {
    const order = this.orders.get(orderId);
    return order !== undefined && isTakenBack(order);
  }
}
