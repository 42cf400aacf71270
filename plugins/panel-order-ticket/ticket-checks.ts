import { compareDecimals, decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { hasLimitPrice, isTriggerType } from '../../core/domain/orders/order.ts';
import type { FillPreview } from './book-preview.ts';
import { bandEdge, isOnGrid, isPositive, quoteDecimals, times, unitsOf } from './grid-math.ts';
import { isAmount, isQuantity, legForms, refusedFields, type TicketField } from './order-forms.ts';
import type { TicketContext } from './ticket-context.ts';
import { isByQuote, missingLeg, pairSideOf, sentFields, sizeFieldOf, type TicketDraft, timeOf, watchesIndex } from './ticket-draft.ts';
import { isBeyond, pairRange } from './ticket-model.ts';
import { actsNow, type KeptReason, keptBack, marketReference, needOf } from './ticket-needs.ts';

/** Key of the error's text in the plugin's locales, with its parameters. */
export interface FieldError {
  readonly key:
    | 'required'
    | 'noQty'
    | 'badQty'
    | 'bothLegs'
    | 'notNumber'
    | 'offGrid'
    | 'tooSmall'
    | 'tooLarge'
    | 'notional'
    | 'balance'
    | 'bandAbove'
    | 'bandBelow'
    | 'above'
    | 'below'
    | 'sameAsIndex'
    | 'sameAsLast'
    | 'ocoOrder';
  readonly params: Readonly<Record<string, string>>;
}
export type TicketErrors = Partial<Record<TicketField, FieldError>>;

/** Errors beside their fields; empty when the ticket can be sent. The draft is tidied. The server checks all of it again. */
export function checkTicket(draft: TicketDraft, context: TicketContext): TicketErrors {
  const errors: TicketErrors = {};
  const missing = missingLeg(draft);
  for (const field of sentFields(draft)) {
    const problem = field === missing ? error('bothLegs') : checkField(field, draft[field], context);
    if (problem !== null) errors[field] = problem;
  }
  const whole = Object.keys(errors).length === 0;
  return {
    ...(whole ? { ...checkNeed(draft, context), ...checkNotional(draft, context) } : {}),
    ...pairErrors(draft, context, errors),
    ...triggerErrors(draft, context, errors),
    ...bandErrors(draft, context, errors),
    ...errors,
  };
}

function checkField(field: TicketField, text: string, { instrument }: TicketContext): FieldError | null {
  if (text === '') return error(isQuantity(field) ? 'noQty' : 'required');
  if (unitsOf(text) === null) return error(isQuantity(field) ? 'badQty' : 'notNumber');
  if (!isPositive(text))
    return error('tooSmall', { limit: isQuantity(field) ? instrument.minQty : isAmount(field) ? instrument.minNotional : instrument.tick });
  if (isAmount(field)) return null;
  const step = isQuantity(field) ? instrument.lot : instrument.tick;
  if (!isOnGrid(text, step)) return error('offGrid', { step });
  if (!isQuantity(field)) return null;
  if (compareDecimals(text, instrument.minQty) < 0) return error('tooSmall', { limit: instrument.minQty });
  return compareDecimals(text, instrument.maxQty) > 0 ? error('tooLarge', { limit: instrument.maxQty }) : null;
}

/** The engine measures a market order at its reference, everything else at its own price (each leg of a pair). */
function checkNotional(draft: TicketDraft, context: TicketContext): TicketErrors {
  const { minNotional, quote } = context.instrument;
  const short = error('notional', { limit: minNotional, asset: quote });
  if (isByQuote(draft)) return compareDecimals(draft.quoteAmount, minNotional) < 0 ? { quoteAmount: short } : {};
  const own = hasLimitPrice(draft.type)
    ? draft.price
    : isTriggerType(draft.type)
      ? draft.triggerPrice
      : marketReference(draft.side, context);
  const legs = [legForms[draft.profitType], legForms[draft.stopType]].map((leg) => draft[leg.price ?? leg.goal]);
  const prices = [...(draft.mode === 'OCO' ? [] : [own]), ...(draft.mode === 'ORDER' ? [] : legs)];
  const tooSmall = prices.some((price) => price !== null && compareDecimals(times(price, draft.qty) ?? '0', minNotional) < 0);
  return tooSmall ? { qty: short } : {};
}

function checkNeed(draft: TicketDraft, context: TicketContext): TicketErrors {
  const need = needOf(draft, context);
  if (need === null) return {};
  const [limit, asset] =
    need.asset === 'base' ? [context.availableBase, context.instrument.base] : [context.availableQuote, context.instrument.quote];
  if (limit === null || compareDecimals(need.amount, limit) <= 0) return {};
  return { [sizeFieldOf(draft)]: error('balance', { limit, asset }) };
}

/** The legs stand on both sides of where the market or the entry is (trading rules §7). */
function pairErrors(draft: TicketDraft, context: TicketContext, known: TicketErrors): TicketErrors {
  if (draft.mode === 'ORDER') return {};
  const [profit, stop] = [legForms[draft.profitType].goal, legForms[draft.stopType].goal];
  if (known[profit] !== undefined || known[stop] !== undefined) return {};
  if (!isBeyond(draft, draft[profit], draft[stop])) return { [stop]: error('ocoOrder') };
  const range = pairRange(draft, context);
  if (range === null) return {};
  const { worst, best } = range;
  const sells = pairSideOf(draft) === 'SELL';
  return {
    ...(isBeyond(draft, draft[profit], worst) ? {} : { [profit]: priceError(sells ? 'above' : 'below', worst, context) }),
    ...(isBeyond(draft, best, draft[stop]) ? {} : { [stop]: priceError(sells ? 'below' : 'above', best, context) }),
  };
}

/** A trigger whose condition is true already is refused (trading rules §6). */
function triggerErrors(draft: TicketDraft, context: TicketContext, known: TicketErrors): TicketErrors {
  const { last: traded, index = null } = context;
  const last = watchesIndex(draft) ? index : traded;
  if (draft.mode === 'OCO' || !isTriggerType(draft.type) || known.triggerPrice !== undefined || last === null) return {};
  const { type, side, triggerPrice } = draft;
  const order = compareDecimals(triggerPrice, last);
  if (type === 'TRIGGER_LIMIT' || type === 'TRIGGER_MARKET')
    return order === 0 ? { triggerPrice: priceError(watchesIndex(draft) ? 'sameAsIndex' : 'sameAsLast', last, context) } : {};
  const isStop = type === 'STOP_LOSS' || type === 'STOP_MARKET';
  const up = isStop === (side === 'BUY');
  if (up ? order > 0 : order < 0) return {};
  return { triggerPrice: priceError(up ? 'above' : 'below', last, context) };
}

/** A limit too far on the aggressive side is refused; a waiting one is looked at when it fires. */
function bandErrors(draft: TicketDraft, context: TicketContext, known: TicketErrors): TicketErrors {
  const { instrument, last } = context;
  if (last === null) return {};
  const ofPair = draft.mode === 'OCO' && draft.profitType === 'LIMIT';
  const field: TicketField = ofPair ? 'profitPrice' : 'price';
  if (!ofPair && !(actsNow(draft) && hasLimitPrice(draft.type))) return {};
  if (known[field] !== undefined) return {};
  const edge = bandEdge(instrument, draft.side, last);
  const order = compareDecimals(draft[field], edge);
  if (draft.side === 'BUY' ? order <= 0 : order >= 0) return {};
  return { [field]: priceError(draft.side === 'BUY' ? 'bandAbove' : 'bandBelow', edge, context) };
}

const error = (key: FieldError['key'], params: FieldError['params'] = {}): FieldError => ({ key, params });

/** A bound that is a price has the decimals that prices have here. */
const priceError = (key: FieldError['key'], limit: string, { instrument: { tick } }: TicketContext): FieldError =>
  error(key, { limit: formatDecimal(limit, decimalsOf(tick)) });

/** What is worth knowing before sending, though nothing forbids it. */
export interface TicketHint {
  readonly key:
    | 'postOnlyTrades'
    | 'allOrNothing'
    | 'nothingTrades'
    | 'partExpires'
    | 'bookEnds'
    | 'bandReached'
    | 'tradesNow'
    | 'noReference'
    | 'oneLeg'
    | KeptReason;
  readonly tone: 'info' | 'warn';
  readonly params: Readonly<Record<string, string | number>>;
}

export function hintsFor(draft: TicketDraft, context: TicketContext, preview: FillPreview | null): readonly TicketHint[] {
  const hints: TicketHint[] = [];
  const say = (key: TicketHint['key'], tone: TicketHint['tone'], params: TicketHint['params'] = {}): void => {
    hints.push({ key, tone, params });
  };
  const waits = draft.mode === 'OCO' || isTriggerType(draft.type);
  if (waits && context.last === null) say('noReference', 'warn');
  if (draft.mode === 'BRACKET' && missingLeg(draft) !== null) say('oneLeg', 'info');
  const kept = keptBack(draft, context);
  const { instrument } = context;
  if (kept !== null) say(kept.reason, 'info', { amount: formatDecimal(kept.amount, quoteDecimals(instrument)), asset: instrument.quote });
  if (preview === null) return hints;
  const trades = preview.averagePrice !== null;
  const whole = preview.end === 'filled';
  const limited = hasLimitPrice(draft.type);
  const time = timeOf(draft);
  const qty = { qty: preview.qty, asset: context.instrument.base };
  if (time === 'GTX' && trades) say('postOnlyTrades', 'warn');
  else if (time === 'FOK' && !whole) say('allOrNothing', 'warn', qty);
  else if (!trades && (!limited || time === 'IOC')) say('nothingTrades', 'warn');
  else if (!whole && trades && (!limited || time === 'IOC')) {
    if (preview.end === 'depth') say('bookEnds', 'warn', qty);
    else if (limited) say('partExpires', 'warn', qty);
    else say('bandReached', 'warn', qty);
  } else if (limited && trades) say('tradesNow', 'info', qty);
  return hints;
}

/** The field of the form that a refusal of the server is about; null when it is about none of them. */
export function refusedField(draft: TicketDraft, named: unknown): TicketField | null {
  const shown = sentFields(draft);
  return refusedFields[String(named)]?.find((field) => shown.includes(field)) ?? null;
}
