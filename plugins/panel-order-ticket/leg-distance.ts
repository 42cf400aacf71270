import { compareDecimals, fromUnits, pow10 } from '../../core/domain/numbers/decimal.ts';
import { decimalOf, isPositive, less, times, unitsOf } from './grid-math.ts';
import { legForms, type TicketField } from './order-forms.ts';
import type { TicketContext } from './ticket-context.ts';
import { pairSideOf, type TicketDraft } from './ticket-draft.ts';
import { isBeyond } from './ticket-model.ts';
import { valuationPrice } from './ticket-needs.ts';

/** What the price of a pair's leg means: where it takes its profit, or where it stops its loss. */
export const pairLegs = ['profit', 'stop'] as const;
export type PairLeg = (typeof pairLegs)[number];

const formOf = (draft: TicketDraft, leg: PairLeg) => legForms[leg === 'profit' ? draft.profitType : draft.stopType];

/** The field whose price says where the leg stands. */
export const goalOf = (draft: TicketDraft, leg: PairLeg): TicketField => formOf(draft, leg).goal;

/** Price that the legs are measured from: where the entry is expected to fill; of a pair alone, the last one. Null while unknown. */
export const entryOf = (draft: TicketDraft, context: TicketContext): string | null =>
  draft.mode === 'OCO' ? context.last : valuationPrice(draft, context);

/** Price on the tick that is so many per cent away from the entry, on the side of the leg; null while one of them is unknown. */
export function priceAt(draft: TicketDraft, context: TicketContext, leg: PairLeg, percent: string): string | null {
  const entry = entryOf(draft, context);
  const away = times(times(entry, percent), '0.01');
  if (entry === null || away === null) return null;
  const isAbove = (pairSideOf(draft) === 'SELL') === (leg === 'profit');
  const [from, step] = [
    unitsOf(isAbove ? decimalOf((unitsOf(entry) ?? 0n) + (unitsOf(away) ?? 0n)) : less(entry, away)),
    unitsOf(context.instrument.tick),
  ];
  if (from === null || step === null || step === 0n) return null;
  const price = decimalOf(((2n * from + step) / (2n * step)) * step);
  return isPositive(price) ? price : null;
}

/** How far the leg's price is from the entry, in per cent with two decimals; empty while unknown, and on the wrong side of it. */
export function percentAt(draft: TicketDraft, context: TicketContext, leg: PairLeg): string {
  const price = draft[goalOf(draft, leg)];
  const entry = entryOf(draft, context);
  if (entry === null || !isPositive(entry) || !isPositive(price)) return '';
  const [far, near] = leg === 'profit' ? [price, entry] : [entry, price];
  if (!isBeyond(draft, far, near)) return '';
  return fromUnits(roundedRatio(distance(price, entry), entry, 4), 2);
}

/** What a pair gains or loses against its entry, in quote and without fees; null while one of the prices is unknown. */
export interface RiskReward {
  /** Null while there is no quantity, as is the loss. */
  readonly gain: string | null;
  readonly loss: string | null;
  /** Gain of one unit of loss, with two decimals; null where nothing is lost. */
  readonly ratio: string | null;
}

/** `qty`: of all accounts together. Legs on the wrong side of the entry have none. */
export function riskRewardOf(draft: TicketDraft, context: TicketContext, qty: string): RiskReward | null {
  const entry = entryOf(draft, context);
  const ends = pairLegs.map((leg) => {
    const { price, goal } = formOf(draft, leg);
    return draft[price ?? goal];
  });
  const [profit = '', stop = ''] = ends;
  if (entry === null || !ends.every(isPositive) || !isBeyond(draft, profit, entry) || !isBeyond(draft, entry, stop)) return null;
  const [reward, risk] = [distance(profit, entry), distance(entry, stop)];
  return {
    gain: isPositive(qty) ? times(reward, qty) : null,
    loss: isPositive(qty) ? times(risk, qty) : null,
    ratio: isPositive(risk) ? fromUnits(roundedRatio(reward, risk, 2), 2) : null,
  };
}

const distance = (a: string, b: string): string => (compareDecimals(a, b) > 0 ? less(a, b) : less(b, a));

/** a ÷ b in units of 10^-decimals, rounded to the nearest. */
const roundedRatio = (a: string, b: string, decimals: number): bigint => {
  const [dividend, divisor] = [unitsOf(a) ?? 0n, unitsOf(b) ?? 1n];
  return (2n * dividend * pow10(decimals) + divisor) / (2n * divisor);
};
