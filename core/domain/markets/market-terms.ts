import type { InstrumentTerms } from './instrument.ts';

/** What an operator may change of a market while its exchange is open, fees aside. */
export interface MarketTerms extends Pick<InstrumentTerms, 'tick' | 'lot' | 'minQty' | 'maxQty' | 'minNotional' | 'priceBand'> {
  /** Open orders that an account may have resting. */
  readonly maxResting: number;
  /** Open orders that may wait for a trigger, likewise. */
  readonly maxWaiting: number;
}

/** Smallest steps of price and quantity, as decimal text in quote per base and in base. */
export type InstrumentSteps = Pick<InstrumentTerms, 'tick' | 'lot'>;

/** Most of either that an operator may allow: they bound what one account does to everybody's memory. */
export const mostOpenOrders = 1_000;
