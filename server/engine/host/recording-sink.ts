import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { EngineOrder, EngineSink, EngineTrade, EntryLine, LedgerEntry, OrderCause, RejectReason, Shortage } from '../sink.ts';
import type { EngineEvent } from './engine-event.ts';

/** Copies what the engine lends into events that may be kept. On the path of every order: literals, no spreads. */
export class RecordingSink implements EngineSink {
  /** Reused for every command; only the first `#count` belong to this one. */
  readonly #events: EngineEvent[] = [];
  #count = 0;

  /** The events since the last call, in order, in an array of the exact length: thousands of them wait for the disk at a time. */
  take(): EngineEvent[] {
    const taken = new Array<EngineEvent>(this.#count);
    for (let index = 0; index < taken.length; index += 1) taken[index] = this.#events[index] as EngineEvent;
    this.#count = 0;
    return taken;
  }

  orderChanged(order: EngineOrder, cause: OrderCause): void {
    this.#add({ type: 'ORDER_CHANGED', order: copyOrder(order), cause });
  }

  traded(trade: EngineTrade): void {
    this.#add({ type: 'TRADED', trade: copyTrade(trade) });
  }

  levelChanged(instrument: number, side: OrderSide, price: number, qty: number): void {
    this.#add({ type: 'LEVEL_CHANGED', instrument, side, price, qty });
  }

  posted(entry: LedgerEntry): void {
    this.#add({ type: 'LEDGER_POSTED', entry: copyEntry(entry) });
  }

  balanceChanged(account: number, asset: number, total: bigint, held: bigint): void {
    this.#add({ type: 'BALANCE_CHANGED', account, asset, total, held });
  }

  rejected(reason: RejectReason, field: string, limit: string, shortage?: Shortage): void {
    this.#add({ type: 'COMMAND_REJECTED', reason, field, limit, ...(shortage !== undefined && { shortage }) });
  }

  repeated(orderId: number): void {
    this.#add({ type: 'COMMAND_REPEATED', orderId });
  }

  #add(event: EngineEvent): void {
    this.#events[this.#count] = event;
    this.#count += 1;
  }
}

export const copyOrder = (order: EngineOrder): EngineOrder => ({
  orderId: order.orderId,
  clientOrderId: order.clientOrderId,
  account: order.account,
  instrument: order.instrument,
  side: order.side,
  orderType: order.orderType,
  timeInForce: order.timeInForce,
  positionSide: order.positionSide,
  stp: order.stp,
  reduceOnly: order.reduceOnly,
  closePosition: order.closePosition,
  watchedPrice: order.watchedPrice,
  triggerKind: order.triggerKind,
  pair: order.pair,
  parent: order.parent,
  price: order.price,
  qty: order.qty,
  quoteAmount: order.quoteAmount,
  trigger: order.trigger,
  filled: order.filled,
  filledQuote: order.filledQuote,
  prevented: order.prevented,
  status: order.status,
  createdMs: order.createdMs,
  updatedMs: order.updatedMs,
});

const copyTrade = (trade: EngineTrade): EngineTrade => ({
  tradeId: trade.tradeId,
  instrument: trade.instrument,
  price: trade.price,
  qty: trade.qty,
  takerSide: trade.takerSide,
  takerOrderId: trade.takerOrderId,
  makerOrderId: trade.makerOrderId,
  takerAccount: trade.takerAccount,
  makerAccount: trade.makerAccount,
  takerFee: trade.takerFee,
  makerFee: trade.makerFee,
  movesLast: trade.movesLast,
  timeMs: trade.timeMs,
});

const copyEntry = (entry: LedgerEntry): LedgerEntry => {
  const lines: EntryLine[] = [];
  for (const line of entry.lines) lines.push({ account: line.account, asset: line.asset, amount: line.amount });
  return { entryId: entry.entryId, kind: entry.kind, reference: entry.reference, timeMs: entry.timeMs, lines };
};
