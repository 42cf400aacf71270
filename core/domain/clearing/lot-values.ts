import type { Amount } from './amount.ts';

/** What ticks and lots of one market are worth in minor units of its assets, exact. `A`: the arithmetic that the caller works in. */
export interface LotValues<A extends Amount = Amount> {
  /** Minor units of quote that `lots` are worth at a price of `ticks`. */
  quoteOf(ticks: number, lots: number): A;
  /** Minor units of base in `lots`. */
  baseOf(lots: number): A;
}

/** Values in numbers while they are safe integers, which is nearly always, else in bigints. */
export class ExactLotValues implements LotValues {
  /** Minor units of base in one lot. */
  readonly basePerLot: bigint;
  /** Minor units of quote in one tick × one lot. */
  readonly quotePerTickLot: bigint;

  /** NaN when the factor is no safe integer: then products go through bigint. */
  private readonly baseFactor: number;
  private readonly quoteFactor: number;

  constructor(basePerLot: bigint, quotePerTickLot: bigint) {
    this.basePerLot = basePerLot;
    this.quotePerTickLot = quotePerTickLot;
    this.baseFactor = safeNumber(basePerLot);
    this.quoteFactor = safeNumber(quotePerTickLot);
  }

  quoteOf(ticks: number, lots: number): Amount {
    const product = ticks * lots * this.quoteFactor;
    return product <= Number.MAX_SAFE_INTEGER ? product : BigInt(ticks) * BigInt(lots) * this.quotePerTickLot;
  }

  baseOf(lots: number): Amount {
    const product = lots * this.baseFactor;
    return product <= Number.MAX_SAFE_INTEGER ? product : BigInt(lots) * this.basePerLot;
  }
}

const safeNumber = (value: bigint): number => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.NaN);
