import {
  hasLimitPrice,
  type OrderType,
  orderSides,
  orderTypes,
  positionSides,
  selfTradePreventions,
  timesInForce,
  triggerKinds,
  watchedPrices,
} from './order.ts';
import { orderStatuses } from './order-status.ts';

/**
 * The fields of an order, declared once. What is asked for and told over the wire, the store's columns, exports, the answers of isolated
 * strategies, the comparison with an earlier order, defaults and the question about a package's order follow from this table.
 *
 * A new field: its line in `OrderIntent` and `Order` (`core/contract/trading.ts`), its row here, its column by a migration, and where an
 * engine of the house shall know it, its row in `server/engine/codec/command-fields.ts`.
 */
export interface OrderFieldRow {
  /** Its name on the wire and in exports. */
  readonly wire: string;
  /** Its column in the store; absent: named as on the wire. */
  readonly column?: string;
  /** `id`: digits of an exchange; `name`: the sender's own; `text`: anything; `account`: an api id; `time`: ms since 1970; `leg`: an order within. */
  readonly kind: 'word' | 'decimal' | 'flag' | 'id' | 'name' | 'text' | 'account' | 'time' | 'leg';
  /** Of a `word`. */
  readonly words?: readonly string[];
  /** Whether an intent must, may or, absent, cannot have it. */
  readonly asked?: 'always' | 'perhaps';
  /**
   * How an order has it: always, or null where it means nothing; `unusual`: absent when it is the default, whatever
   * the type. Absent: an order does not have it.
   */
  readonly told?: 'always' | 'orNull' | 'unusual';
  /** What an intent without it means. */
  readonly absent?: string | boolean;
  /** What it means where the type has no limit price. */
  readonly absentWithoutLimit?: string | boolean;
  /** Field without which it means nothing, in exports. */
  readonly beside?: string;
  /** False: says nothing of what was asked for, so that a repeated intent may differ in it. */
  readonly compared?: false;
  /** True: a leg of a pair or bracket has it, too. */
  readonly ofLegs?: true;
}

export type OrderFieldTable = Readonly<Record<string, OrderFieldRow>>;

/** By the name in the house, in the order of exports. Where an order lies (exchange, market) stands beside its fields. */
export const orderFieldTable = {
  createdMs: { wire: 'create_time', column: 'created_ms', kind: 'time', told: 'always' },
  updatedMs: { wire: 'update_time', column: 'updated_ms', kind: 'time', told: 'always' },
  apiId: { wire: 'api_id', kind: 'account', asked: 'always', told: 'always', compared: false },
  orderId: { wire: 'order_id', kind: 'id', told: 'always' },
  clientOrderId: { wire: 'client_order_id', kind: 'name', asked: 'perhaps', told: 'always', absent: '', compared: false },
  side: { wire: 'side', kind: 'word', words: orderSides, asked: 'always', told: 'always' },
  type: { wire: 'type', kind: 'word', words: orderTypes, asked: 'always', told: 'always', ofLegs: true },
  timeInForce: {
    wire: 'time_in_force',
    kind: 'word',
    words: timesInForce,
    asked: 'perhaps',
    told: 'always',
    absent: 'GTC',
    absentWithoutLimit: 'IOC',
    ofLegs: true,
  },
  price: { wire: 'price', kind: 'decimal', asked: 'perhaps', told: 'orNull', ofLegs: true },
  triggerPrice: { wire: 'trigger_price', kind: 'decimal', asked: 'perhaps', told: 'orNull', ofLegs: true },
  watchedPrice: {
    wire: 'watched_price',
    kind: 'word',
    words: watchedPrices,
    asked: 'perhaps',
    told: 'unusual',
    absent: 'LAST',
    beside: 'triggerPrice',
  },
  qty: { wire: 'qty', kind: 'decimal', asked: 'perhaps', told: 'orNull' },
  quoteAmount: { wire: 'quote_amount', kind: 'decimal', asked: 'perhaps', told: 'orNull' },
  filledQty: { wire: 'filled_qty', kind: 'decimal', told: 'always' },
  filledQuote: { wire: 'filled_quote', kind: 'decimal', told: 'always' },
  preventedQty: { wire: 'prevented_qty', kind: 'decimal', told: 'always' },
  status: { wire: 'status', kind: 'word', words: orderStatuses, told: 'always' },
  cause: { wire: 'cause', kind: 'text', told: 'always' },
  // An order alone that waits is CONDITIONAL whether or not that was said.
  triggerKind: { wire: 'trigger_kind', kind: 'word', words: triggerKinds, asked: 'perhaps', told: 'orNull', compared: false },
  pairId: { wire: 'pair_id', kind: 'id', told: 'orNull' },
  parentId: { wire: 'parent_id', kind: 'id', told: 'orNull' },
  stp: {
    wire: 'stp',
    kind: 'word',
    words: selfTradePreventions,
    asked: 'perhaps',
    told: 'always',
    absent: 'EXPIRE_TAKER',
  },
  positionSide: { wire: 'position_side', kind: 'word', words: positionSides, asked: 'perhaps', told: 'always', absent: 'BOTH' },
  reduceOnly: { wire: 'reduce_only', kind: 'flag', asked: 'perhaps', told: 'always', absent: false },
  closePosition: { wire: 'close_position', kind: 'flag', asked: 'perhaps', absent: false },
  takeProfit: { wire: 'take_profit', kind: 'leg', asked: 'perhaps' },
  stopLoss: { wire: 'stop_loss', kind: 'leg', asked: 'perhaps' },
} as const satisfies OrderFieldTable;

export type OrderFields = typeof orderFieldTable;

/** Rows of a table with their names, as far as `is` says. */
export const rowsOf = (
  table: OrderFieldTable,
  is: (row: OrderFieldRow) => boolean,
): readonly (readonly [name: string, row: OrderFieldRow])[] => Object.entries(table).filter(([, row]) => is(row));

export const isAsked = (row: OrderFieldRow): boolean => row.asked !== undefined;
export const isTold = (row: OrderFieldRow): boolean => row.told !== undefined;
export const isOfLegs = (row: OrderFieldRow): boolean => row.ofLegs === true;

/** What an intent of a type means that leaves the field out. */
export const absentOf = ({ absent, absentWithoutLimit = absent }: OrderFieldRow, type: OrderType): string | boolean | undefined =>
  hasLimitPrice(type) ? absent : absentWithoutLimit;
