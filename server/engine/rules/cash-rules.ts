import { difference, shareUp, sum, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { given, givenAsset, payableLots } from '../../../core/domain/clearing/cash.ts';
import { cashAmount, cashLots, cashNeed } from '../../../core/domain/clearing/cash-needs.ts';
import type { ShowOffers } from '../../../core/domain/clearing/offers.ts';
import { hasLimitPrice, type OrderSide } from '../../../core/domain/orders/order.ts';
import { bookWalked } from '../codec/edition.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { checkWatched } from '../matching/checks.ts';
import { largestLots } from '../money/amounts.ts';
import { wholePpm } from '../money/fees.ts';
import { placeableLots } from '../money/funds.ts';
import type { Wallet } from '../money/wallet.ts';
import { offersTo } from '../orders/offers.ts';
import { systemAccounts } from '../sink.ts';
import type { AccountRules, Payable } from './account-rules.ts';

/** By name: a computed one costs a look-up in every order. */
const assetOf = (instrument: InstrumentRecord, side: OrderSide): number =>
  givenAsset(side) === 'quote' ? instrument.quote : instrument.base;

/** The wallet that an order of this side gives from, and that holds for it. */
const walletOf = (state: EngineState, instrument: InstrumentRecord, account: number, side: OrderSide): Wallet =>
  state.ledger.wallet(account, assetOf(instrument, side));

/** Cash accounts: a resting order holds what it gives, a fill moves it and brings the other asset less the fee (trading rules §9). */
export const cashRules: AccountRules = {
  accountTypes: ['spot'],
  hasPositions: false,
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

  needNow: (state, instrument, order, worst) =>
    cashNeed(instrument, order, worst, instrument.terms.maxLots, boughtFrom(state, instrument, order, worst)),

  largestNow(state, instrument, order, worst, free) {
    const { side, orderType, quoteAmount } = order;
    if (quoteAmount !== 0n) {
      const amount = cashAmount(instrument, order, worst, free);
      return amount < instrument.terms.minNotional ? 0n : amount;
    }
    const measured = hasLimitPrice(orderType) ? worst : instrument.marketReference(side);
    const lots = cashLots(instrument, order, worst, free, boughtFrom(state, instrument, order, worst));
    return placeableLots(instrument, atMost(lots, largestLots), measured);
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
    return change;
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
const boughtFrom = (state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number): ShowOffers | null =>
  order.side === 'BUY' && order.quoteAmount === 0n && !hasLimitPrice(order.orderType) && state.edition >= bookWalked
    ? offersTo(state, instrument, order, worst)
    : null;
