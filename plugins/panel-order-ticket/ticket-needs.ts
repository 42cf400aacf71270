import type { Amount } from '../../core/domain/clearing/amount.ts';
import type { AskedOrder } from '../../core/domain/clearing/asked-order.ts';
import type { CashAsset } from '../../core/domain/clearing/cash.ts';
import type { ShowOffers } from '../../core/domain/clearing/offers.ts';
import { type OrderNeeds, orderNeedsOf } from '../../core/domain/clearing/order-needs.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { hasLimitPrice, isTriggerType, type OrderSide } from '../../core/domain/orders/order.ts';
import { type FillPreview, previewFills } from './book-preview.ts';
import { bandEdge, floorTo, isOnGrid, isPositive, less, percentOf, quoteDecimals, share, times, unitsOf } from './grid-math.ts';
import { legForms } from './order-forms.ts';
import type { TicketBook, TicketContext } from './ticket-context.ts';
import { isByQuote, type TicketDraft } from './ticket-draft.ts';
import { countedWith, TicketGrid } from './ticket-grid.ts';

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

/** Worst prices that a unit may cost, one of each leg; null where unknown. */
function worstPrices(draft: TicketDraft, context: TicketContext): readonly (string | null)[] {
  const edge = (reference: string | null): string | null =>
    reference === null || !isPositive(reference) ? null : bandEdge(context.instrument, draft.side, reference);
  if (draft.mode === 'OCO')
    return [legForms[draft.profitType], legForms[draft.stopType]].map(({ price, goal }) =>
      price === null ? edge(draft[goal]) : draft[price] || null,
    );
  if (hasLimitPrice(draft.type)) return [draft.price || null];
  return [edge(isTriggerType(draft.type) ? draft.triggerPrice || null : marketReference(draft.side, context))];
}

/** What trades with an order of this side, best first. */
const oppositeOf = (side: OrderSide, { bids, asks }: TicketBook) => (side === 'BUY' ? asks : bids);

/** Of the money, in hundredths of a percent: what a market order of everything leaves, so that a move before it arrives does not refuse it. */
const moveReserve = 10n;

/** A market order by quantity pays what it meets in the book, down to its band; all others are measured by one price. */
const meetsBook = (draft: TicketDraft): boolean => draft.mode !== 'OCO' && draft.type === 'MARKET' && !isByQuote(draft);

/** An order in the words of the clearing, with what decides over its need. */
interface Asked {
  readonly grid: TicketGrid;
  readonly order: AskedOrder;
  readonly needs: OrderNeeds;
  readonly asset: CashAsset;
  /** Ticks of the worst price of each leg; 0 where unknown. */
  readonly worst: readonly number[];
  /** Null where the order meets no book, or nobody knows it. */
  readonly offers: ShowOffers | null;
  /** The need follows from a book. */
  readonly fromBook: boolean;
}

/** Null where nobody can say what an account needs in this market. */
function askedOf(draft: TicketDraft, context: TicketContext): Asked | null {
  const { instrument, book, standing = null } = context;
  const { side } = draft;
  const levels = book === null ? [] : oppositeOf(side, book);
  const grid = new TicketGrid(countedWith(instrument, levels), standing?.scale);
  const needs = orderNeedsOf({ instrument, values: grid.values, maxLots: grid.maxLots }, standing);
  if (needs === null) return null;
  const worst = worstPrices(draft, context).map((price) => grid.ticks(price ?? ''));
  const asset = needs.asset(side);
  const fromBook = meetsBook(draft) && asset === 'quote';
  const offers = fromBook && book !== null ? grid.offers(side, levels, worst[0] ?? 0) : null;
  // A size that is still to be found is sized as its field is.
  const quoteAmount = isByQuote(draft) ? grid.units('quote', draft.quoteAmount) || 1n : 0n;
  const order = { side, qty: grid.lots(draft.qty), quoteAmount, reduceOnly: false };
  return { grid, order, needs, asset, worst, offers, fromBook };
}

interface Need {
  readonly asset: CashAsset;
  readonly amount: string;
}

