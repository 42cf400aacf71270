import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { amendedFields, type OrderEventView } from '../../../schemas/wire/order-events.ts';
import type { FillRecord, OrderEventRecord, OrderRecord, OrderRefusalRecord } from '../../store/records.ts';
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
      prevented_qty: event.preventedQty,
      changes: event.cause === amended && before !== null ? changesOf(before, event) : [],
      fills: own.map(storedFillView),
      refusal: null,
    };
  });
}

/** Puts what was refused where it happened; a refusal changes nothing, so the order stays as it was. */
export function withRefusals(
  order: OrderRecord,
  events: readonly OrderEventRecord[],
  life: readonly OrderEventView[],
  refusals: readonly OrderRefusalRecord[],
): OrderEventView[] {
  const waiting = [...refusals];
  const told: OrderEventView[] = [];
  let terms: Terms = order;
  const tellUntil = (timeMs: number): void => {
    for (let next = waiting[0]; next !== undefined && next.timeMs < timeMs; next = waiting[0]) {
      waiting.shift();
      told.push(refusalEvent(next, order, terms, told.at(-1)));
    }
  };
  life.forEach((event, at) => {
    tellUntil(event.time);
    told.push(event);
    const set = events[at];
    if (set !== undefined && (set.price !== null || set.qty !== null || set.triggerPrice !== null)) terms = set;
  });
  tellUntil(Number.POSITIVE_INFINITY);
  return told;
}

function refusalEvent(refusal: OrderRefusalRecord, order: OrderRecord, terms: Terms, before: OrderEventView | undefined): OrderEventView {
  const isPlacing = before === undefined;
  const { by, code, params, repeats } = refusal;
  const asked = amendedFields.filter((field) => refusal[termOf[field]] !== null);
  return {
    time: refusal.timeMs,
    status: before?.status ?? order.status,
    cause: isPlacing ? order.cause : by === 'HOUSE' ? 'AMEND_DENIED' : 'AMEND_REFUSED',
    filled_qty: before?.filled_qty ?? '0',
    prevented_qty: before?.prevented_qty ?? '0',
    changes: isPlacing ? [] : asked.map((field) => ({ field, from: terms[termOf[field]], to: refusal[termOf[field]] })),
    fills: [],
    refusal: { by, code, params, repeats },
  };
}

function changesOf(before: Terms, after: Terms): OrderEventView['changes'] {
  return amendedFields.flatMap((field) => {
    const from = before[termOf[field]];
    const to = after[termOf[field]];
    return from === to ? [] : [{ field, from, to }];
  });
}
