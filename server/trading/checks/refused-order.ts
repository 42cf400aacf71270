import { askedTerms } from '../../../core/contract/asked-terms.ts';
import type { Order, OrderIntent } from '../../../core/contract/trading.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { decimalPattern } from '../../../core/domain/numbers/decimal.ts';
import type { Refuser } from '../../../schemas/wire/order-events.ts';

/** Longest decimal of the wire, and what the store's amounts hold. */
const longestDecimal = 41;

/** A value as it can be kept: what is no decimal was refused for that very reason. */
export const decimalOrNull = (value: string | undefined): string | null =>
  value !== undefined && value.length <= longestDecimal && decimalPattern.test(value) ? value : null;

/** The order that an intent would have become. A pair is told as one: its take profit's price and its stop's trigger. */
export function refusedOrder(intent: OrderIntent, by: Refuser, orderId: string, timeMs: number): Order {
  return {
    exchange: parseInstrumentId(intent.instrumentId)?.exchange ?? '',
    orderId,
    instrumentId: intent.instrumentId,
    ...askedTerms(intent),
    pairId: null,
    parentId: null,
    price: decimalOrNull(intent.price ?? intent.takeProfit?.price),
    qty: decimalOrNull(intent.qty),
    quoteAmount: decimalOrNull(intent.quoteAmount),
    triggerPrice: decimalOrNull(intent.triggerPrice ?? intent.stopLoss?.triggerPrice),
    filledQty: '0',
    filledQuote: '0',
    preventedQty: '0',
    status: by === 'HOUSE' ? 'DENIED' : 'FAILURE',
    cause: by === 'HOUSE' ? 'DENIED' : 'REFUSED',
    createdMs: timeMs,
    updatedMs: timeMs,
  };
}
