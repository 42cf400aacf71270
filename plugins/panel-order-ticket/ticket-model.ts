import { compareDecimals, decimalsOf, divideUp, fromUnits, multiplyDecimals, pow10, toUnits } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import {
  hasLimitPrice,
  isTriggerType,
  type OrderSide,
  type OrderType,
  type TimeInForce,
  type TriggerKind,
} from '../../core/domain/order.ts';
import type { OrderRequest } from '../../schemas/wire/order.ts';

/** What the user has typed; texts as they stand in the fields. */
export interface TicketDraft {
  readonly side: OrderSide;
  readonly mode: TicketMode;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price: string;
  readonly qty: string;
  /** Market orders may name what to spend (buy) or to receive (sell) instead of a quantity. */
  readonly byQuote: boolean;
  readonly quoteAmount: string;
  readonly triggerPrice: string;
  /** OCO and bracket: the limit price of the profit leg and the trigger of the stop leg. */
  readonly takeProfit: string;
  readonly stopLoss: string;
}

/** A plain order, a pair of which one cancels the other, or an entry that arms such a pair. */
export type TicketMode = 'ORDER' | 'OCO' | 'BRACKET';

export const ticketFields = ['price', 'qty', 'quoteAmount', 'triggerPrice', 'takeProfit', 'stopLoss'] as const;
export type TicketField = (typeof ticketFields)[number];

/** Key of the error's text in the plugin's locales, with its parameters. */
export interface FieldError {
  readonly key: 'required' | 'notNumber' | 'offGrid' | 'tooSmall' | 'tooLarge' | 'notional' | 'balance' | 'ocoOrder';
  readonly params: Readonly<Record<string, string>>;
}
export type TicketErrors = Partial<Record<TicketField, FieldError>>;

export interface TicketContext {
  readonly instrument: Instrument;
  /** Free amounts; null while unknown. */
  readonly availableBase: string | null;
  readonly availableQuote: string | null;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
}

/** The fields that the draft's mode and type use, in the order of the form. */
export function fieldsOf(draft: TicketDraft): TicketField[] {
  const fields: TicketField[] = [];
  if (draft.mode === 'OCO') return ['takeProfit', 'stopLoss', 'qty'];
  if (isTriggerType(draft.type)) fields.push('triggerPrice');
  if (hasLimitPrice(draft.type)) fields.push('price');
  fields.push(draft.type === 'MARKET' && draft.byQuote ? 'quoteAmount' : 'qty');
  if (draft.mode === 'BRACKET') fields.push('takeProfit', 'stopLoss');
  return fields;
}

/** Errors beside their fields; empty when the ticket can be sent. The server checks all of it again. */
export function validateTicket(draft: TicketDraft, context: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  for (const field of fieldsOf(draft)) {
    const error = fieldError(field, draft[field], context.instrument);
    if (error !== null) errors[field] = error;
  }
  if (Object.keys(errors).length > 0) return errors;
  return { ...notionalError(draft, context), ...pairError(draft), ...balanceError(draft, context) };
}

function fieldError(field: TicketField, text: string, instrument: Instrument): FieldError | null {
  if (text === '') return { key: 'required', params: {} };
  if (toUnits(text, 20) === null || text.startsWith('-')) return { key: 'notNumber', params: {} };
  if (compareDecimals(text, '0') <= 0) return { key: 'tooSmall', params: { limit: '0' } };
  if (field === 'quoteAmount') return null;
  const step = field === 'qty' ? instrument.lot : instrument.tick;
  if (!onGrid(text, step)) return { key: 'offGrid', params: { step } };
  if (field !== 'qty') return null;
  if (compareDecimals(text, instrument.minQty) < 0) return { key: 'tooSmall', params: { limit: instrument.minQty } };
  if (compareDecimals(text, instrument.maxQty) > 0) return { key: 'tooLarge', params: { limit: instrument.maxQty } };
  return null;
}

function onGrid(text: string, step: string): boolean {
  const scale = Math.max(decimalsOf(step), decimalsOf(text));
  return (toUnits(text, scale) ?? 0n) % (toUnits(step, scale) ?? 1n) === 0n;
}

/** Price that the order can be valued at; null for a market order on an empty book. */
function valuationPrice(draft: TicketDraft, context: TicketContext): string | null {
  if (draft.mode === 'OCO') return draft.takeProfit || null;
  if (hasLimitPrice(draft.type)) return draft.price || null;
  if (draft.type !== 'MARKET') return draft.triggerPrice || null;
  return draft.side === 'BUY' ? context.bestAsk : context.bestBid;
}

/** Quote value of the order, null while it cannot be known. */
export function orderCost(draft: TicketDraft, context: TicketContext): string | null {
  if (draft.mode === 'ORDER' && draft.type === 'MARKET' && draft.byQuote)
    return toUnits(draft.quoteAmount, 20) === null ? null : draft.quoteAmount;
  const price = valuationPrice(draft, context);
  if (price === null || toUnits(price, 20) === null || toUnits(draft.qty, 20) === null) return null;
  return multiplyDecimals(price, draft.qty);
}

/** Fee of the taker in the received asset, rounded up at 8 decimals. */
export function takerFee(draft: TicketDraft, context: TicketContext): { readonly amount: string; readonly asset: string } | null {
  const cost = orderCost(draft, context);
  if (cost === null) return null;
  const { base, quote, takerFee: rate } = context.instrument;
  if (draft.side === 'SELL') return { amount: roundUp(multiplyDecimals(cost, rate)), asset: quote };
  const price = valuationPrice(draft, context);
  const qty = draft.type === 'MARKET' && draft.byQuote ? (price === null ? null : divideDown(cost, price)) : draft.qty;
  return qty === null ? null : { amount: roundUp(multiplyDecimals(qty, rate)), asset: base };
}

