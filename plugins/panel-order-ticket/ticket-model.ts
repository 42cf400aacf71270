import type { Level } from '../../core/contract/market.ts';
import { compareDecimals } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import { hasLimitPrice, isTriggerType, type OrderSide } from '../../core/domain/order.ts';
import { type FillPreview, type PreviewOrder, previewFills } from './book-preview.ts';
import type { FeeRate } from './fee-rates.ts';
import {
  bandEdge,
  decimalOf,
  dividedBy,
  floorTo,
  isPositive,
  least,
  less,
  most,
  percentOf,
  quoteDecimals,
  share,
  times,
  unitsOf,
} from './grid-math.ts';
import { legForms } from './order-forms.ts';
import { isByQuote, pairSideOf, type TicketDraft, timeOf } from './ticket-draft.ts';

/** What the ticket knows of the world. Amounts are null while unknown. */
export interface TicketContext {
  readonly instrument: Instrument;
  readonly availableBase: string | null;
  readonly availableQuote: string | null;
  readonly last: string | null;
  /** Index of the pair while it is one of now; absent or null: nobody knows one. */
  readonly index?: string | null;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  /** What the account pays; absent: the market's own fees. */
  readonly fees?: FeeRate;
  /** Offers of the live book, best first; null while nobody follows it. */
  readonly asks: readonly Level[] | null;
}

/** The book's two sides, best first; null until it is here. */
export interface TicketBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Price that the cap of a market order is measured from: the last trade, before any the best opposite price. */
export const marketReference = (side: OrderSide, context: TicketContext): string | null =>
  context.last ?? (side === 'BUY' ? context.bestAsk : context.bestBid);

/** Price that the order is worth its quantity at; null while there is none. */
export function valuationPrice(draft: TicketDraft, context: TicketContext): string | null {
  if (draft.mode === 'OCO') return draft[legForms[draft.profitType].goal] || null;
  if (hasLimitPrice(draft.type)) return draft.price || null;
  if (isTriggerType(draft.type)) return draft.triggerPrice || null;
  return draft.side === 'BUY' ? (context.bestAsk ?? context.last) : (context.bestBid ?? context.last);
}

/** Worst price that one unit may cost, which is what must be free for it; null while unknown. */
function worstPrice(draft: TicketDraft, context: TicketContext): string | null {
  const { instrument } = context;
  const edge = (side: OrderSide, reference: string | null): string | null =>
    reference === null || !isPositive(reference) ? null : bandEdge(instrument, side, reference);
  if (draft.mode === 'OCO') {
    const legs = [legForms[draft.profitType], legForms[draft.stopType]].map((leg) =>
      leg.price === null ? edge(draft.side, draft[leg.goal]) : draft[leg.price] || null,
    );
    const [profit = null, stop = null] = legs;
    return profit === null || stop === null ? null : most(profit, stop);
  }
  if (hasLimitPrice(draft.type)) return draft.price || null;
  if (isTriggerType(draft.type)) return edge(draft.side, draft.triggerPrice || null);
  return edge(draft.side, marketReference(draft.side, context));
}

/** Of the money, in hundredths of a percent: what a market buy of everything leaves, so that a move before it arrives does not refuse it. */
const moveReserve = 10n;

/** A market buy by quantity pays what the book asks, down to its band; all others are measured by one price. */
const buysFromBook = (draft: TicketDraft): boolean =>
  draft.mode !== 'OCO' && draft.type === 'MARKET' && draft.side === 'BUY' && !isByQuote(draft);

const fromBook = (draft: TicketDraft, context: TicketContext, size: PreviewOrder['size']): FillPreview =>
  previewFills({ side: 'BUY', worst: worstPrice(draft, context), size }, context.asks ?? [], context.instrument);

export interface Need {
  readonly asset: 'base' | 'quote';
  readonly amount: string;
}

/** What must be free for the order to be accepted; null when it needs nothing yet or cannot be known. */
export function needOf(draft: TicketDraft, context: TicketContext): Need | null {
  // An order that waits for its trigger reserves nothing (trading rules §6).
  if (draft.mode !== 'OCO' && isTriggerType(draft.type)) return null;
  if (draft.side === 'SELL') {
    if (!isByQuote(draft)) return unitsOf(draft.qty) === null ? null : { asset: 'base', amount: draft.qty };
    const lots = lotsWorth(draft.quoteAmount, worstPrice(draft, context), context.instrument);
    return lots === null ? null : { asset: 'base', amount: lots };
  }
  if (buysFromBook(draft)) {
    const known = context.asks !== null && unitsOf(draft.qty) !== null;
    return known ? { asset: 'quote', amount: fromBook(draft, context, { qty: draft.qty }).quote } : null;
  }
  const amount = isByQuote(draft) ? draft.quoteAmount : times(worstPrice(draft, context), draft.qty);
  return amount === null || unitsOf(amount) === null ? null : { asset: 'quote', amount };
}

