import type { ContractKind } from '../markets/instrument.ts';

/** What the others need to know of a market's kind. Nobody outside of the clearing asks for the kind itself. */
interface Kind {
  /** Positions and margin settle in one asset; else base and quote change hands, and there is no position to reduce. */
  readonly settlesInMargin: boolean;
  /** A unit of quantity is one of base, and the price is that of it. */
  readonly tradesBase: boolean;
  /** Its price is that of the base, and says what that is worth. */
  readonly pricesBase: boolean;
  /** A quantity is worth its multiple divided by the price, in what the market settles in; else times it. */
  readonly isTurned: boolean;
  /** What its orders need, cost and bring is known here. */
  readonly isCleared: boolean;
}

const kinds: Readonly<Record<ContractKind, Kind>> = {
  spot: { settlesInMargin: false, tradesBase: true, pricesBase: true, isTurned: false, isCleared: true },
  linear: { settlesInMargin: true, tradesBase: true, pricesBase: true, isTurned: false, isCleared: true },
  inverse: { settlesInMargin: true, tradesBase: false, pricesBase: true, isTurned: true, isCleared: false },
  option: { settlesInMargin: true, tradesBase: false, pricesBase: false, isTurned: false, isCleared: false },
  equity: { settlesInMargin: false, tradesBase: true, pricesBase: true, isTurned: false, isCleared: false },
};

/** An instrument, or whatever else is of a kind. */
export interface OfKind {
  readonly contractKind: ContractKind;
}

export const settlesInMargin = ({ contractKind }: OfKind): boolean => kinds[contractKind].settlesInMargin;
export const tradesBase = ({ contractKind }: OfKind): boolean => kinds[contractKind].tradesBase;
export const isCleared = ({ contractKind }: OfKind): boolean => kinds[contractKind].isCleared;
export const pricesBase = ({ contractKind }: OfKind): boolean => kinds[contractKind].pricesBase;
/** Of a market that nobody knows any more: no. */
export const isTurned = ({ contractKind = 'spot' }: Partial<OfKind>): boolean => kinds[contractKind].isTurned;
