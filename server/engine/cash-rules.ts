import { type Amount, difference, shareUp, sum, toBigInt } from '../../core/domain/clearing/amount.ts';
import { given, givenAsset, largestAmountFor, lotsForAmount, payableLots } from '../../core/domain/clearing/cash.ts';
import { hasLimitPrice, type OrderSide } from '../../core/domain/order.ts';
import type { AccountRules, Payable } from './account-rules.ts';
import { largestLots } from './amounts.ts';
import { checkWatched } from './checks.ts';
import { bookWalked } from './edition.ts';
import type { AccountRecord, EngineState } from './engine-state.ts';
import { wholePpm } from './fees.ts';
import { placeableLots } from './funds.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import { systemAccounts } from './sink.ts';
import type { Wallet } from './wallet.ts';

const assetOf = (instrument: InstrumentRecord, side: OrderSide): number => instrument[givenAsset(side)];

/** The wallet that an order of this side gives from, and that holds for it. */
const walletOf = (state: EngineState, instrument: InstrumentRecord, account: number, side: OrderSide): Wallet =>
  state.ledger.wallet(account, assetOf(instrument, side));

/** Cash accounts: a resting order holds what it gives, a fill moves it and brings the other asset less the fee (trading rules §9). */
export const cashRules: AccountRules = {
  accountTypes: ['spot'],
  hasPositions: false,
  hasPairs: true,
  referencePrices: ['INDEX'],

  knows(state, _, terms) {
    if (terms.positionSide !== 'BOTH') return state.reject('NOT_SUPPORTED', 'positionSide', terms.positionSide);
    if (!checkWatched(state, terms, this.referencePrices)) return false;
    if (terms.closePosition) return state.reject('NOT_SUPPORTED', 'closePosition');
    // There is no position, so there is never one to reduce.
    return terms.reduceOnly ? state.reject('REDUCE_ONLY', 'reduceOnly') : true;
  },

  reducible: () => 0,

  available(state, instrument, account, side, instead) {
    const wallet = state.ledger.find(account, assetOf(instrument, side));
    const free = wallet === undefined ? 0 : wallet.available;
    return instead === undefined ? free : sum(free, given(instrument, side, instead.price, instead.remaining));
  },

  need: (_, instrument, { side }, price, lots) => given(instrument, side, price, lots),

  lotsFor: (_, instrument, { side }, price, free) => atMost(payableLots(instrument, side, price, toBigInt(free)), largestLots),

  needNow(state, instrument, order, worst) {
    const { side, qty, quoteAmount } = order;
    if (quoteAmount !== 0n && side === 'BUY') return quoteAmount;
    if (worst === 0) return 0;
    if (quoteAmount === 0n) {
      return buysFromBook(state, order) ? buyThrough(state, instrument, order, worst, null).cost : given(instrument, side, worst, qty);
    }
    const lots = lotsForAmount(side, quoteAmount, toBigInt(instrument.quoteOf(worst, 1)));
    return instrument.baseOf(atMost(lots, instrument.terms.maxLots));
  },

  largestNow(state, instrument, order, worst, free) {
    const { side, orderType, quoteAmount } = order;
    if (quoteAmount !== 0n) {
      const amount = largestAmountFor(instrument, side, worst, toBigInt(free));
      return amount < instrument.terms.minNotional ? 0n : amount;
    }
    const measured = hasLimitPrice(orderType) ? worst : instrument.marketReference(side);
    const lots = buysFromBook(state, order)
      ? buyThrough(state, instrument, order, worst, free).lots
      : this.lotsFor(state, instrument, order, worst, free);
    return placeableLots(instrument, lots, measured);
  },

  hold({ ledger }, instrument, { account, side, price, remaining }) {
    ledger.hold(ledger.wallet(account, assetOf(instrument, side)), given(instrument, side, price, remaining));
  },

  release({ ledger }, instrument, { account, side, price, remaining }) {
    ledger.release(ledger.wallet(account, assetOf(instrument, side)), given(instrument, side, price, remaining));
  },

  releaseLots({ ledger }, instrument, { account, side, price }, lots) {
    ledger.release(ledger.wallet(account, assetOf(instrument, side)), given(instrument, side, price, lots));
  },

  holdForPair(state, instrument, { account, side }, change) {
    state.ledger.hold(walletOf(state, instrument, account, side), change);
  },

  movable: ({ ledger }, account, asset) => ledger.find(account, asset)?.available ?? 0,

  charge(fill) {
    fill.buyerFee = shareUp(fill.baseAmount, fill.buyerFeePpm, wholePpm);
    fill.sellerFee = shareUp(fill.quoteAmount, fill.sellerFeePpm, wholePpm);
  },

  settle({ ledger, sink }, fill) {
    const { buyer, seller, baseAmount, quoteAmount, buyerFee, sellerFee } = fill;
    const { base, quote } = fill.instrument;
    const pays = ledger.wallet(buyer, quote);
    const delivers = ledger.wallet(seller, base);
    // The maker trades at its own price, so that the hold of these lots is exactly what they cost.
    if (fill.makerBuys) ledger.release(pays, quoteAmount);
    else ledger.release(delivers, baseAmount);
    ledger.line(pays, -quoteAmount);
    ledger.line(ledger.wallet(seller, quote), difference(quoteAmount, sellerFee));
    ledger.line(ledger.wallet(systemAccounts.fees, quote), sellerFee);
    ledger.line(delivers, -baseAmount);
    ledger.line(ledger.wallet(buyer, base), difference(baseAmount, buyerFee));
    ledger.line(ledger.wallet(systemAccounts.fees, base), buyerFee);
    ledger.post(sink, 'TRADE', fill.tradeId, fill.timeMs);
  },
};

const atMost = (lots: bigint, most: number): number => (lots > BigInt(most) ? most : Number(lots));

/** A market buy by quantity never rests, so that it needs what the book asks for it and no more. */
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
  const { book } = instrument;
  const { keys, levels, size } = book.asks;
  const { owner } = state.accounts[account] as AccountRecord;
  let cost: Amount = 0;
  let left = qty;
  for (let i = size - 1; i >= 0 && left > 0; i--) {
    const price = -(keys[i] as number);
    if (price > worst) break;
    let bought = 0;
    let payable = budget === null ? left : atMost(payableLots(instrument, 'BUY', price, toBigInt(difference(budget, cost))), largestLots);
    for (let slot = book.levelHead[levels[i] as number] as number; slot !== -1 && left > 0; slot = book.next[slot] as number) {
      const lots = Math.min(left, book.qty[slot] as number);
      if (stp === 'NONE' || book.owner[slot] !== owner) {
        const taken = Math.min(lots, payable);
        left -= taken;
        bought += taken;
        payable -= taken;
        if (taken < lots) return { cost, lots: qty - left };
      } else if (stp === 'DECREMENT') left -= lots;
      else if (stp !== 'EXPIRE_MAKER') return { cost: sum(cost, instrument.quoteOf(price, bought)), lots: qty - left };
    }
    cost = sum(cost, instrument.quoteOf(price, bought));
  }
  return { cost, lots: qty - left };
}
