import { AppError } from '../../../core/contract/app-error.ts';
import type { Order, OrderChange, OrderIntent, OrderLeg } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals, fromUnits, toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { OrderType } from '../../../core/domain/orders/order.ts';
import { copyId } from '../../../core/domain/orders/order-origin.ts';
import { baseFor, type Follower, onTick, shareOf } from './copy-rules.ts';

/** An order of a main account with the legs that came with it. */
export interface MainOrder {
  readonly order: Order;
  /** The pair of an entry, or the other leg of a pair. */
  readonly legs: readonly Order[];
}

interface CopyTerms extends Pick<Follower, 'apiId' | 'ratio' | 'maxAmount'> {
  readonly syncRatio: string;
  /** Where the copy goes: the market of the same name at the follower's exchange. */
  readonly instrument: Pick<Instrument, 'id' | 'lot' | 'tick'>;
  /** What one unit costs by now, in quote, for orders without a price; null: nobody knows. */
  readonly lastPrice: string | null;
}

const stops: ReadonlySet<OrderType> = new Set(['STOP_LOSS', 'STOP_MARKET']);
/** Of a pair the one that stops a loss. */
export const isStop = ({ type }: Pick<Order, 'type'>): boolean => stops.has(type);

/** What a follower is to send for an order: its own words with the follower's share. COPY_TOO_SMALL where nothing is left of it. */
export function copyIntent(main: MainOrder, terms: CopyTerms): OrderIntent | AppError {
  const { order, legs } = main;
  const size = sizeOf(order, terms);
  if (size === null) return new AppError('COPY_TOO_SMALL', { lot: terms.instrument.lot });
  const { apiId, instrument } = terms;
  const sent = {
    ...{ apiId, instrumentId: instrument.id, side: order.side },
    ...{ stp: order.stp, clientOrderId: copyId(order.apiId, order.orderId) },
    ...(order.positionSide === 'BOTH' ? {} : { positionSide: order.positionSide }),
    ...(order.reduceOnly ? { reduceOnly: true } : {}),
  };
  const isPair = order.triggerKind === 'OCO';
  if (isPair) {
    const stop = legs.find(isStop);
    if (stop === undefined) return new AppError('COPY_MISSED');
    // The one of the take profit is that of the whole pair.
    const takeProfit = legOf(order, terms, null);
    return { ...sent, ...size, type: order.type, triggerKind: 'OCO', takeProfit, stopLoss: legOf(stop, terms, stop) };
  }
  const single = {
    ...sent,
    ...size,
    type: order.type,
    timeInForce: order.timeInForce,
    ...priceOf(order, terms),
    ...(order.watchedPrice === undefined ? {} : { watchedPrice: order.watchedPrice }),
  };
  if (order.triggerKind !== 'CONDITIONAL_OCO') return single;
  const [takeProfit, stopLoss] = [legs.find(({ type }) => !stops.has(type)), legs.find(isStop)];
  if (takeProfit === undefined || stopLoss === undefined) return new AppError('COPY_MISSED');
  return {
    ...single,
    triggerKind: 'CONDITIONAL_OCO',
    takeProfit: legOf(takeProfit, terms, takeProfit),
    stopLoss: legOf(stopLoss, terms, stopLoss),
  };
}

/** How the copy is to change after its main order; null where it stands as it should. Quantities of legs follow their entry. */
export function copyChange(main: Order, copy: Order, terms: CopyTerms): OrderChange | null {
  const wanted = priceOf(main, terms);
  const qty = main.parentId !== null || main.qty === null ? null : (sizeOf(main, terms)?.qty ?? null);
  const change = {
    ...(differs(wanted.price, copy.price) ? { price: wanted.price } : {}),
    ...(differs(wanted.triggerPrice, copy.triggerPrice) ? { triggerPrice: wanted.triggerPrice } : {}),
    ...(qty !== null && differs(qty, copy.qty) ? { qty } : {}),
  };
  if (Object.keys(change).length === 0) return null;
  return { apiId: copy.apiId, instrumentId: copy.instrumentId, orderId: copy.orderId, ...change };
}

/** Price, quantity and trigger of an order, to see whether its sender has changed it. */
export const termsOf = ({ price, qty, triggerPrice, parentId }: Order): string =>
  [price, parentId === null ? qty : null, triggerPrice].map((part) => part ?? '').join('/');

const differs = (wanted: string | undefined, has: string | null): wanted is string =>
  wanted !== undefined && (has === null || compareDecimals(wanted, has) !== 0);

function sizeOf(order: Order, terms: CopyTerms): { readonly qty?: string; readonly quoteAmount?: string } | null {
  const { syncRatio, ratio, maxAmount, instrument } = terms;
  const { qty, quoteAmount } = order;
  if (quoteAmount !== null) {
    // As fine as the main account's own amount, which the same market has taken.
    const step = smallestStepOf(quoteAmount);
    const amount = shareOf(quoteAmount, { syncRatio, ratio, most: maxAmount, step });
    return compareDecimals(amount, '0') > 0 ? { quoteAmount: amount } : null;
  }
  if (qty === null) return null;
  const price = order.price ?? order.triggerPrice ?? averageOf(order) ?? terms.lastPrice;
  const most = maxAmount === null ? null : price === null ? '0' : baseFor(maxAmount, price);
  const copied = shareOf(qty, { syncRatio, ratio, most, step: instrument.lot });
  return compareDecimals(copied, '0') > 0 ? { qty: copied } : null;
}

/** At least two decimals, so that half of a whole amount stays what it is. */
function smallestStepOf(amount: string): string {
  const dot = amount.indexOf('.');
  return fromUnits(1n, Math.max(2, dot < 0 ? 0 : amount.length - dot - 1));
}

/** What an order has traded at so far; null: nothing. */
export function averageOf({ filledQty, filledQuote }: Order): string | null {
  const [qty, quote] = [toUnits(filledQty, 20) ?? 0n, toUnits(filledQuote, 20) ?? 0n];
  return qty === 0n || quote === 0n ? null : fromUnits((quote * 10n ** 20n) / qty, 20);
}

function priceOf(order: Order, { instrument }: CopyTerms): { readonly price?: string; readonly triggerPrice?: string } {
  return {
    ...(order.price === null ? {} : { price: onTick(order.price, instrument.tick, order.side) }),
    ...(order.triggerPrice === null ? {} : { triggerPrice: onTick(order.triggerPrice, instrument.tick, order.side) }),
  };
}

const legOf = (leg: Order, terms: CopyTerms, named: Order | null): OrderLeg => ({
  type: leg.type,
  timeInForce: leg.timeInForce,
  ...priceOf(leg, terms),
  ...(named === null ? {} : { clientOrderId: copyId(named.apiId, named.orderId) }),
});
