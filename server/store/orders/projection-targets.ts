import { orderFieldTable } from '../../../core/domain/orders/order-fields.ts';
import type { BulkTarget } from '../sql/bulk.ts';
import type { FillToWrite } from './fold-fills.ts';
import { columnsOf } from './order-columns.ts';
import type {
  BalanceRecord,
  LedgerEntryRecord,
  LedgerLineRecord,
  OrderEventRecord,
  OrderRecord,
  PositionRecord,
} from './trading-records.ts';

/** A ledger line with what it takes from its entry. */
export interface LineToWrite {
  readonly line: LedgerLineRecord;
  readonly entry: LedgerEntryRecord;
  readonly ordinal: number;
}

/** Where and how the parts of a projection batch are written. */
export const orderTarget: BulkTarget<OrderRecord> = {
  table: 'order_record',
  columns: columnsOf(orderFieldTable),
  key: ['venue', 'order_id'],
  onKnown: 'update',
};

export const eventTarget: BulkTarget<OrderEventRecord> = {
  table: 'order_event',
  columns: {
    venue: ['text', (event) => event.venue],
    sequence: ['bigint', (event) => event.sequence],
    ordinal: ['integer', (event) => event.ordinal],
    order_id: ['text', (event) => event.orderId],
    status: ['text', (event) => event.status],
    cause: ['text', (event) => event.cause],
    price: ['numeric', (event) => event.price],
    qty: ['numeric', (event) => event.qty],
    trigger_price: ['numeric', (event) => event.triggerPrice],
    filled_qty: ['numeric', (event) => (event.filledQty === '0' ? null : event.filledQty)],
    prevented_qty: ['numeric', (event) => (event.preventedQty === '0' ? null : event.preventedQty)],
    time_ms: ['bigint', (event) => event.timeMs],
  },
  key: ['venue', 'sequence', 'ordinal'],
  onKnown: 'keep',
};

export const fillTarget: BulkTarget<FillToWrite> = {
  table: 'fill_record',
  columns: {
    venue: ['text', (fill) => fill.venue],
    symbol: ['text', (fill) => fill.symbol],
    account_type: ['text', (fill) => fill.accountType],
    trade_id: ['text', (fill) => fill.tradeId],
    order_id: ['text', (fill) => fill.orderId],
    api_id: ['bigint', (fill) => fill.apiId],
    side: ['text', (fill) => fill.side],
    liquidity: ['text', (fill) => fill.liquidity],
    price: ['numeric', (fill) => fill.price],
    qty: ['numeric', (fill) => fill.qty],
    fee: ['numeric', (fill) => fill.fee],
    fee_asset: ['text', (fill) => fill.feeAsset],
    time_ms: ['bigint', (fill) => fill.timeMs],
    closed_qty: ['numeric', (fill) => fill.close?.qty ?? null],
    closed_cost: ['numeric', (fill) => fill.close?.cost ?? null],
    realised: ['numeric', (fill) => fill.close?.realised ?? null],
  },
  key: ['venue', 'symbol', 'account_type', 'trade_id', 'order_id'],
  onKnown: 'keep',
};

export const positionTarget: BulkTarget<PositionRecord> = {
  table: 'position',
  columns: {
    venue: ['text', (position) => position.venue],
    api_id: ['bigint', (position) => position.apiId],
    account_type: ['text', (position) => position.accountType],
    symbol: ['text', (position) => position.symbol],
    qty: ['numeric', (position) => position.qty],
    cost: ['numeric', (position) => position.cost],
    realised: ['numeric', (position) => position.realised],
    opened_ms: ['bigint', (position) => position.openedMs],
    updated_ms: ['bigint', (position) => position.updatedMs],
  },
  key: ['venue', 'api_id', 'account_type', 'symbol'],
  onKnown: 'update',
};

export const entryTarget: BulkTarget<LedgerEntryRecord> = {
  table: 'ledger_entry',
  columns: {
    venue: ['text', (entry) => entry.venue],
    entry_id: ['bigint', (entry) => entry.entryId],
    kind: ['text', (entry) => entry.kind],
    reference: ['text', (entry) => entry.reference],
    time_ms: ['bigint', (entry) => entry.timeMs],
  },
  key: ['venue', 'entry_id'],
  onKnown: 'keep',
};

export const lineTarget: BulkTarget<LineToWrite> = {
  table: 'ledger_line',
  columns: {
    venue: ['text', ({ entry }) => entry.venue],
    entry_id: ['bigint', ({ entry }) => entry.entryId],
    ordinal: ['integer', ({ ordinal }) => ordinal],
    account: ['bigint', ({ line }) => line.account],
    account_type: ['text', ({ line }) => line.accountType],
    symbol: ['text', ({ line }) => line.symbol ?? null],
    asset: ['text', ({ line }) => line.asset],
    amount: ['numeric', ({ line }) => line.amount],
    time_ms: ['bigint', ({ entry }) => entry.timeMs],
  },
  key: ['venue', 'entry_id', 'ordinal'],
  onKnown: 'keep',
};

export const balanceTarget: BulkTarget<BalanceRecord> = {
  table: 'balance',
  columns: {
    venue: ['text', (balance) => balance.venue],
    api_id: ['bigint', (balance) => balance.apiId],
    account_type: ['text', (balance) => balance.accountType],
    symbol: ['text', (balance) => balance.symbol ?? ''],
    asset: ['text', (balance) => balance.asset],
    total: ['numeric', (balance) => balance.total],
    held: ['numeric', (balance) => balance.held],
  },
  key: ['venue', 'api_id', 'account_type', 'symbol', 'asset'],
  onKnown: 'update',
};