/** Quantity that is worth at least the amount at a price, at most the largest order. */
function lotsWorth(amount: string, price: string | null, { lot, maxQty }: Instrument): string | null {
  const perLot = unitsOf(times(price, lot) ?? '0') ?? 0n;
  const units = unitsOf(amount);
  if (units === null || perLot === 0n) return null;
  return least(times(decimalOf(((units + perLot - 1n) / perLot) * 10n ** 20n), lot) ?? '0', maxQty);
}

/** The largest size that the free balance pays for, in the unit of the size field; null while price or balance is unknown. */
export function largestSize(draft: TicketDraft, context: TicketContext): string | null {
  const { instrument, availableBase, availableQuote } = context;
  const worst = worstPrice(draft, context);
  if (isByQuote(draft)) {
    const amount =
      draft.side === 'BUY' ? availableQuote : worst === null ? null : times(floorTo(availableBase ?? '0', instrument.lot), worst);
    return amount === null ? null : floorTo(amount, quoteStep(instrument));
  }
  if (draft.side === 'SELL') return availableBase === null ? null : least(floorTo(availableBase, instrument.lot), instrument.maxQty);
  if (buysFromBook(draft) && context.asks !== null && availableQuote !== null) {
    if (context.asks.length === 0) return null;
    const reserve = decimalOf(((unitsOf(availableQuote) ?? 0n) * moveReserve) / 10_000n);
    return fromBook(draft, context, { quoteAmount: less(availableQuote, reserve) }).qty;
  }
  const qty = worst === null || availableQuote === null ? null : dividedBy(availableQuote, worst);
  return qty === null ? null : least(floorTo(qty, instrument.lot), instrument.maxQty);
}

/** Finest amount of quote that the ticket makes by itself. */
export const quoteStep = (instrument: Instrument): string => `0.${'0'.repeat(quoteDecimals(instrument) - 1)}1`;

/** A share of the largest size, on the grid. */
export function sizeForPercent(draft: TicketDraft, context: TicketContext, percent: number): string | null {
  const largest = largestSize(draft, context);
  if (largest === null) return null;
  return floorTo(share(largest, percent), isByQuote(draft) ? quoteStep(context.instrument) : context.instrument.lot);
}

/** Why a buy without a limit that uses all it may leaves money over. */
export type KeptReason = 'keptForMove' | 'keptForBook' | 'keptForBand' | 'keptForLargest';

/** What such a buy leaves of the free balance, as long as about all of it is meant; null when it is not about that. */
export function keptBack(draft: TicketDraft, context: TicketContext): { readonly amount: string; readonly reason: KeptReason } | null {
  const { availableQuote, instrument, asks } = context;
  const isOpen = draft.mode !== 'OCO' && draft.side === 'BUY' && !hasLimitPrice(draft.type) && !isByQuote(draft);
  const largest = isOpen ? largestSize(draft, context) : null;
  if (largest === null || availableQuote === null || !isPositive(largest) || percentOf(draft.qty || '0', largest) < 99) return null;
  const walked = buysFromBook(draft) && asks !== null;
  const cost = walked ? fromBook(draft, context, { qty: draft.qty }).quote : times(valuationPrice(draft, context), draft.qty);
  if (cost === null) return null;
  const amount = less(availableQuote, cost);
  if (!isPositive(amount)) return null;
  if (compareDecimals(largest, instrument.maxQty) >= 0) return { amount, reason: 'keptForLargest' };
  if (!walked) return { amount, reason: 'keptForBand' };
  const more = fromBook(draft, context, { qty: instrument.maxQty }).qty;
  return { amount, reason: compareDecimals(more, largest) > 0 ? 'keptForMove' : 'keptForBook' };
}

/** Price × quantity as the total field shows it; empty while one of them is missing. */
export const totalOf = (draft: TicketDraft): string =>
  draft.qty === '' || draft.price === '' ? '' : (times(draft.price, draft.qty) ?? '');

/** The largest quantity on the grid that a total pays for; empty while that is unknown. */
export const quantityForTotal = (total: string, price: string, { lot }: Pick<Instrument, 'lot'>): string => {
  const qty = dividedBy(total, price);
  return qty === null ? '' : floorTo(qty, lot);
};

/** True when the order looks at the book as soon as it is sent. */
export const actsNow = (draft: TicketDraft): boolean => draft.mode !== 'OCO' && !isTriggerType(draft.type);

