import { type Amount, difference, sum, toBigInt } from '../../core/domain/clearing/amount.ts';
import { hasLimitPrice } from '../../core/domain/order.ts';
import type { OrderTerms } from './command.ts';
import { bookWalked } from './edition.ts';
import type { AccountRecord, EngineState } from './engine-state.ts';
import type { InstrumentRecord } from './instrument-record.ts';

type Payable = Pick<OrderTerms, 'account' | 'side' | 'orderType' | 'price' | 'qty' | 'quoteAmount' | 'stp'>;

/** Worst price an order may reach when it acts now: its limit, or the band's edge; 0 for a market order without any reference. */
export function worstPriceNow(instrument: InstrumentRecord, order: Pick<OrderTerms, 'side' | 'orderType' | 'price'>): number {
  if (hasLimitPrice(order.orderType)) return order.price;
  const reference = instrument.marketReference(order.side);
  return reference === 0 ? 0 : instrument.worstPrice(order.side, reference);
}

/**
 * Minor units of the hold asset that an order must have free when it acts now; `worst` as from {@link worstPriceNow}. A market buy
 * by quantity never rests, so that it needs what the book asks for it and no more.
 */
export function needNow(state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number): Amount {
  if (order.quoteAmount === 0n) {
    if (worst === 0) return 0;
    if (buysFromBook(state, order)) return buyThrough(state, instrument, order, worst, null).cost;
    return instrument.rules.need(instrument, order.side, worst, order.qty);
  }
  if (order.side === 'BUY') return order.quoteAmount;
  if (worst === 0) return 0;
  const perLot = toBigInt(instrument.quoteOf(worst, 1));
  const lots = (order.quoteAmount + perLot - 1n) / perLot;
  const most = BigInt(instrument.terms.maxLots);
  return (lots < most ? lots : most) * instrument.basePerLot;
}

/** Free minor units of the asset that an order of this side holds. */
export function availableFor(state: EngineState, instrument: InstrumentRecord, account: number, side: 'BUY' | 'SELL'): Amount {
  const wallet = state.ledger.find(account, instrument.rules.holdAsset(instrument, side));
  return wallet === undefined ? 0 : wallet.available;
}

/** Whether the account can pay an order that acts now; tells INSUFFICIENT_BALANCE, and returns false, when it cannot. */
export function checkFunds(state: EngineState, instrument: InstrumentRecord, order: Payable): boolean {
  const worst = worstPriceNow(instrument, order);
  const need = needNow(state, instrument, order, worst);
  const available = availableFor(state, instrument, order.account, order.side);
  return need <= available || rejectShort(state, need, available, largestNow(state, instrument, order, worst, available), sizedBy(order));
}

/** Tells INSUFFICIENT_BALANCE and returns false. `fits`: the largest size that would have been accepted, 0 when none is. */
export function rejectShort(state: EngineState, need: Amount, available: Amount, fits: number | bigint, field = 'qty'): false {
  return state.reject('INSUFFICIENT_BALANCE', field, available, { need: String(need), fits: String(fits) });
}

/** `lots` as they can be placed at all: not above the largest order, and 0 when below the smallest, which is measured at `price`. */
export function placeableLots({ terms, minTickLots }: InstrumentRecord, lots: number, price: number): number {
  const most = Math.min(lots, terms.maxLots);
  return most < terms.minLots || most * price < minTickLots ? 0 : most;
}

/** The largest size of the order that `available` pays for: lots, or minor units of quote where it is sized by them. */
function largestNow(state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number, available: Amount): number | bigint {
  const { rules, terms } = instrument;
  const { side } = order;
  if (order.quoteAmount !== 0n) {
    const free = toBigInt(available);
    const amount = side === 'BUY' ? free : (free / instrument.basePerLot) * toBigInt(instrument.quoteOf(worst, 1));
    return amount < terms.minNotional ? 0n : amount;
  }
  if (!buysFromBook(state, order)) {
    const measured = hasLimitPrice(order.orderType) ? worst : instrument.marketReference(side);
    return placeableLots(instrument, rules.lotsFor(instrument, side, worst, toBigInt(available)), measured);
  }
  return placeableLots(instrument, buyThrough(state, instrument, order, worst, available).lots, instrument.marketReference(side));
}

const sizedBy = ({ quoteAmount }: Payable): 'qty' | 'quoteAmount' => (quoteAmount === 0n ? 'qty' : 'quoteAmount');

const buysFromBook = (state: EngineState, { side, orderType }: Payable): boolean =>
  side === 'BUY' && !hasLimitPrice(orderType) && state.edition >= bookWalked;

/**
 * What a market buy by quantity meets in the book down to `worst`, own orders met as its self-trade prevention will: what it costs, and
 * the lots that are done with, as far as `budget` lasts (null: to the end).
 */
function buyThrough(
  state: EngineState,
  instrument: InstrumentRecord,
  { account, stp, qty }: Payable,
  worst: number,
  budget: Amount | null,
): { readonly cost: Amount; readonly lots: number } {
  const { book, rules } = instrument;
  const { keys, levels, size } = book.asks;
  const { owner } = state.accounts[account] as AccountRecord;
  let cost: Amount = 0;
  let left = qty;
  for (let i = size - 1; i >= 0 && left > 0; i--) {
    const price = -(keys[i] as number);
    if (price > worst) break;
    let bought = 0;
    let payable = budget === null ? left : rules.lotsFor(instrument, 'BUY', price, toBigInt(difference(budget, cost)));
    for (let slot = book.levelHead[levels[i] as number] as number; slot !== -1 && left > 0; slot = book.next[slot] as number) {
      const lots = Math.min(left, book.qty[slot] as number);
      if (stp === 'NONE' || book.owner[slot] !== owner) {
        const taken = Math.min(lots, payable);
        left -= taken;
        bought += taken;
        payable -= taken;
        if (taken < lots) return { cost, lots: qty - left };
      } else if (stp === 'DECREMENT') left -= lots;
      else if (stp !== 'EXPIRE_MAKER') return { cost: sum(cost, rules.need(instrument, 'BUY', price, bought)), lots: qty - left };
    }
    cost = sum(cost, rules.need(instrument, 'BUY', price, bought));
  }
  return { cost, lots: qty - left };
}
