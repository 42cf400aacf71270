import { type Amount, difference, shareUp, sum, toAmount, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { availableToOpen, availableToTransfer } from '../../../core/domain/clearing/cross-margin.ts';
import { fillPosition, fundingFor, reducibleLots } from '../../../core/domain/clearing/linear.ts';
import { linearLots, linearNeed, linearNeedOf, mostLots } from '../../../core/domain/clearing/linear-needs.ts';
import type { ShowOffers } from '../../../core/domain/clearing/offers.ts';
import { hasLimitPrice, isTriggerType } from '../../../core/domain/orders/order.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { checkWatched } from '../matching/checks.ts';
import { wholePpm } from '../money/fees.ts';
import { wholePpb } from '../money/funding.ts';
import { placeableLots } from '../money/funds.ts';
import { endOrder } from '../orders/ending.ts';
import { offersTo } from '../orders/offers.ts';
import { systemAccounts } from '../sink.ts';
import type { AccountRules, Payable, SettledTrade } from './account-rules.ts';
import { contractOf, contractsOf, totalOf } from './linear-pool.ts';
import { liquidateBroken } from './liquidation.ts';

/**
 * Linear contracts on cross margin (trading rules §13): one net position a market, margin in quote, shared by all markets of that quote. Nothing
 * is held order by order: what open orders need follows from them, with the position and the mark. What profits bring comes from the outside
 * world and goes there, until the positions on the other side close.
 */
export const linearRules: AccountRules = {
  accountTypes: ['usdm'],
  hasPositions: true,
  referencePrices: ['MARK', 'INDEX'],

  knows(state, instrument, terms) {
    if (terms.positionSide !== 'BOTH') return state.reject('NOT_SUPPORTED', 'positionSide', terms.positionSide);
    if (!checkWatched(state, terms, this.referencePrices)) return false;
    if (terms.closePosition) return state.reject('NOT_SUPPORTED', 'closePosition');
    if (terms.quoteAmount !== 0n) return state.reject('NOT_SUPPORTED', 'quoteAmount');
    // Nobody can say what a position is worth.
    if (instrument.positions.mark === 0) return state.reject('NO_REFERENCE_PRICE', 'instrument');
    if (!terms.reduceOnly || isTriggerType(terms.orderType) || this.reducible(instrument, terms) > 0) return true;
    return state.reject('REDUCE_ONLY', 'reduceOnly');
  },

  reducible: ({ positions }, { account, side }) => reducibleLots(positions.of(account), side),

  available(state, instrument, account, _, instead) {
    return availableToOpen(totalOf(state, account, instrument.quote), contractsOf(state, account, instrument.quote, instead));
  },

  need: (state, instrument, { account, side, reduceOnly }, price, lots, instead) =>
    reduceOnly ? 0 : linearNeedOf(contractOf(state, instrument, account, instead), [{ side, ticks: price, lots }]),

  lotsFor(state, instrument, order, price, free, instead) {
    return mostLots(instrument.terms.maxLots, (lots) => this.need(state, instrument, order, price, lots, instead) <= free);
  },

  needNow: (state, instrument, order, worst) =>
    linearNeed(contractOf(state, instrument, order.account), order, worst, metBy(state, instrument, order, worst)),

  largestNow(state, instrument, order, worst, free) {
    const contract = contractOf(state, instrument, order.account);
    const lots = linearLots(contract, order, worst, instrument.terms.maxLots, free, metBy(state, instrument, order, worst));
    return placeableLots(instrument, lots, hasLimitPrice(order.orderType) ? worst : instrument.marketReference(order.side));
  },

  hold() {
    // An order on the book is found there.
  },

  release() {
    // It is not found any more.
  },

  releaseLots() {
    // It is found shorter.
  },

  // Legs on the book are found there, and one that waits needs its margin when it fires.
  holdForPair: () => 0n,

  movable(state, account, asset) {
    const total = totalOf(state, account, asset);
    const free = availableToTransfer(total, contractsOf(state, account, asset));
    return free < total ? free : total;
  },

  fund(state, instrument, { mark, ratePpb, fundingMs }) {
    const { ledger, sink, timeMs } = state;
    const { positions, quote, terms } = instrument;
    const rounding = ledger.wallet(systemAccounts.rounding, quote);
    for (const [account, { lots }] of positions.entries()) {
      const value = toBigInt(instrument.quoteOf(mark, Math.abs(lots)));
      const paid = toAmount(fundingFor(lots < 0 ? -value : value, BigInt(ratePpb), BigInt(wholePpb)));
      if (paid === 0) continue;
      ledger.line(ledger.wallet(account, quote), difference(0, paid));
      // What longs and shorts pay is the same but for what was rounded; that stays here.
      ledger.line(rounding, paid);
      ledger.post(sink, 'FUNDING', `${terms.symbol} ${fundingMs}`, timeMs);
    }
    this.valued?.(state, instrument);
  },

  valued(state, instrument) {
    for (const [account, { lots }] of instrument.positions.entries()) if (account >= 0 && lots !== 0) state.expose(account, instrument);
  },

  followUp(state, instrument, account) {
    if (instrument.book.bound > 0) endUnreducing(state, instrument, account);
    liquidateBroken(state, account, instrument.quote);
  },

  charge(fill) {
    fill.buyerFee = shareUp(fill.quoteAmount, fill.buyerFeePpm, wholePpm);
    fill.sellerFee = shareUp(fill.quoteAmount, fill.sellerFeePpm, wholePpm);
  },

  settle(state, fill) {
    const { ledger, sink } = state;
    const { instrument, buyer, seller, buyerFee, sellerFee } = fill;
    const { quote } = instrument;
    state.expose(buyer, instrument);
    state.expose(seller, instrument);
    const bought = applyFill(fill, buyer, 'BUY');
    const sold = applyFill(fill, seller, 'SELL');
    ledger.line(ledger.wallet(buyer, quote), difference(bought, buyerFee));
    ledger.line(ledger.wallet(seller, quote), difference(sold, sellerFee));
    ledger.line(ledger.wallet(systemAccounts.fees, quote), sum(buyerFee, sellerFee));
    ledger.line(ledger.wallet(systemAccounts.external, quote), difference(0, sum(bought, sold)));
    ledger.post(sink, 'TRADE', fill.tradeId, fill.timeMs);
  },
};

/** Reduce-only orders that rest end when there is nothing left to reduce: when the position is gone, or has turned round. */
function endUnreducing(state: EngineState, instrument: InstrumentRecord, account: number): void {
  const resting = state.accountOrders.of(account).map((index) => state.orders.at(index));
  for (const order of resting) {
    const isBound = order.reduceOnly && order.place === 'BOOK' && order.instrument === instrument.index;
    if (isBound && instrument.rules.reducible(instrument, order) === 0) endOrder(state, order, 'EXPIRED', 'EXPIRED_REDUCE_ONLY');
  }
}

/** Changes the account's position; gives the realised profit. */
function applyFill({ instrument, price, lots }: SettledTrade, account: number, side: 'BUY' | 'SELL'): Amount {
  const position = instrument.positions.of(account);
  const filled = fillPosition(instrument, position, side, price, lots);
  position.lots = filled.lots;
  position.cost = filled.cost;
  return filled.profit;
}

/** A market order is measured by what it meets in the book, one with a limit there. */
const metBy = (state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number): ShowOffers | null =>
  hasLimitPrice(order.orderType) ? null : offersTo(state, instrument, order, worst);
