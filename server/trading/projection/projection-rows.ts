import type { Balance, Fill, LedgerPosting, LedgerRecord, Order } from '../../../core/contract/trading.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { orderRecordOf } from '../../store/orders/order-code.gen.ts';
import { accountTypeOf, symbolOf } from '../../store/orders/order-columns.ts';
import type {
  BalanceRecord,
  FillRecord,
  LedgerEntryRecord,
  LedgerLineRecord,
  OrderEventRecord,
  OrderRecord,
  ProjectionBatch,
} from '../../store/records.ts';

/** Account numbers of the venue's own ledger accounts, below every api id. */
const venueAccounts: Readonly<Record<Extract<LedgerPosting['account'], string>, number>> = {
  external: -1,
  fees: -2,
  insurance: -3,
  rounding: -4,
};

/** Gathers the rows of consecutive batches for one transaction. Of an order or a balance only the last state is kept. */
export class ProjectionRows {
  /** When the first batch of these came in, by the clock that is never set. */
  readonly sinceMs: number;
  #sequence = 0;
  #size = 0;
  readonly #orders = new Map<string, OrderRecord>();
  readonly #events: OrderEventRecord[] = [];
  readonly #fills: FillRecord[] = [];
  readonly #entries: LedgerEntryRecord[] = [];
  readonly #balances = new Map<string, BalanceRecord>();

  constructor(sinceMs: number) {
    this.sinceMs = sinceMs;
  }

  /** Account events taken in so far; public market events do not count. */
  get size(): number {
    return this.#size;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** `accepts` may leave an order's change out; it is asked once for each. */
  add(batch: VenueBatch, accepts: (order: Order) => boolean): void {
    this.#sequence = batch.sequence;
    const { events } = batch;
    let changing = batch.sequence;
    let ordinal = 0;
    for (const event of events) {
      if (event.type === 'order') {
        const { order, sequence = batch.sequence } = event;
        ordinal = sequence === changing ? ordinal : 0;
        changing = sequence;
        const place = ordinal++;
        if (!accepts(order)) continue;
        this.#orders.set(order.orderId, orderRecordOf(order));
        this.#events.push(orderEvent(order, sequence, place));
      } else if (event.type === 'fill') this.#fills.push(fillRecord(event.fill));
      else if (event.type === 'ledger') this.#entries.push(entryRecord(event.entry));
      else if (event.type === 'balance') {
        const { apiId, accountType, symbol = '', asset } = event.balance;
        this.#balances.set(`${apiId}/${accountType}/${symbol}/${asset}`, balanceRecord(event.balance));
      } else continue;
      this.#size++;
    }
  }

  batch(venue: string, afterSequence: number): ProjectionBatch {
    return {
      venue,
      sequence: this.#sequence,
      afterSequence,
      orders: [...this.#orders.values()],
      events: this.#events,
      fills: this.#fills,
      entries: this.#entries,
      balances: [...this.#balances.values()],
    };
  }
}

const settingCauses: ReadonlySet<string> = new Set(['PLACED', 'AMENDED']);

/** Terms are kept only with the changes that set them: most rows are fills and ends, and stay short. */
const orderEvent = (order: Order, sequence: number, ordinal: number): OrderEventRecord => {
  const setsTerms = settingCauses.has(order.cause);
  return {
    venue: order.exchange,
    sequence,
    ordinal,
    orderId: order.orderId,
    status: order.status,
    cause: order.cause,
    price: setsTerms ? order.price : null,
    qty: setsTerms ? order.qty : null,
    triggerPrice: setsTerms ? order.triggerPrice : null,
    filledQty: order.filledQty,
    preventedQty: order.preventedQty,
    timeMs: order.updatedMs,
  };
};

const fillRecord = (fill: Fill): FillRecord => ({
  venue: fill.exchange,
  symbol: symbolOf(fill.instrumentId),
  accountType: accountTypeOf(fill.instrumentId),
  tradeId: fill.tradeId,
  orderId: fill.orderId,
  apiId: fill.apiId,
  side: fill.side,
  liquidity: fill.liquidity,
  price: fill.price,
  qty: fill.qty,
  fee: fill.fee,
  feeAsset: fill.feeAsset,
  timeMs: fill.timeMs,
});

const entryRecord = (entry: LedgerRecord): LedgerEntryRecord => ({
  venue: entry.exchange,
  entryId: Number(entry.entryId),
  kind: entry.kind,
  reference: entry.reference,
  timeMs: entry.timeMs,
  lines: entry.lines.map(lineRecord),
});

const lineRecord = ({ account, accountType, symbol, asset, amount }: LedgerPosting): LedgerLineRecord =>
  typeof account === 'number'
    ? { account, accountType, symbol, asset, amount }
    : { account: venueAccounts[account], accountType: null, asset, amount };

const balanceRecord = (balance: Balance): BalanceRecord => ({
  venue: balance.exchange,
  apiId: balance.apiId,
  accountType: balance.accountType,
  symbol: balance.symbol,
  asset: balance.asset,
  total: balance.total,
  held: balance.held,
});
