import { difference } from '../../core/domain/clearing/amount.ts';
import { largestLots } from './amounts.ts';
import type { ContractRules } from './contract-rules.ts';
import { systemAccounts } from './sink.ts';

/** Spot (trading rules §9): a buy holds price × qty of quote, a sell holds qty of base; the fee is taken from what a side receives. */
export const spotRules: ContractRules = {
  accountTypes: ['spot'],

  holdAsset: (instrument, side) => (side === 'BUY' ? instrument.quote : instrument.base),

  need: (instrument, side, price, lots) => (side === 'BUY' ? instrument.quoteOf(price, lots) : instrument.baseOf(lots)),

  lotsFor(instrument, side, price, amount) {
    const perLot = side === 'BUY' ? BigInt(price) * instrument.quotePerTickLot : instrument.basePerLot;
    const lots = amount / perLot;
    return lots > BigInt(largestLots) ? largestLots : Number(lots);
  },

  settle(ledger, fill, sink) {
    const { base, quote } = fill.instrument;
    ledger.line(ledger.wallet(fill.buyer, quote), -fill.quoteAmount);
    ledger.line(ledger.wallet(fill.seller, quote), difference(fill.quoteAmount, fill.sellerFee));
    ledger.line(ledger.wallet(systemAccounts.fees, quote), fill.sellerFee);
    ledger.line(ledger.wallet(fill.seller, base), -fill.baseAmount);
    ledger.line(ledger.wallet(fill.buyer, base), difference(fill.baseAmount, fill.buyerFee));
    ledger.line(ledger.wallet(systemAccounts.fees, base), fill.buyerFee);
    ledger.post(sink, 'TRADE', fill.tradeId, fill.timeMs);
  },
};
