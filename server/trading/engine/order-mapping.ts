import type { Fill, Order } from '../../../core/contract/trading.ts';
import { feeAssetOf } from '../../../core/domain/clearing/fee-asset.ts';
import { hasLimitPrice, isTriggerType } from '../../../core/domain/orders/order.ts';
import { type EngineOrder, type EngineTrade, liquidityOf } from '../../engine/sink.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';

/** The engine's order in decimals. `apiId` is the owner's. */
export function mapOrder(order: EngineOrder, cause: string, apiId: number, grid: InstrumentGrid): Order {
  const { instrument } = grid;
  return {
    exchange: instrument.exchange,
    orderId: String(order.orderId),
    clientOrderId: order.clientOrderId,
    apiId,
    instrumentId: instrument.id,
    side: order.side,
    type: order.orderType,
    timeInForce: order.timeInForce,
    stp: order.stp,
    positionSide: order.positionSide,
    reduceOnly: order.reduceOnly,
    triggerKind: order.triggerKind,
    pairId: order.pair === 0 ? null : String(order.pair),
    parentId: order.parent === 0 ? null : String(order.parent),
    price: hasLimitPrice(order.orderType) ? grid.price(order.price) : null,
    qty: order.quoteAmount === 0n ? grid.qty(order.qty) : null,
    quoteAmount: order.quoteAmount === 0n ? null : grid.quote(order.quoteAmount),
    triggerPrice: isTriggerType(order.orderType) ? grid.price(order.trigger) : null,
    ...(order.watchedPrice === 'LAST' ? {} : { watchedPrice: order.watchedPrice }),
    filledQty: order.filled === 0 ? '0' : grid.qty(order.filled),
    filledQuote: order.filledQuote === 0n ? '0' : grid.quote(order.filledQuote),
    preventedQty: order.prevented === 0 ? '0' : grid.qty(order.prevented),
    status: order.status,
    cause,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  };
}

/** One side of a trade as its owner's fill. */
export function mapFill(trade: EngineTrade, isTaker: boolean, apiId: number, grid: InstrumentGrid): Fill {
  const { instrument } = grid;
  const orderId = isTaker ? trade.takerOrderId : trade.makerOrderId;
  const buys = isTaker === (trade.takerSide === 'BUY');
  const side = buys ? 'BUY' : 'SELL';
  const fee = isTaker ? trade.takerFee : trade.makerFee;
  const feeAsset = feeAssetOf(instrument, side);
  return {
    exchange: instrument.exchange,
    instrumentId: instrument.id,
    tradeId: String(trade.tradeId),
    orderId: String(orderId),
    apiId,
    side,
    liquidity: liquidityOf(orderId, trade),
    price: grid.price(trade.price),
    qty: grid.qty(trade.qty),
    fee: feeAsset === instrument.base ? grid.base(fee) : grid.quote(fee),
    feeAsset,
    timeMs: trade.timeMs,
  };
}
