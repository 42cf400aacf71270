import { defaultTimeInForce } from '../../../core/contract/asked-terms.ts';
import type { OrderIntent, OrderLeg } from '../../../core/contract/trading.ts';
import { orderFieldTable } from '../../../core/domain/orders/order-fields.ts';
import type { OrderTerms, PlaceBracket, PlaceOco, PlaceOrder } from '../../engine/command.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';
import { parseAmount } from '../scaled-number.ts';

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

const { positionSide, stp, watchedPrice, reduceOnly, closePosition, clientOrderId } = orderFieldTable;

/** On the path of every order: a literal. */
function entryTerms(intent: OrderIntent, { account, instrument, grid }: Target): OrderTerms {
  return {
    instrument,
    account,
    side: intent.side,
    orderType: intent.type,
    timeInForce: intent.timeInForce ?? defaultTimeInForce(intent.type),
    positionSide: intent.positionSide ?? positionSide.absent,
    stp: intent.stp ?? stp.absent,
    price: intent.price === undefined ? 0 : grid.ticksOf(intent.price),
    qty: intent.qty === undefined ? 0 : grid.lotsOf(intent.qty),
    quoteAmount: intent.quoteAmount === undefined ? 0n : parseAmount(intent.quoteAmount, grid.quoteScale),
    trigger: intent.triggerPrice === undefined ? 0 : grid.ticksOf(intent.triggerPrice),
    watchedPrice: intent.watchedPrice ?? watchedPrice.absent,
    reduceOnly: intent.reduceOnly ?? reduceOnly.absent,
    closePosition: intent.closePosition ?? closePosition.absent,
    clientOrderId: intent.clientOrderId ?? clientOrderId.absent,
  };
}

/** What a leg says of itself; the rest is as of its pair. */
function legTerms(intent: OrderIntent, leg: OrderLeg, target: Target, ownId: string, side: OrderIntent['side']): OrderTerms {
  const { grid } = target;
  return {
    ...entryTerms(intent, target),
    side,
    orderType: leg.type,
    timeInForce: leg.timeInForce ?? defaultTimeInForce(leg.type),
    price: leg.price === undefined ? 0 : grid.ticksOf(leg.price),
    quoteAmount: 0n,
    trigger: leg.triggerPrice === undefined ? 0 : grid.ticksOf(leg.triggerPrice),
    reduceOnly: false,
    closePosition: false,
    clientOrderId: ownId,
  };
}
