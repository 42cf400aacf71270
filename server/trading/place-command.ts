import type { OrderIntent, OrderLeg } from '../../core/contract/trading.ts';
import { hasLimitPrice, type OrderType, type TimeInForce } from '../../core/domain/order.ts';
import type { OrderTerms, PlaceBracket, PlaceOco, PlaceOrder } from '../engine/command.ts';
import type { InstrumentGrid } from './instrument-grid.ts';
import { parseAmount } from './scaled-number.ts';

interface Target {
  readonly account: number;
  readonly instrument: number;
  readonly grid: InstrumentGrid;
}

/** An intent in ticks, lots and minor units. Its values are on the grid, see `grid-rules.ts`. */
export function placeCommand(intent: OrderIntent, target: Target): PlaceOrder | PlaceOco | PlaceBracket {
  const { takeProfit, stopLoss } = intent;
  if (takeProfit === undefined || stopLoss === undefined) return { type: 'PLACE', terms: entryTerms(intent, target) };
  // The first order of a pair or bracket carries the client order id, and finding it finds all; legs may have ids of their own.
  if (intent.triggerKind === 'OCO') {
    return {
      type: 'PLACE_OCO',
      takeProfit: legTerms(intent, takeProfit, target, intent.clientOrderId ?? '', intent.side),
      stopLoss: legTerms(intent, stopLoss, target, stopLoss.clientOrderId ?? '', intent.side),
    };
  }
  const closing = intent.side === 'BUY' ? 'SELL' : 'BUY';
  return {
    type: 'PLACE_BRACKET',
    entry: entryTerms(intent, target),
    takeProfit: legTerms(intent, takeProfit, target, takeProfit.clientOrderId ?? '', closing),
    stopLoss: legTerms(intent, stopLoss, target, stopLoss.clientOrderId ?? '', closing),
  };
}

function entryTerms(intent: OrderIntent, { account, instrument, grid }: Target): OrderTerms {
  return {
    instrument,
    account,
    side: intent.side,
    orderType: intent.type,
    timeInForce: intent.timeInForce ?? defaultTimeInForce(intent.type),
    positionSide: intent.positionSide ?? 'BOTH',
    stp: intent.stp ?? 'EXPIRE_TAKER',
    price: intent.price === undefined ? 0 : grid.ticksOf(intent.price),
    qty: intent.qty === undefined ? 0 : grid.lotsOf(intent.qty),
    quoteAmount: intent.quoteAmount === undefined ? 0n : parseAmount(intent.quoteAmount, grid.quoteScale),
    trigger: intent.triggerPrice === undefined ? 0 : grid.ticksOf(intent.triggerPrice),
    watchedPrice: intent.watchedPrice ?? 'LAST',
    reduceOnly: intent.reduceOnly ?? false,
    closePosition: intent.closePosition ?? false,
    clientOrderId: intent.clientOrderId ?? '',
  };
}

function legTerms(intent: OrderIntent, leg: OrderLeg, target: Target, clientOrderId: string, side: OrderIntent['side']): OrderTerms {
  const { account, instrument, grid } = target;
  return {
    instrument,
    account,
    side,
    orderType: leg.type,
    timeInForce: leg.timeInForce ?? defaultTimeInForce(leg.type),
    positionSide: intent.positionSide ?? 'BOTH',
    stp: intent.stp ?? 'EXPIRE_TAKER',
    price: leg.price === undefined ? 0 : grid.ticksOf(leg.price),
    qty: intent.qty === undefined ? 0 : grid.lotsOf(intent.qty),
    quoteAmount: 0n,
    trigger: leg.triggerPrice === undefined ? 0 : grid.ticksOf(leg.triggerPrice),
    watchedPrice: intent.watchedPrice ?? 'LAST',
    reduceOnly: false,
    closePosition: false,
    clientOrderId,
  };
}

export const defaultTimeInForce = (type: OrderType): TimeInForce => (hasLimitPrice(type) ? 'GTC' : 'IOC');
