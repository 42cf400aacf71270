import { addDecimals, compareDecimals } from '../../core/domain/decimal.ts';
import { amendedFields, type OrderEventView } from '../../schemas/wire/order-events.ts';
import type { FillRecord, OrderEventRecord } from '../store/records.ts';
import { storedFillView } from './wire-mapping.ts';

type Terms = Pick<OrderEventRecord, 'price' | 'qty' | 'triggerPrice'>;
const termOf = { price: 'price', qty: 'qty', trigger_price: 'triggerPrice' } as const;
/** An amendment tells all terms of the order; one that it does not have is null both times. */
const amended = 'AMENDED';

/**
 * Tells the life of one order: each change with what it amended and with the trades that it stands for. One change may
 * stand for several trades, so fills are dealt out until what is filled agrees; some that are not told of yet come with the last one.
 */
export function tellOrderLife(events: readonly OrderEventRecord[], fills: readonly FillRecord[]): OrderEventView[] {
  const inOrder = [...fills].sort((a, b) => a.timeMs - b.timeMs || compareDecimals(a.tradeId, b.tradeId));
  let terms: Terms | null = null;
  let told = 0;
  let filled = '0';
  return events.map((event): OrderEventView => {
    const own: FillRecord[] = [];
    for (let fill = inOrder[told]; fill !== undefined && compareDecimals(filled, event.filledQty) < 0; fill = inOrder[told]) {
      own.push(fill);
      filled = addDecimals(filled, fill.qty);
      told++;
    }
    const before = terms;
    if (event.price !== null || event.qty !== null || event.triggerPrice !== null) terms = event;
    return {
      time: event.timeMs,
      status: event.status,
      cause: event.cause,
      filled_qty: event.filledQty,
      changes: event.cause === amended && before !== null ? changesOf(before, event) : [],
      fills: own.map(storedFillView),
    };
  });
}

function changesOf(before: Terms, after: Terms): OrderEventView['changes'] {
  return amendedFields.flatMap((field) => {
    const from = before[termOf[field]];
    const to = after[termOf[field]];
    return from === to ? [] : [{ field, from, to }];
  });
}
