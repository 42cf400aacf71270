import {
  isTriggerType,
  type OrderSide,
  type OrderType,
  orderSides,
  orderTypes,
  type SelfTradePrevention,
  selfTradePreventions,
  type TimeInForce,
  timesInForce,
  type WatchedPrice,
} from '../../core/domain/orders/order.ts';
import { normalDecimal } from '../../core/ui/text/decimal-text.ts';
import {
  legForms,
  orderForms,
  type ProfitType,
  profitTypes,
  type StopType,
  stopTypes,
  type TicketField,
  type TicketMode,
  ticketFields,
  ticketModes,
} from './order-forms.ts';

/** Prices that a trigger of spot may watch. */
export const ticketPrices = ['LAST', 'INDEX'] as const satisfies readonly WatchedPrice[];
type TicketPrice = (typeof ticketPrices)[number];

/** What the user has chosen, apart from the numbers. */
export interface TicketChoices {
  readonly side: OrderSide;
  readonly mode: TicketMode;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly stp: SelfTradePrevention;
  /** Market orders may name what to spend (buy) or to receive (sell) instead of a quantity. */
  readonly byQuote: boolean;
  readonly profitType: ProfitType;
  readonly stopType: StopType;
  /** What the trigger of an order that waits alone watches. */
  readonly watchedPrice: TicketPrice;
}

/** What the user is about to send; the fields hold texts as they stand there. */
export type TicketDraft = TicketChoices & Readonly<Record<TicketField, string>>;

export const freshChoices: TicketChoices = {
  side: 'BUY',
  mode: 'ORDER',
  type: 'LIMIT',
  timeInForce: 'GTC',
  stp: 'EXPIRE_TAKER',
  byQuote: false,
  profitType: 'LIMIT',
  stopType: 'STOP_MARKET',
  watchedPrice: 'LAST',
};

const emptyFields = Object.fromEntries(ticketFields.map((field) => [field, ''])) as Record<TicketField, string>;
export const freshDraft: TicketDraft = { ...freshChoices, ...emptyFields };

export const choicesOf = (draft: TicketDraft): TicketChoices => {
  const { side, mode, type, timeInForce, stp, byQuote, profitType, stopType, watchedPrice } = draft;
  return { side, mode, type, timeInForce, stp, byQuote, profitType, stopType, watchedPrice };
};

/** True when the order may choose what its trigger watches: the prices of pairs are compared with one another. */
export const mayWatch = ({ mode, type }: TicketChoices): boolean => mode === 'ORDER' && isTriggerType(type);

export const watchesIndex = (draft: TicketChoices): boolean => mayWatch(draft) && draft.watchedPrice === 'INDEX';

/** True when the size is an amount of quote. */
export const isByQuote = (draft: TicketChoices): boolean => draft.mode !== 'OCO' && draft.byQuote && orderForms[draft.type].byQuote;

export const sizeFieldOf = (draft: TicketChoices): 'qty' | 'quoteAmount' => (isByQuote(draft) ? 'quoteAmount' : 'qty');

/** The fields that the order itself asks for, in their order, `total` included; a pair alone has its size. */
export function formFields(draft: TicketChoices): readonly TicketField[] {
  if (draft.mode === 'OCO') return ['qty'];
  const { fields } = orderForms[draft.type];
  return isByQuote(draft) ? fields.map((one) => (one === 'qty' ? 'quoteAmount' : one)) : fields;
}

/** All fields of the form in their order: those of the order, then those of its legs. */
export function shownFields(draft: TicketChoices): readonly TicketField[] {
  const legs = draft.mode === 'ORDER' ? [] : [...legForms[draft.profitType].fields, ...legForms[draft.stopType].fields];
  return [...formFields(draft), ...legs];
}

/** The leg that is missing while the other one of a pair has its price: they are only ever placed together. Null while there is none. */
export function missingLeg(draft: TicketDraft): TicketField | null {
  if (draft.mode === 'ORDER') return null;
  const [profit, stop] = [legForms[draft.profitType].goal, legForms[draft.stopType].goal];
  if ((draft[profit] === '') === (draft[stop] === '')) return null;
  return draft[profit] === '' ? profit : stop;
}

/** The fields that an order is made of. */
export const sentFields = (draft: TicketChoices): readonly TicketField[] => shownFields(draft).filter((field) => field !== 'total');

/** Times in force that the type can have; an amount of quote cannot be all or nothing. */
export function timesOf(draft: TicketChoices): readonly TimeInForce[] {
  if (draft.mode === 'OCO') return [];
  return isByQuote(draft) ? ['IOC'] : orderForms[draft.type].times;
}

/** The chosen time in force, or the type's own when it cannot have that one. */
export function timeOf(draft: TicketChoices): TimeInForce | null {
  const times = timesOf(draft);
  return times.includes(draft.timeInForce) ? draft.timeInForce : (times[0] ?? null);
}

/** The side that a pair acts on: its own, or against the entry that arms it. */
export const pairSideOf = ({ mode, side }: TicketChoices): OrderSide => (mode === 'OCO' ? side : side === 'BUY' ? 'SELL' : 'BUY');

/** The same draft with its numbers in plain notation: `.5` is `0.5`. */
export const tidied = (draft: TicketDraft): TicketDraft => ({
  ...draft,
  ...Object.fromEntries(ticketFields.map((field) => [field, normalDecimal(draft[field])])),
});

/** A draft that was stored; foreign data, so every field is checked and what does not fit is left out. */
export function readDraft(saved: unknown): TicketDraft {
  if (typeof saved !== 'object' || saved === null) return freshDraft;
  const values = saved as Readonly<Record<string, unknown>>;
  const word = <W extends string>(name: keyof TicketChoices, words: readonly W[]): W =>
    words.find((one) => one === values[name]) ?? (freshChoices[name] as W);
  const text = (field: TicketField): string => {
    const value = values[field];
    return typeof value === 'string' && /^\d{0,20}(\.\d{0,20})?$/.test(value) ? value : '';
  };
  return {
    side: word('side', orderSides),
    mode: word('mode', ticketModes),
    type: word('type', orderTypes),
    timeInForce: word('timeInForce', timesInForce),
    stp: word('stp', selfTradePreventions),
    byQuote: values.byQuote === true,
    profitType: word('profitType', profitTypes),
    stopType: word('stopType', stopTypes),
    watchedPrice: word('watchedPrice', ticketPrices),
    ...(Object.fromEntries(ticketFields.map((field) => [field, text(field)])) as Record<TicketField, string>),
  };
}