const roundUp = (amount: string): string => fromUnits(divideUp(toUnits(amount, 40) ?? 0n, pow10(32)), 8);
const divideDown = (a: string, b: string): string | null => {
  const divisor = toUnits(b, 20) ?? 0n;
  return divisor === 0n ? null : fromUnits(((toUnits(a, 20) ?? 0n) * pow10(20)) / divisor, 20);
};

function notionalError(draft: TicketDraft, context: TicketContext): TicketErrors {
  const cost = orderCost(draft, context);
  if (cost === null || compareDecimals(shorten(cost), context.instrument.minNotional) >= 0) return {};
  const field: TicketField = draft.mode === 'ORDER' && draft.type === 'MARKET' && draft.byQuote ? 'quoteAmount' : 'qty';
  return { [field]: { key: 'notional', params: { limit: context.instrument.minNotional, asset: context.instrument.quote } } };
}

/** A pair must stand on both sides of each other: profit above the stop when selling, below when buying. */
function pairError(draft: TicketDraft): TicketErrors {
  if (draft.mode === 'ORDER') return {};
  const exitSide: OrderSide = draft.mode === 'OCO' ? draft.side : draft.side === 'BUY' ? 'SELL' : 'BUY';
  const order = compareDecimals(draft.takeProfit, draft.stopLoss);
  const right = exitSide === 'SELL' ? order > 0 : order < 0;
  return right ? {} : { stopLoss: { key: 'ocoOrder', params: {} } };
}

function balanceError(draft: TicketDraft, context: TicketContext): TicketErrors {
  // An opening trigger order reserves nothing until it fires (DOMAIN §1.2).
  if (draft.mode !== 'OCO' && isTriggerType(draft.type)) return {};
  const byQuote = draft.type === 'MARKET' && draft.byQuote;
  const field: TicketField = byQuote ? 'quoteAmount' : 'qty';
  if (draft.side === 'SELL') {
    if (byQuote || context.availableBase === null || compareDecimals(draft.qty, context.availableBase) <= 0) return {};
    return { [field]: { key: 'balance', params: { limit: context.availableBase, asset: context.instrument.base } } };
  }
  const cost = orderCost(draft, context);
  if (cost === null || context.availableQuote === null || compareDecimals(shorten(cost), context.availableQuote) <= 0) return {};
  return { [field]: { key: 'balance', params: { limit: context.availableQuote, asset: context.instrument.quote } } };
}

/** Cuts a product of two decimals back to 20 digits after the point, so that it can be compared. */
const shorten = (text: string): string => fromUnits((toUnits(text, 40) ?? 0n) / pow10(20), 20);

/** Largest quantity on the lot grid that `percent` of the free balance pays for; null while a price or balance is unknown. */
export function quantityForPercent(draft: TicketDraft, context: TicketContext, percent: number): string | null {
  const { lot, takerFee: rate } = context.instrument;
  const share = BigInt(Math.round(percent));
  const scale = 20;
  const lotUnits = toUnits(lot, scale) ?? 1n;
  const floorToLot = (units: bigint): string => fromUnits(units - (units % lotUnits), scale);
  if (draft.side === 'SELL') {
    if (context.availableBase === null) return null;
    return floorToLot(((toUnits(context.availableBase, scale) ?? 0n) * share) / 100n);
  }
  const price = valuationPrice(draft, context);
  const priceUnits = price === null ? null : toUnits(price, scale);
  if (context.availableQuote === null || priceUnits === null || priceUnits <= 0n) return null;
  const spend = ((toUnits(context.availableQuote, scale) ?? 0n) * share) / 100n;
  // A market order may pay more than the best price shows; keep one fee's width as a margin.
  const margin = draft.type === 'MARKET' ? pow10(scale) + (toUnits(rate, scale) ?? 0n) * 2n : pow10(scale);
  return floorToLot((spend * pow10(scale) * pow10(scale)) / (priceUnits * margin));
}

/** The request of a valid draft. `clientOrderId` makes a repeated send harmless. */
export function orderRequest(draft: TicketDraft, instrument: Instrument, apiId: number, clientOrderId: string): OrderRequest {
  const { exchange, symbol, accountType } = instrument;
  const common = { api_id: apiId, exchange, symbol, account_type: accountType, side: draft.side, client_order_id: clientOrderId } as const;
  const legs = {
    take_profit: { type: 'LIMIT', price: draft.takeProfit },
    stop_loss: { type: 'STOP_MARKET', trigger_price: draft.stopLoss },
  } as const;
  if (draft.mode === 'OCO') return { ...common, type: 'LIMIT', qty: draft.qty, trigger_kind: 'OCO', ...legs };
  const kind: { trigger_kind?: TriggerKind } =
    draft.mode === 'BRACKET' ? { trigger_kind: 'CONDITIONAL_OCO' } : isTriggerType(draft.type) ? { trigger_kind: 'CONDITIONAL' } : {};
  return {
    ...common,
    type: draft.type,
    ...(draft.type === 'MARKET' && draft.byQuote ? { quote_amount: draft.quoteAmount } : { qty: draft.qty }),
    ...(hasLimitPrice(draft.type) ? { price: draft.price, time_in_force: draft.timeInForce } : {}),
    ...(isTriggerType(draft.type) ? { trigger_price: draft.triggerPrice } : {}),
    ...kind,
    ...(draft.mode === 'BRACKET' ? legs : {}),
  };
}
