import { copyOrder } from '../../server/engine/host/recording-sink.ts';
import type { EngineOrder, EngineSink, EngineTrade, LedgerEntry, OrderCause, RejectReason, Shortage } from '../../server/engine/sink.ts';

/** A sink call as plain data, kept after the call. */
export type SinkEvent =
  | { readonly kind: 'order'; readonly order: EngineOrder; readonly cause: OrderCause }
  | { readonly kind: 'trade'; readonly trade: EngineTrade }
  | { readonly kind: 'level'; readonly instrument: number; readonly side: 'BUY' | 'SELL'; readonly price: number; readonly qty: number }
  | { readonly kind: 'entry'; readonly entry: LedgerEntry }
  | { readonly kind: 'balance'; readonly account: number; readonly asset: number; readonly total: bigint; readonly held: bigint }
  | {
      readonly kind: 'rejected';
      readonly reason: RejectReason;
      readonly field: string;
      readonly limit: string;
      readonly shortage?: Shortage;
    }
  | { readonly kind: 'repeated'; readonly orderId: number };

/** Keeps copies of everything that a sink is told. */
export class Recorder implements EngineSink {
  events: SinkEvent[] = [];

  orderChanged(order: EngineOrder, cause: OrderCause): void {
    this.events.push({ kind: 'order', order: copyOrder(order), cause });
  }

  traded(trade: EngineTrade): void {
    this.events.push({ kind: 'trade', trade: { ...trade } });
  }

  levelChanged(instrument: number, side: 'BUY' | 'SELL', price: number, qty: number): void {
    this.events.push({ kind: 'level', instrument, side, price, qty });
  }

  posted(entry: LedgerEntry): void {
    const { entryId, kind, reference, timeMs, lines } = entry;
    this.events.push({ kind: 'entry', entry: { entryId, kind, reference, timeMs, lines: lines.map((line) => ({ ...line })) } });
  }

  balanceChanged(account: number, asset: number, total: bigint, held: bigint): void {
    this.events.push({ kind: 'balance', account, asset, total, held });
  }

  rejected(reason: RejectReason, field: string, limit: string, shortage?: Shortage): void {
    this.events.push({ kind: 'rejected', reason, field, limit, ...(shortage !== undefined && { shortage }) });
  }

  repeated(orderId: number): void {
    this.events.push({ kind: 'repeated', orderId });
  }

  /** Events since the last call. */
  take(): SinkEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
