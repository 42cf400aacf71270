import type { TriggerKind } from '../../core/domain/orders/order.ts';
import { type OrderStatus, orderStatuses, orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { canMove, move } from '../../core/domain/state-table.ts';
import { currentEdition } from './codec/edition.ts';
import { Fingerprint } from './codec/fingerprint.ts';
import { placeOf } from './codec/words.ts';
import type { AddAccount, AddAsset, OrderTerms } from './command.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import type { AccountFeeShares, FeeTier } from './money/fees.ts';
import { Ledger } from './money/ledger.ts';
import { TransferReferences } from './money/transfer-references.ts';
import { AccountOrders } from './orders/account-orders.ts';
import { ClientIds, type IdUse } from './orders/client-ids.ts';
import { FiredQueue } from './orders/fired-queue.ts';
import type { OpenOrder } from './orders/open-order.ts';
import { OpenOrders } from './orders/open-orders.ts';
import type { OrderPair } from './orders/order-pair.ts';
import { type KindRows, openKinds } from './rules/account-rules.ts';
import { silentSink } from './silent-sink.ts';
import type { EngineSink, OrderCause, RejectReason, Shortage } from './sink.ts';

export interface AccountRecord {
  readonly terms: AddAccount;
  /** Orders of equal owners never trade with each other: the trade group, or the account alone when the group is 0. */
  readonly owner: number;
  readonly fees: AccountFeeShares;
}

/** The status table as flags, a row for each status to move from: read for every change of an order. */
const orderMoves = Uint8Array.from(
  orderStatuses.flatMap((from) => orderStatuses.map((to) => (canMove(orderStatusTable, from, to) ? 1 : 0))),
);

const mayMove = (from: OrderStatus, to: OrderStatus): boolean =>
  orderMoves[placeOf(orderStatuses, from) * orderStatuses.length + placeOf(orderStatuses, to)] === 1;

/** Everything the engine knows, and the small changes that every rule shares. */
export class EngineState {
  /** Of the command that runs now. */
  edition = currentEdition;
  sequence = 0;
  timeMs = 0;
  sink: EngineSink = silentSink;

  readonly kinds: KindRows;
  readonly assets: AddAsset[] = [];
  /** The fee schedule; without tiers everybody pays the fees of the instrument. */
  readonly feeTiers: FeeTier[] = [];
  readonly instruments: InstrumentRecord[] = [];
  readonly accounts: AccountRecord[] = [];
  /** `type/key` of every account, to keep keys unique per type. */
  readonly accountKeys = new Set<string>();
  readonly orders = new OpenOrders();
  readonly accountOrders = new AccountOrders();
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

  /** Accounts whose orders and margin are looked at when a step is done, with a market of each. Empty between commands. */
  readonly exposed = new Map<number, InstrumentRecord>();
  /** Whether there are any: asked in every step. */
  hasExposed = false;

  constructor(kinds: KindRows = openKinds) {
    this.kinds = kinds;
  }

  /** Has an account looked at when the step is done. */
  expose(account: number, instrument: InstrumentRecord): void {
    this.exposed.set(account, instrument);
    this.hasExposed = true;
  }

  reject(reason: RejectReason, field: string, limit: string | number | bigint = '', shortage?: Shortage): false {
    this.sink.rejected(reason, field, String(limit), shortage);
    return false;
  }

  /** The instrument of an order that exists. */
  instrumentOf(order: OpenOrder): InstrumentRecord {
    return this.instruments[order.instrument] as InstrumentRecord;
  }

  /** Opens an order with these terms; nobody is told yet. */
  openOrder(orderId: number, terms: OrderTerms, triggerKind: TriggerKind | null, status: OrderStatus): OpenOrder {
    const { owner } = this.accounts[terms.account] as AccountRecord;
    const order = this.orders.open(orderId, terms, owner, triggerKind, status, this.timeMs);
    this.accountOrders.add(order.account, order.index);
    this.instrumentOf(order).open.add(order.account, order.waits);
    return order;
  }

  /** Forgets a finished order; its client id stays known for a while. */
  forgetOrder(order: OpenOrder): void {
    this.accountOrders.remove(order.account, order.index);
    this.instrumentOf(order).open.remove(order.account, order.waits);
    this.orders.close(order);
    if (order.idLow !== 0) this.clientIds.finish(order.account, order.idLow, order.idHigh, order.orderId, order.fingerprint);
  }

  /** The use of a known client order id of the account; leaves its digest in `clientIds`. */
  findIdUse(account: number, clientOrderId: string): IdUse | undefined {
    const { clientIds } = this;
    if (!clientIds.mayKnow(account, clientOrderId)) return undefined;
    const { low, high } = clientIds;
    for (const index of this.accountOrders.of(account)) {
      const order = this.orders.at(index);
      if (order.idLow === low && order.idHigh === high) return order;
    }
    return clientIds.finishedUse(account, low, high);
  }

  /** Moves an order along the status table and tells the sink. Throws IllegalTransition on a bug. */
  change(order: OpenOrder, status: OrderStatus, cause: OrderCause): void {
    const { status: from } = order;
    if (from !== status) order.status = mayMove(from, status) ? status : move(orderStatusTable, from, status);
    if (status === 'TRADING' && order.waits) this.countAsResting(order);
    this.tell(order, cause);
  }

  private countAsResting(order: OpenOrder): void {
    const { open } = this.instrumentOf(order);
    open.remove(order.account, true);
    order.waits = false;
    open.add(order.account, false);
  }

  tell(order: OpenOrder, cause: OrderCause): void {
    order.updatedMs = this.timeMs;
    this.sink.orderChanged(order, cause);
  }
}
