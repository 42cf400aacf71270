import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';
import type { OrderEvent } from '../../../../core/contract/strategy.ts';
import type { Fill, Order } from '../../../../core/contract/trading.ts';
import type { LimitDenial } from '../account/trading-limits.ts';

/** What the world says of one of the instance's orders, or of money that it moves, by the id that the driver gave it. */
export type OrderReport =
  | { readonly type: 'accepted' | 'canceled'; readonly clientOrderId: string; readonly order: Order }
  | { readonly type: 'filled'; readonly clientOrderId: string; readonly order: Order; readonly fill: Fill }
  | { readonly type: 'denied'; readonly clientOrderId: string; readonly code: ErrorCode; readonly params: ErrorParams }
  /** An amendment was refused; the order works on as it was. */
  | { readonly type: 'refused'; readonly clientOrderId: string; readonly code: ErrorCode; readonly params: ErrorParams }
  /** Of money; null when it was moved. */
  | { readonly type: 'moved'; readonly clientOrderId: string; readonly denial: LimitDenial | null }
  | { readonly type: 'rejected'; readonly clientOrderId: string; readonly order: Order; readonly cause: string };

/** What an order's report tells under a tag; the instance's parts do not know each other's order ids. */
export function eventOf(report: Exclude<OrderReport, { readonly type: 'moved' }>, tag: string): OrderEvent {
  switch (report.type) {
    case 'accepted':
    case 'canceled':
      return { type: report.type, tag, order: report.order };
    case 'filled':
      return { type: report.type, tag, order: report.order, fill: report.fill };
    case 'denied':
      return { type: report.type, tag, code: report.code, params: report.params };
    case 'refused':
      return { type: report.type, tag, action: 'amend', code: report.code, params: report.params };
    case 'rejected':
      return { type: report.type, tag, order: report.order, cause: report.cause };
  }
}
