import { type OrderStatus, orderStatusTable } from '../../core/domain/order-status.ts';
import { move } from '../../core/domain/state-table.ts';
import { ClientIds } from './client-ids.ts';
import type { AddAccount, AddAsset } from './command.ts';
import { Fingerprint } from './fingerprint.ts';
import { FiredQueue } from './fired-queue.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import { Ledger } from './ledger.ts';
import type { OrderPair } from './order-pair.ts';
import type { OrderRecord } from './order-record.ts';
import { OrderTable } from './order-table.ts';
import type { EngineSink, OrderCause, RejectReason } from './sink.ts';
import { TransferReferences } from './transfer-references.ts';
import type { Wallet } from './wallet.ts';

/** An account with the list of its open orders, oldest first. */
export interface AccountRecord {
  readonly terms: AddAccount;
  /** Orders of equal owners never trade with each other: the trade group, or the account alone when the group is 0. */
  readonly owner: number;
  firstOrder: OrderRecord | null;
  lastOrder: OrderRecord | null;
  /** Open orders by instrument: those that wait for a trigger, and all others. Absent until the first. */
  readonly resting: number[];
  readonly waiting: number[];
}

/** Swallows everything; stands in while no command runs. */
export const silentSink: EngineSink = {
  orderChanged() {},
  traded() {},
  levelChanged() {},
  posted() {},
  balanceChanged() {},
  rejected() {},
  repeated() {},
};

/** Everything the engine knows, and the small changes that every rule shares. */
export class EngineState {
  sequence = 0;
  timeMs = 0;
  sink: EngineSink = silentSink;

  readonly assets: AddAsset[] = [];
  readonly instruments: InstrumentRecord[] = [];
  readonly accounts: AccountRecord[] = [];
  /** `type/key` of every account, to keep keys unique per type. */
  readonly accountKeys = new Set<string>();
  readonly orders = new OrderTable();
  readonly clientIds = new ClientIds();
  readonly fingerprint = new Fingerprint(this.clientIds);
  readonly references = new TransferReferences();
  readonly ledger = new Ledger();
  nextOrderId = 1;
  nextTradeId = 1;
  nextTriggerSequence = 1;

  /** Entry pairs to look at when the present step is done. Empty between commands, like `fired`. */
  readonly touchedPairs: OrderPair[] = [];
  /** Triggers whose condition has come true and that have not run yet. */
  readonly fired = new FiredQueue();

  reject(reason: RejectReason, field: string, limit: string | number | bigint = ''): false {
    this.sink.rejected(reason, field, String(limit));
    return false;
  }

  /** The instrument of an order that exists. */
  instrumentOf(order: OrderRecord): InstrumentRecord {
    return this.instruments[order.instrument] as InstrumentRecord;
  }

  /** The wallet an order of this side holds money in. */
  holdWallet(order: OrderRecord): Wallet {
    const instrument = this.instrumentOf(order);
    return this.ledger.wallet(order.account, instrument.rules.holdAsset(instrument, order.side));
  }

  /** What the order itself must hold while it rests. */
  needOf(order: OrderRecord): bigint {
    const instrument = this.instrumentOf(order);
    return instrument.rules.need(instrument, order.side, order.price, order.remaining);
  }

  addOrder(order: OrderRecord): void {
    const account = this.accounts[order.account] as AccountRecord;
    this.orders.add(order);
    order.previousOfAccount = account.lastOrder;
    if (account.lastOrder === null) account.firstOrder = order;
    else account.lastOrder.nextOfAccount = order;
    account.lastOrder = order;
    order.waits = order.status === 'WAITING';
    count(order.waits ? account.waiting : account.resting, order.instrument, 1);
  }

  /** Forgets a finished order; its client id stays known for a while. */
  forgetOrder(order: OrderRecord): void {
    const account = this.accounts[order.account] as AccountRecord;
    const { previousOfAccount: before, nextOfAccount: after } = order;
    if (before === null) account.firstOrder = after;
    else before.nextOfAccount = after;
    if (after === null) account.lastOrder = before;
    else after.previousOfAccount = before;
    this.orders.delete(order.orderId);
    count(order.waits ? account.waiting : account.resting, order.instrument, -1);
    if (order.clientOrderId !== '') this.clientIds.finish(order.account, order.idLow, order.idHigh);
  }

  /** Moves an order along the status table and tells the sink. Throws IllegalTransition on a bug. */
  change(order: OrderRecord, status: OrderStatus, cause: OrderCause): void {
    if (order.status !== status) order.status = move(orderStatusTable, order.status, status);
    if (order.waits && status === 'TRADING') this.countAsResting(order);
    this.tell(order, cause);
  }

  private countAsResting(order: OrderRecord): void {
    const { waiting, resting } = this.accounts[order.account] as AccountRecord;
    order.waits = false;
    count(waiting, order.instrument, -1);
    count(resting, order.instrument, 1);
  }

  tell(order: OrderRecord, cause: OrderCause): void {
    order.updatedMs = this.timeMs;
    this.sink.orderChanged(order, cause);
  }
}

/** Keeps the array dense: instruments are few. */
function count(counts: number[], instrument: number, step: 1 | -1): void {
  while (counts.length <= instrument) counts.push(0);
  counts[instrument] = (counts[instrument] as number) + step;
}
