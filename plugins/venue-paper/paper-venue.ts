import type { Candle } from '../../core/contract/market.ts';
import type { MatchingVenue } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';

interface PaperVenueParts {
  /** Matches, clears and journals; everything but the history is its answer. */
  readonly matching: MatchingVenue;
  readonly history: (id: InstrumentId, interval: Interval, beforeMs: number, limit: number) => readonly Candle[];
  readonly stopAgents: () => void;
}

/** A simulated exchange: the house's matching, a simulated past, and agents that end with it. */
export function paperVenue({ matching, history, stopAgents }: PaperVenueParts): Venue {
  return {
    exchange: matching.exchange,
    title: matching.title,
    capabilities: matching.capabilities,
    durability: matching.durability,
    assets: matching.assets,
    get instruments() {
      return matching.instruments;
    },
    openAccount: (account) => matching.openAccount(account),
    accounts: (apiId) => matching.accounts(apiId),
    submit: (intent) => matching.submit(intent),
    recall: (account, clientOrderId) => matching.recall(account, clientOrderId),
    amend: (change) => matching.amend(change),
    cancel: (target) => matching.cancel(target),
    cancelAll: (scope) => matching.cancelAll(scope),
    deposit: (account, asset, amount, reference) => matching.deposit(account, asset, amount, reference),
    withdraw: (account, asset, amount, reference) => matching.withdraw(account, asset, amount, reference),
    hold: (account, asset, amount, reference) => matching.hold(account, asset, amount, reference),
    release: (reference) => matching.release(reference),
    holds: () => matching.holds(),
    openOrders: (account) => matching.openOrders(account),
    balances: (account) => matching.balances(account),
    fees: (account, id) => matching.fees(account, id),
    changeFees: (change) => matching.changeFees(change),
    chargedFees: () => matching.chargedFees(),
    countsIn: (id) => matching.countsIn(id),
    terms: (id) => matching.terms(id),
    changeTerms: (id, change) => matching.changeTerms(id, change),
    available: (account, asset) => matching.available(account, asset),
    depth: (id, levels) => matching.depth(id, levels),
    lastPrice: (id) => matching.lastPrice(id),
    tellReferencePrice: (id, watched, price) => matching.tellReferencePrice(id, watched, price),
    waitsFor: (id, watched) => matching.waitsFor(id, watched),
    audit: () => matching.audit(),
    simulatedPast: true,
    candles: async (id, interval, beforeMs, limit) => history(id, interval, beforeMs, limit),
    close: () => {
      stopAgents();
      return matching.close();
    },
  };
}
