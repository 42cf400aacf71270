import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, divideUp, fromUnits, multiplyDecimals, pow10, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';

/** Exact arithmetic on decimal strings of at most 20 decimals. Nothing is rounded but where the name says so. */

const scale = 20;

/** Units of 10^-20; null when the text is no plain decimal. */
export const unitsOf = (text: string): bigint | null => (text.startsWith('-') ? null : toUnits(text, scale));
export const decimalOf = (units: bigint): string => fromUnits(units, scale);

/** a × b, cut off after 20 decimals: exact for values on a grid. Null when one is no decimal. */
export function times(a: string | null, b: string | null): string | null {
  if (a === null || b === null || unitsOf(a) === null || unitsOf(b) === null) return null;
  return decimalOf((toUnits(multiplyDecimals(a, b), 40) ?? 0n) / pow10(scale));
}

/** a ÷ b rounded down at 20 decimals; null when one is no decimal or b is zero. */
export function dividedBy(a: string, b: string): string | null {
  const [dividend, divisor] = [unitsOf(a), unitsOf(b)];
  return dividend === null || divisor === null || divisor === 0n ? null : decimalOf((dividend * pow10(scale)) / divisor);
}

/** a − b, never below zero. */
export function less(a: string, b: string): string {
  const rest = (unitsOf(a) ?? 0n) - (unitsOf(b) ?? 0n);
  return decimalOf(rest > 0n ? rest : 0n);
}

/** The smaller one. */
export const least = (a: string, b: string): string => ((unitsOf(a) ?? 0n) < (unitsOf(b) ?? 0n) ? a : b);

/** Half of a + b. */
export const middleOf = (a: string, b: string): string => decimalOf(((unitsOf(a) ?? 0n) + (unitsOf(b) ?? 0n)) / 2n);

export const isPositive = (text: string): boolean => (unitsOf(text) ?? 0n) > 0n;

export const isOnGrid = (text: string, step: string): boolean => (unitsOf(text) ?? 1n) % (unitsOf(step) || 1n) === 0n;

/** The largest multiple of the step that is not above the value. */
export function floorTo(text: string, step: string): string {
  const units = unitsOf(text) ?? 0n;
  return decimalOf(units - (units % (unitsOf(step) || 1n)));
}

/** `percent` hundredths of a value; percent is a whole number. */
export const share = (text: string, percent: number): string => decimalOf(((unitsOf(text) ?? 0n) * BigInt(percent)) / 100n);

/** How many whole hundredths `part` is of `whole`, 0 to 100. */
export function percentOf(part: string, whole: string): number {
  const [a, b] = [unitsOf(part) ?? 0n, unitsOf(whole) ?? 0n];
  if (b <= 0n) return 0;
  const percent = (a * 100n) / b;
  return percent > 100n ? 100 : Number(percent);
}

/** What a user pays, rounded up at the last of its decimals. */
export const roundedUp = (text: string, decimals: number): string =>
  fromUnits(divideUp(unitsOf(text) ?? 0n, pow10(scale - decimals)), decimals);

/** Decimals that an amount of quote is typed and shown with. */
export const quoteDecimals = (instrument: Pick<Instrument, 'tick'>): number => Math.max(2, decimalsOf(instrument.tick));

/**
 * Worst price that an aggressive order of this side may reach from `reference` (trading rules §1): the band's width is rounded outwards
 * and at least one tick, as in the engine.
 */
export function bandEdge(instrument: Pick<Instrument, 'tick' | 'priceBand'>, side: OrderSide, reference: string): string {
  const tick = unitsOf(instrument.tick) || 1n;
  const ticks = (unitsOf(reference) ?? 0n) / tick;
  const width = divideUp(ticks * (unitsOf(instrument.priceBand) ?? 0n), pow10(scale)) || 1n;
  const edge = side === 'BUY' ? ticks + width : ticks - width;
  return decimalOf((edge > 1n ? edge : 1n) * tick);
}
