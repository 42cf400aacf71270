import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { InstanceEnvironment } from '../../../core/contract/strategies.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { MarketGlance } from './orders/order-decision.ts';
import { exchangeOf } from './orders/stored-orders.ts';
import { instrumentFields } from './strategy-catalogue.ts';

interface EnvironmentTerms {
  /** False: orders stay in the house and meet a simulation of the market. */
  readonly sends: boolean;
  /** Levels of the book that are kept with every decision, so that it can be compared with reality. */
  readonly bookLevels: number;
}

const terms: Readonly<Record<InstanceEnvironment, EnvironmentTerms>> = {
  production: { sends: true, bookLevels: 0 },
  canary: { sends: true, bookLevels: 0 },
  test: { sends: false, bookLevels: 0 },
  shadow: { sends: false, bookLevels: 5 },
  replay: { sends: false, bookLevels: 0 },
};

export const termsOf = (environment: string): EnvironmentTerms => terms[environment as InstanceEnvironment];

/** Replay is for markets that are replayed, everything else for those that live: a replay begins anew with every start of the house. */
export function marketsFit(environment: InstanceEnvironment, params: unknown, venue: (exchange: string) => Venue | null): Outcome<null> {
  for (const { field, instrumentId: instrument } of instrumentFields(params)) {
    const isReplayed = venue(exchangeOf(instrument))?.durability === 'ephemeral';
    if (environment === 'replay' && !isReplayed) return refused('STRATEGY_NEEDS_REPLAY', { field, instrument });
    if (environment !== 'replay' && isReplayed) return refused('STRATEGY_ONLY_REPLAY', { field, instrument });
  }
  return accepted(null);
}

/** What decisions of an instance see of its markets. */
export function glanceOf(markets: Pick<StrategyMarkets, 'ticker' | 'bookNow'>, environment: string): MarketGlance {
  const levels = termsOf(environment).bookLevels;
  return {
    ticker: (id) => markets.ticker(id),
    book: (id) => {
      const book = levels === 0 ? null : markets.bookNow(id, levels);
      return book === null ? undefined : { bids: book.bids, asks: book.asks };
    },
  };
}
