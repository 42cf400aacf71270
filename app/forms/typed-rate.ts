import { decimalsOf, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import { normalDecimal } from '../../core/ui/text/decimal-text.ts';

const placesOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A fraction as percent: '0.0005' is '0.05'. What is no decimal stays as it is. */
export function percentOf(fraction: string): string {
  const scale = Math.max(decimalsOf(fraction), placesOf(fraction)) + 2;
  const units = toUnits(fraction, scale);
  return units === null ? fraction : fromUnits(units * 100n, scale);
}

/** Percent as typed, as a fraction: '0.05' is '0.0005', '5.' is '0.05'. Empty stays empty. */
export function fractionOf(percent: string): string {
  const plain = normalDecimal(percent);
  const units = plain === '' ? null : toUnits(plain, placesOf(plain));
  return units === null ? plain : fromUnits(units, placesOf(plain) + 2);
}
