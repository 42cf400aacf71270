import { type MarginBracket, standardBrackets } from '../markets/margin-brackets.ts';
import { divideHalfUp } from '../numbers/decimal.ts';

/** A position that a liquidation price is asked for; both legs of a market in hedge mode share one. */
export interface LiquidatedLeg {
  /** Quantity in minor units of base; a short is negative. */
  readonly qty: bigint;
  /** Quantity × entry price, in minor units of quote; never negative. */
  readonly cost: bigint;
}

export interface LiquidationTerms {
  readonly legs: readonly LiquidatedLeg[];
  /** Isolated wallet; of cross margin the wallet less maintenance margin and plus open profit of all other markets. Minor units of quote. */
  readonly balance: bigint;
  /** Minor units of a whole quote and of a whole base. */
  readonly quoteOne: bigint;
  readonly baseOne: bigint;
  readonly brackets?: readonly MarginBracket[];
}

const million = 1_000_000n;

/** `numerator` ÷ `denominator`, which is positive: minor units of quote per minor unit of base, in millionths of a margin rate. */
interface Price {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Price at which margin balance and maintenance margin meet (trading rules §13), in minor units of quote for a whole base, to the nearest; null
 * when no price above 0 does that, or when nothing is open. Between two prices at which a leg changes its bracket balance and margin are straight
 * lines, so that they meet once at most: each such span is tried with the brackets that hold in it.
 */
export function liquidationPrice(terms: LiquidationTerms): bigint | null {
  const brackets = terms.brackets ?? standardBrackets;
  const legs = terms.legs.filter(({ qty }) => qty !== 0n);
  for (const chosen of choices(legs.length, brackets)) {
    const price = meetingPrice({ ...terms, legs }, chosen);
    if (price === null || !legs.every((leg, at) => holds(leg, chosen[at] as number, price, brackets, terms.quoteOne))) continue;
    return divideHalfUp(price.numerator * terms.baseOne, price.denominator);
  }
  return null;
}

/** All ways to give each leg a bracket. */
function choices(legs: number, brackets: readonly MarginBracket[]): readonly (readonly number[])[] {
  let found: readonly (readonly number[])[] = legs === 0 ? [] : [[]];
  for (let leg = 0; leg < legs; leg++) found = found.flatMap((before) => brackets.map((_, bracket) => [...before, bracket]));
  return found;
}

/** (balance + Σ cum − Σ s·cost) ÷ (Σ |qty|·mmr − Σ qty), s the sign of a leg. */
function meetingPrice({ legs, balance, quoteOne, brackets = standardBrackets }: LiquidationTerms, chosen: readonly number[]): Price | null {
  let [numerator, denominator] = [balance, 0n];
  legs.forEach(({ qty, cost }, at) => {
    const { cum, mmrPpm } = brackets[chosen[at] as number] as MarginBracket;
    numerator += cum * quoteOne - (qty < 0n ? -cost : cost);
    denominator += (qty < 0n ? -qty : qty) * mmrPpm - qty * million;
  });
  if (denominator === 0n) return null;
  const scaled = numerator * million;
  const price = denominator < 0n ? { numerator: -scaled, denominator: -denominator } : { numerator: scaled, denominator };
  return price.numerator > 0n ? price : null;
}

/** Whether a leg's notional at the price lies in a bracket; the last one has no end. */
function holds({ qty }: LiquidatedLeg, at: number, price: Price, brackets: readonly MarginBracket[], quoteOne: bigint): boolean {
  const notional = (qty < 0n ? -qty : qty) * price.numerator;
  const edge = (bracket: number): bigint => (brackets[bracket] as MarginBracket).cap * quoteOne * price.denominator;
  return (at === 0 || notional > edge(at - 1)) && (at === brackets.length - 1 || notional <= edge(at));
}
