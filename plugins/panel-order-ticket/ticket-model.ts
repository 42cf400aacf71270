import { feeAssetOf } from '../../core/domain/clearing/fee-asset.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { hasLimitPrice, isTriggerType } from '../../core/domain/orders/order.ts';
import type { FillPreview } from './book-preview.ts';
import { decimalOf, dividedBy, floorTo, isPositive, less, times, unitsOf } from './grid-math.ts';
import type { TicketContext } from './ticket-context.ts';
import { isByQuote, pairSideOf, type TicketDraft, timeOf } from './ticket-draft.ts';
import { marketReference, needOf, valuationPrice } from './ticket-needs.ts';

/** Price × quantity as the total field shows it; empty while one of them is missing. */
export const totalOf = (draft: TicketDraft): string =>
  draft.qty === '' || draft.price === '' ? '' : (times(draft.price, draft.qty) ?? '');

/** The largest quantity on the grid that a total pays for; empty while that is unknown. */
export const quantityForTotal = (total: string, price: string, { lot }: Pick<Instrument, 'lot'>): string => {
  const qty = dividedBy(total, price);
  return qty === null ? '' : floorTo(qty, lot);
};

/** Free amount of what an order is paid with; null while unknown. */
export const paidFrom = ({ side }: TicketDraft, { instrument, availableBase, availableQuote }: TicketContext): string | null =>
  side === 'BUY' || settlesInMargin(instrument) ? availableQuote : availableBase;

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
  const { instrument } = context;
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
  const asset = feeAssetOf(instrument, draft.side);
  const [takenAmount, restAmount] = asset === instrument.base ? [taken.qty, restQty] : [taken.quote, restQuote];
  const fee = (unitsOf(times(takenAmount, takerFee) ?? '0') ?? 0n) + (unitsOf(times(restAmount, restRate) ?? '0') ?? 0n);
  const given = draft.side === 'BUY' ? cost : decimalOf((unitsOf(taken.qty) ?? 0n) + (unitsOf(restQty) ?? 0n));
  const needed = settlesInMargin(instrument) ? (needOf(draft, context)?.amount ?? null) : given;
  const free = paidFrom(draft, context);
  return {
    cost,
    fee: { amount: decimalOf(fee), asset },
    feeRole: !maker || !isPositive(restQty) ? 'taker' : isPositive(taken.qty) ? 'mixed' : 'maker',
    remains: free === null || needed === null ? null : less(free, needed),
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