/** What the order would trade on arrival; null when it does not act now, or size, price or book are missing. */
export function previewOf(draft: TicketDraft, context: TicketContext, book: TicketBook | null): FillPreview | null {
  if (book === null || !actsNow(draft)) return null;
  const size = isByQuote(draft) ? { quoteAmount: draft.quoteAmount } : { qty: draft.qty };
  const worst = worstPrice(draft, context);
  if (!isPositive(Object.values(size)[0] ?? '') || (worst === null && hasLimitPrice(draft.type))) return null;
  return previewFills({ side: draft.side, worst, size }, draft.side === 'BUY' ? book.asks : book.bids, context.instrument);
}

/** What the order comes to. Amounts of quote but for the fee, which is taken from what is received. */
export interface TicketFigures {
  readonly cost: string | null;
  readonly fee: { readonly amount: string; readonly asset: string } | null;
  /** Which rates the fee is made of. */
  readonly feeRole: 'taker' | 'maker' | 'mixed';
  /** Free amount of the asset that is paid with, after the order. */
  readonly remains: string | null;
}

/** Cost, fee and what remains: the part that trades at once at the book's prices, the part that rests at its own. */
export function figuresOf(draft: TicketDraft, context: TicketContext, preview: FillPreview | null): TicketFigures {
  const { instrument, availableBase, availableQuote } = context;
  const taken = preview === null ? { qty: '0', quote: '0' } : preview;
  const rests = hasLimitPrice(draft.type) ? mayRest(draft) : preview === null || preview.averagePrice === null;
  const price = valuationPrice(draft, context);
  const wanted = isByQuote(draft) ? (price === null ? null : dividedBy(draft.quoteAmount, price)) : draft.qty;
  if (wanted === null || !isPositive(wanted) || price === null) return { cost: null, fee: null, feeRole: 'taker', remains: null };
  // A market order that the book cannot fill any further just ends.
  const restQty = rests ? less(wanted, taken.qty) : '0';
  const restQuote = times(restQty, price) ?? '0';
  const cost = decimalOf((unitsOf(taken.quote) ?? 0n) + (unitsOf(restQuote) ?? 0n));
  const maker = hasLimitPrice(draft.type) && !isTriggerType(draft.type) && draft.mode !== 'OCO';
  const { makerFee, takerFee } = context.fees ?? instrument;
  const restRate = maker ? makerFee : takerFee;
  const [takenAmount, restAmount, asset] =
    draft.side === 'BUY' ? [taken.qty, restQty, instrument.base] : [taken.quote, restQuote, instrument.quote];
  const fee = (unitsOf(times(takenAmount, takerFee) ?? '0') ?? 0n) + (unitsOf(times(restAmount, restRate) ?? '0') ?? 0n);
  const [free, spent] =
    draft.side === 'BUY' ? [availableQuote, cost] : [availableBase, decimalOf((unitsOf(taken.qty) ?? 0n) + (unitsOf(restQty) ?? 0n))];
  return {
    cost,
    fee: { amount: decimalOf(fee), asset },
    feeRole: !maker || !isPositive(restQty) ? 'taker' : isPositive(taken.qty) ? 'mixed' : 'maker',
    remains: free === null ? null : less(free, spent),
  };
}

/** True when what does not trade at once stays in the book. */
const mayRest = (draft: TicketDraft): boolean =>
  draft.mode === 'OCO' || isTriggerType(draft.type) || timeOf(draft) === 'GTC' || timeOf(draft) === 'GTX';

/** Prices that the legs of a pair stand around: the last one, or all at which the entry may fill, from its trigger or the touch to its limit. */
export function pairRange(draft: TicketDraft, context: TicketContext): { readonly worst: string; readonly best: string } | null {
  const { last, bestAsk, bestBid } = context;
  if (draft.mode === 'OCO') return last === null ? null : { worst: last, best: last };
  const touch = draft.side === 'BUY' ? bestAsk : bestBid;
  const first = isTriggerType(draft.type) ? draft.triggerPrice || null : touch;
  const worst = hasLimitPrice(draft.type) ? draft.price || null : (first ?? marketReference(draft.side, context));
  if (worst === null || unitsOf(worst) === null || (first !== null && unitsOf(first) === null)) return null;
  const order = first === null ? 0 : compareDecimals(first, worst);
  const isBetter = draft.side === 'BUY' ? order < 0 : order > 0;
  return { worst, best: isBetter && first !== null ? first : worst };
}

/** True when `a` stands on the profit side of `b` for a pair on this side. */
export const isBeyond = (draft: TicketDraft, a: string, b: string): boolean => {
  const order = compareDecimals(a, b);
  return pairSideOf(draft) === 'SELL' ? order > 0 : order < 0;
};
