import type { ContractKind } from '../markets/instrument.ts';

/** What the others need to know of a market's kind. Nobody outside of the clearing asks for the kind itself. */
interface Kind {
  /** Positions and margin settle in one asset; else base and quote change hands, and there is no position to reduce. */
  readonly settlesInMargin: boolean;
  /** A unit of quantity is one of base, and the price is that of it. */
  readonly tradesBase: boolean;
  /** What its orders need, cost and bring is known here. */
  readonly isCleared: boolean;
}

const kinds: Readonly<Record<ContractKind, Kind>> = {
  spot: { settlesInMargin: false, tradesBase: true, isCleared: true },
  linear: { settlesInMargin: true, tradesBase: true, isCleared: true },
  inverse: { settlesInMargin: true, tradesBase: false, isCleared: false },
  option: { settlesInMargin: true, tradesBase: false, isCleared: false },
  equity: { settlesInMargin: false, tradesBase: true, isCleared: false },
};

/** An instrument, or whatever else is of a kind. */
export interface OfKind {
  readonly contractKind: ContractKind;
}

export const settlesInMargin = ({ contractKind }: OfKind): boolean => kinds[contractKind].settlesInMargin;
export const tradesBase = ({ contractKind }: OfKind): boolean => kinds[contractKind].tradesBase;
export const isCleared = ({ contractKind }: OfKind): boolean => kinds[contractKind].isCleared;
