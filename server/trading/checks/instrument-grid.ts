import { toBigInt } from '../../../core/domain/clearing/amount.ts';
import { ExactLotValues } from '../../../core/domain/clearing/lot-values.ts';
import type { Asset, Instrument } from '../../../core/domain/markets/instrument.ts';
import { decimalsOf, divideHalfUp, pow10, toUnits } from '../../../core/domain/numbers/decimal.ts';
import { formatScaled, formatUnits, offGrid, parseScaled } from '../scaled-number.ts';

/** Decimals of a price from outside, exactly. */
const finestScale = 20;

/**
 * One instrument's way between decimal strings and the engine's ticks, lots and minor units. Exact: nothing is rounded.
 * The constructor throws when tick × lot is finer than the quote asset's minor unit, or a lot finer than the base asset's.
 */
export class InstrumentGrid {
  readonly instrument: Instrument;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Minor units of base in one lot. */
  readonly basePerLot: bigint;
  /** Minor units of quote in one tick × one lot. */
  readonly quotePerTickLot: bigint;
  /** The same as values of lots. */
  readonly values: ExactLotValues;
  readonly minLots: number;
  readonly maxLots: number;
  /** Minor units of quote. */
  readonly minNotional: bigint;
  readonly #assets: readonly [Asset, Asset];
  readonly #priceScale: number;
  readonly #tickUnits: number;
  readonly #qtyScale: number;
  readonly #lotUnits: number;

  constructor(instrument: Instrument, base: Asset, quote: Asset) {
    this.instrument = instrument;
    this.#assets = [base, quote];
    this.baseScale = base.scale;
    this.quoteScale = quote.scale;
    this.#priceScale = decimalsOf(instrument.tick);
    this.#tickUnits = this.#step('tick', instrument.tick, this.#priceScale);
    this.#qtyScale = decimalsOf(instrument.lot);
    this.#lotUnits = this.#step('lot', instrument.lot, this.#qtyScale);
    this.basePerLot = this.#rescale('lot', BigInt(this.#lotUnits), this.#qtyScale, base.scale);
    const tickLot = BigInt(this.#tickUnits) * BigInt(this.#lotUnits);
    this.quotePerTickLot = this.#rescale('tick × lot', tickLot, this.#priceScale + this.#qtyScale, quote.scale);
    this.values = new ExactLotValues(this.basePerLot, this.quotePerTickLot);
    this.minLots = Math.max(1, this.#lots('minQty', instrument.minQty));
    this.maxLots = this.#lots('maxQty', instrument.maxQty);
    this.minNotional = toUnits(instrument.minNotional, quote.scale) ?? this.#fail('minNotional', `finer than ${quote.code}`);
  }

  /** Of the same market by other terms. Throws as the constructor. */
  of(instrument: Instrument): InstrumentGrid {
    return new InstrumentGrid(instrument, ...this.#assets);
  }

  /** Ticks of a price ≥ 0, or one of `malformed`, `offGrid`, `tooLarge`. */
  ticksOf(price: string): number {
    return multipleOf(parseScaled(price, this.#priceScale), this.#tickUnits);
  }

  /** Lots of a quantity ≥ 0, or one of `malformed`, `offGrid`, `tooLarge`. */
  lotsOf(qty: string): number {
    return multipleOf(parseScaled(qty, this.#qtyScale), this.#lotUnits);
  }

  /** The nearest tick to a price > 0 that need not be on the grid, halves up; at least one. */
  nearestTicks(price: string): number {
    const units = toUnits(price, finestScale);
    if (units === null || units <= 0n) throw new RangeError(`price ${price} of ${this.instrument.id} is not a decimal above 0`);
    const perTick = BigInt(this.#tickUnits) * pow10(finestScale - this.#priceScale);
    return Math.max(1, Number(divideHalfUp(units, perTick)));
  }

  price(ticks: number): string {
    return formatStep(ticks, this.#tickUnits, this.#priceScale);
  }

  qty(lots: number): string {
    return formatStep(lots, this.#lotUnits, this.#qtyScale);
  }

  base(units: bigint): string {
    return formatUnits(units, this.baseScale);
  }

  quote(units: bigint): string {
    return formatUnits(units, this.quoteScale);
  }

  /** Quote minor units of ticks × lots. */
  notional(ticks: number, lots: number): bigint {
    return toBigInt(this.values.quoteOf(ticks, lots));
  }

  #step(name: string, text: string, scale: number): number {
    const units = parseScaled(text, scale);
    return units > 0 ? units : this.#fail(name, 'not a positive decimal');
  }

  #lots(name: string, text: string): number {
    const lots = this.lotsOf(text);
    return lots >= 0 ? lots : this.#fail(name, `${text} is not a multiple of the lot ${this.instrument.lot}`);
  }

  #rescale(name: string, units: bigint, from: number, to: number): bigint {
    if (to >= from) return units * pow10(to - from);
    const divisor = pow10(from - to);
    return units % divisor === 0n ? units / divisor : this.#fail(name, `needs ${from} decimals, the asset has ${to}`);
  }

  #fail(name: string, why: string): never {
    throw new RangeError(`instrument ${this.instrument.id}: ${name}: ${why}`);
  }
}

const multipleOf = (units: number, step: number): number => {
  if (units < 0 || step === 1) return units;
  return units % step === 0 ? units / step : offGrid;
};

const formatStep = (count: number, step: number, scale: number): string => {
  const units = count * step;
  return units <= Number.MAX_SAFE_INTEGER ? formatScaled(units, scale) : formatUnits(BigInt(count) * BigInt(step), scale);
};
