import type { OrderLeg } from '../../../core/contract/trading.ts';
import type { Effect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';

/** One line of what an instance did and what became of it; two runs are the same when their lines are. */
export interface OrderLogLine {
  readonly timeMs: number;
  readonly clientOrderId: string;
  readonly what: string;
}

/** What was asked for; null for effects that are no orders. */
export function askedLine(effect: Effect, timeMs: number): OrderLogLine | null {
  switch (effect.type) {
    case 'place': {
      const { clientOrderId, instrumentId, side, type, qty, quoteAmount, price, timeInForce, triggerKind, takeProfit, stopLoss } =
        effect.intent;
      const amount = qty ?? `${quoteAmount} quote`;
      const terms = `${price === undefined ? '' : ` @ ${price}`}${timeInForce === undefined ? '' : ` ${timeInForce}`}`;
      const legs = takeProfit === undefined && stopLoss === undefined ? '' : ` ${triggerKind} ${leg(takeProfit)} / ${leg(stopLoss)}`;
      return { timeMs, clientOrderId, what: `place ${side} ${type} ${amount}${terms}${legs} ${instrumentId}` };
    }
    case 'amend':
      return { timeMs, clientOrderId: effect.clientOrderId, what: amendedLine(effect) };
    case 'cancel':
      return { timeMs, clientOrderId: effect.clientOrderId, what: 'cancel' };
    default:
      return null;
  }
}

/** Where a leg begins to act. */
const leg = (terms: OrderLeg | undefined): string => terms?.triggerPrice ?? terms?.price ?? '';

const amendedLine = ({ qty, price, triggerPrice }: Extract<Effect, { readonly type: 'amend' }>): string =>
  `amend ${qty ?? ''} @ ${price ?? ''}${triggerPrice === undefined ? '' : ` trigger ${triggerPrice}`}`;

export function toldLine(report: OrderReport, timeMs: number): OrderLogLine {
  const { clientOrderId } = report;
  switch (report.type) {
    case 'filled': {
      const { qty, price, fee, feeAsset, liquidity } = report.fill;
      return { timeMs, clientOrderId, what: `filled ${qty} @ ${price} ${liquidity} fee ${fee} ${feeAsset}` };
    }
    case 'moved':
      return { timeMs, clientOrderId, what: report.denial === null ? 'moved' : `not moved ${report.denial.code}` };
    case 'denied':
      return { timeMs, clientOrderId, what: `denied ${report.code}` };
    case 'refused':
      return { timeMs, clientOrderId, what: `amend refused ${report.code}` };
    case 'rejected':
      return { timeMs, clientOrderId, what: `rejected ${report.cause}` };
    case 'canceled':
      return { timeMs, clientOrderId, what: `${report.order.status === 'EXPIRED' ? 'expired' : 'canceled'} ${report.order.cause}` };
    case 'accepted':
      return { timeMs, clientOrderId, what: 'accepted' };
  }
}