/** What must be free for the order to be accepted; null when it needs nothing yet or cannot be known. */
export function needOf(draft: TicketDraft, context: TicketContext): Need | null {
  // An order that waits for its trigger reserves nothing (trading rules §6).
  if (draft.mode !== 'OCO' && isTriggerType(draft.type)) return null;
  const asked = unitsOf(isByQuote(draft) ? draft.quoteAmount : draft.qty) === null ? null : askedOf(draft, context);
  if (asked === null || (asked.fromBook && asked.offers === null)) return null;
  const { needs, order, worst, offers, asset, grid } = asked;
  let most: Amount = 0;
  for (const ticks of worst) {
    const need = needs.need(order, ticks, offers);
    if (need === null) return null;
    if (need > most) most = need;
  }
  return { asset, amount: grid.amount(asset, most) };
}

/** The largest size that the free balance pays for, in the unit of the size field; null while price or balance is unknown. */
export function largestSize(draft: TicketDraft, context: TicketContext): string | null {
  const asked = askedOf(draft, context);
  if (asked === null) return null;
  const { needs, order, worst, offers, grid, asset } = asked;
  const free = grid.units(asset, (asset === 'quote' ? context.availableQuote : context.availableBase) ?? '');
  if (free === null || (offers !== null && context.book !== null && oppositeOf(draft.side, context.book).length === 0)) return null;
  const spendable = offers === null ? free : free - (free * moveReserve) / 10_000n;
  let least: bigint | null = null;
  for (const ticks of worst) {
    const size = needs.largest(order, ticks, spendable, offers);
    if (size === null) return null;
    if (least === null || size < least) least = size;
  }
  if (least === null) return null;
  return isByQuote(draft)
    ? floorTo(grid.amount('quote', least), quoteStep(context.instrument))
    : floorTo(grid.qty(least), context.instrument.lot);
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
  const { availableQuote, instrument, book } = context;
  const isOpen = draft.mode !== 'OCO' && draft.side === 'BUY' && !hasLimitPrice(draft.type) && !isByQuote(draft);
  const largest = isOpen ? largestSize(draft, context) : null;
  if (largest === null || availableQuote === null || !isPositive(largest) || percentOf(draft.qty || '0', largest) < 99) return null;
  const walked = meetsBook(draft) && book !== null;
  const cost = walked ? needOf(draft, context)?.amount : times(valuationPrice(draft, context), draft.qty);
  if (cost == null) return null;
  const amount = less(availableQuote, cost);
  if (!isPositive(amount)) return null;
  if (compareDecimals(largest, instrument.maxQty) >= 0) return { amount, reason: 'keptForLargest' };
  if (!walked) return { amount, reason: 'keptForBand' };
  const more = fillsOf({ ...draft, qty: instrument.maxQty }, context, book).qty;
  return { amount, reason: compareDecimals(more, largest) > 0 ? 'keptForMove' : 'keptForBook' };
}

/** True when the order looks at the book as soon as it is sent. */
export const actsNow = (draft: TicketDraft): boolean => draft.mode !== 'OCO' && !isTriggerType(draft.type);

/** What the order would trade on arrival; null when it does not act now, or size, price or book are missing. */
export function previewOf(draft: TicketDraft, context: TicketContext, book: TicketBook | null): FillPreview | null {
  if (book === null || !actsNow(draft)) return null;
  if (!isPositive(isByQuote(draft) ? draft.quoteAmount : draft.qty)) return null;
  const isLimited = hasLimitPrice(draft.type);
  if (isLimited && !(isPositive(draft.price) && isOnGrid(draft.price, context.instrument.tick))) return null;
  return fillsOf(draft, context, book);
}

function fillsOf(draft: TicketDraft, context: TicketContext, book: TicketBook): FillPreview {
  const [worst = null] = worstPrices(draft, context);
  const size = isByQuote(draft) ? { quoteAmount: draft.quoteAmount } : { qty: draft.qty };
  return previewFills({ side: draft.side, worst, size }, oppositeOf(draft.side, book), context.instrument);
}
