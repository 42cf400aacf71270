import type { Instrument } from '../markets/instrument.ts';
import type { OrderSide } from '../orders/order.ts';
import type { Amount } from './amount.ts';
import type { AskedOrder } from './asked-order.ts';
import { type CashAsset, givenAsset } from './cash.ts';
import { cashAmount, cashLots, cashNeed } from './cash-needs.ts';
import type { CrossContract } from './cross-margin.ts';
import { linearLots, linearNeed } from './linear-needs.ts';
import type { LotValues } from './lot-values.ts';
import type { ShowOffers } from './offers.ts';

/** What an account has in one contract market: all that its orders' margin follows from. */
export type MarginStanding = Omit<CrossContract, 'values'>;

/** The market that needs are counted in. */
export interface NeedingMarket {
  readonly instrument: Instrument;
  readonly values: LotValues;
  /** Lots of the largest order. */
  readonly maxLots: number;
}

/**
 * What an order that acts now needs, whatever its market is, for whoever looks at an order before it is sent: by the functions that the
 * engine's account rules hold it by. `worst`: ticks of the worst price it may reach, 0 while nobody knows. `offers`: what a market order meets
 * in the book, null of all others and while nobody knows. Null where what is not known decides.
 */
export interface OrderNeeds {
  /** Whose free amount pays for orders of this side. */
  asset(side: OrderSide): CashAsset;
  /** Minor units of that asset. */
  need(order: AskedOrder, worst: number, offers: ShowOffers | null): Amount | null;
  /** The largest size that `free` pays for: lots up to the largest order, or minor units of quote where the order is sized by them. */
  largest(order: AskedOrder, worst: number, free: Amount, offers: ShowOffers | null): bigint | null;
}

/** Null while nobody can say what an account would need: of a contract without its standing, and of kinds that nothing clears yet. */
export function orderNeedsOf(market: NeedingMarket, standing: MarginStanding | null): OrderNeeds | null {
  const { contractKind } = market.instrument;
  if (contractKind === 'spot') return cashNeeds(market);
  return contractKind === 'linear' && standing !== null ? linearNeeds(market, standing) : null;
}

const cashNeeds = ({ values, maxLots }: NeedingMarket): OrderNeeds => ({
  asset: givenAsset,
  need: (order, worst, offers) =>
    worst === 0 && isPriced(order) ? null : cashNeed(values, order, worst, maxLots, boughtFrom(order, offers)),
  largest(order, worst, free, offers) {
    if (worst === 0 && isPriced(order)) return null;
    if (isByAmount(order)) return cashAmount(values, order, worst, free);
    const lots = cashLots(values, { ...order, qty: maxLots }, worst, free, boughtFrom(order, offers));
    return lots > BigInt(maxLots) ? BigInt(maxLots) : lots;
  },
});

const isByAmount = ({ quoteAmount }: AskedOrder): boolean => quoteAmount !== 0n;

/** A buy of an amount spends it, and a sale of lots gives them, whatever they are worth. */
const isPriced = (order: AskedOrder): boolean => isByAmount(order) === (order.side === 'SELL');

const boughtFrom = (order: AskedOrder, offers: ShowOffers | null): ShowOffers | null =>
  order.side === 'BUY' && !isByAmount(order) ? offers : null;

function linearNeeds({ values, maxLots }: NeedingMarket, standing: MarginStanding): OrderNeeds {
  const contract: CrossContract = { ...standing, values };
  return {
    asset: () => 'quote',
    need: (order, worst, offers) => (worst === 0 ? null : linearNeed(contract, order, worst, offers)),
    largest: (order, worst, free, offers) => (worst === 0 ? null : BigInt(linearLots(contract, order, worst, maxLots, free, offers))),
  };
}
