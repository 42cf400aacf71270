import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../numbers/decimal.ts';

/** What a price is: `MARK` of a contract, `INDEX` of several exchanges, `MID` of a book with both sides, `LAST` trade. */
export const referenceKinds = ['MARK', 'INDEX', 'MID', 'LAST'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What something is worth, and by which price. */
export interface ReferencePrice {
  readonly kind: ReferenceKind;
  /** Decimal string in quote per base. */
  readonly price: string;
}

/** What is known of a market. Decimal strings; absent or null is not there. */
export interface KnownPrices {
  readonly mark?: string | null;
  /** Only while it is not stale. */
  readonly index?: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly last: string | null;
}

/** A book whose sides are farther apart than this share of its middle, in percent, says nothing of a value: anybody can quote a cent and a million. */
const widestSpreadPercent = '5';

/** Halfway between the best bid and the best ask, exact; null while a side is empty. */
export const midPrice = (bid: string | null, ask: string | null): string | null =>
  bid === null || ask === null ? null : multiplyDecimals(addDecimals(bid, ask), '0.5');

/**
 * The price by which something is valued: the market's mark, else the index, else the middle of a narrow book, else its last trade, else the
 * middle of a wide one. Null of a market that nobody ever quoted on both sides nor traded on. What was traded last is no value: one trade of one lot moves it anywhere.
 */
export function referencePrice({ mark = null, index = null, bid, ask, last }: KnownPrices): ReferencePrice | null {
  if (mark !== null) return { kind: 'MARK', price: mark };
  if (index !== null) return { kind: 'INDEX', price: index };
  const mid = midPrice(bid, ask);
  if (mid !== null && (last === null || isNarrow(bid, ask, mid))) return { kind: 'MID', price: mid };
  return last === null ? null : { kind: 'LAST', price: last };
}

const isNarrow = (bid: string | null, ask: string | null, mid: string): boolean =>
  bid !== null &&
  ask !== null &&
  compareDecimals(multiplyDecimals(addDecimals(ask, negateDecimal(bid)), '100'), multiplyDecimals(mid, widestSpreadPercent)) <= 0;
