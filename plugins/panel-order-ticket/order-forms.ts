import { type OrderType, orderTypes, type TimeInForce, timesInForce } from '../../core/domain/orders/order.ts';

/** What each kind of order asks for (trading rules §2, §7), as data: the form, the checks and the request all read these tables. */

/** A plain order, a pair of which one cancels the other, or an entry that arms such a pair. */
export const ticketModes = ['ORDER', 'OCO', 'BRACKET'] as const;
export type TicketMode = (typeof ticketModes)[number];

/** What an order is chosen as: its type, or a pair alone. An entry that arms a pair is an order of its type with that besides. */
export type OrderKind = OrderType | 'OCO';
/** Always in sight. */
export const usualKinds = ['LIMIT', 'MARKET'] as const satisfies readonly OrderKind[];
export const otherKinds: readonly OrderKind[] = [...orderTypes.filter((type) => !isUsual(type)), 'OCO'];

export function isUsual(kind: OrderKind): boolean {
  return kind === 'LIMIT' || kind === 'MARKET';
}

/** Every field that may stand in the form, in no order. `total` only follows price and quantity; it is never sent. */
export const ticketFields = [
  'triggerPrice',
  'price',
  'qty',
  'total',
  'quoteAmount',
  'profitTrigger',
  'profitPrice',
  'stopTrigger',
  'stopPrice',
] as const;
export type TicketField = (typeof ticketFields)[number];

/** Fields in the unit of the quantity's grid; the others are in quote, prices on the tick. */
export const isQuantity = (field: TicketField): boolean => field === 'qty';
export const isAmount = (field: TicketField): boolean => field === 'quoteAmount' || field === 'total';

interface OrderForm {
  /** In the order of the form. */
  readonly fields: readonly TicketField[];
  /** The first is the default. */
  readonly times: readonly TimeInForce[];
  /** May name what to spend or receive instead of a quantity. */
  readonly byQuote: boolean;
}

/** An order without a limit price never rests. */
const atOnce: readonly TimeInForce[] = ['IOC', 'FOK'];
const limit: OrderForm = { fields: ['price', 'qty', 'total'], times: timesInForce, byQuote: false };
const triggerLimit: OrderForm = { fields: ['triggerPrice', 'price', 'qty', 'total'], times: timesInForce, byQuote: false };
const triggerMarket: OrderForm = { fields: ['triggerPrice', 'qty'], times: atOnce, byQuote: false };

export const orderForms: Readonly<Record<OrderType, OrderForm>> = {
  LIMIT: limit,
  MARKET: { fields: ['qty'], times: atOnce, byQuote: true },
  STOP_MARKET: triggerMarket,
  TAKE_PROFIT_MARKET: triggerMarket,
  STOP_LOSS: triggerLimit,
  TAKE_PROFIT: triggerLimit,
  TRIGGER_LIMIT: triggerLimit,
  TRIGGER_MARKET: triggerMarket,
};

export const profitTypes = ['LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'] as const;
export type ProfitType = (typeof profitTypes)[number];
export const stopTypes = ['STOP_MARKET', 'STOP_LOSS'] as const;
export type StopType = (typeof stopTypes)[number];

/** The legs of a pair: the fields they ask for, and the one whose price says where the leg stands. */
export const legForms: Readonly<
  Record<ProfitType | StopType, { readonly fields: readonly TicketField[]; readonly goal: TicketField; readonly price: TicketField | null }>
> = {
  LIMIT: { fields: ['profitPrice'], goal: 'profitPrice', price: 'profitPrice' },
  TAKE_PROFIT: { fields: ['profitTrigger', 'profitPrice'], goal: 'profitTrigger', price: 'profitPrice' },
  TAKE_PROFIT_MARKET: { fields: ['profitTrigger'], goal: 'profitTrigger', price: null },
  STOP_MARKET: { fields: ['stopTrigger'], goal: 'stopTrigger', price: null },
  STOP_LOSS: { fields: ['stopTrigger', 'stopPrice'], goal: 'stopTrigger', price: 'stopPrice' },
};

/** Names that the server's refusals use, and the fields that may be meant; the first one in the form is it. */
export const refusedFields: Readonly<Record<string, readonly TicketField[]>> = {
  price: ['price', 'profitPrice', 'profitTrigger'],
  qty: ['qty', 'quoteAmount'],
  quoteAmount: ['quoteAmount', 'qty'],
  triggerPrice: ['triggerPrice', 'stopTrigger', 'profitTrigger'],
  'takeProfit.price': ['profitPrice'],
  'takeProfit.triggerPrice': ['profitTrigger'],
  'stopLoss.price': ['stopPrice'],
  'stopLoss.triggerPrice': ['stopTrigger'],
};
