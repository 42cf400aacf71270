import { addDecimals, fromUnits, wholeUnits } from './decimal.ts';
import { smallestStep } from './steps.ts';

const fewestDecimals = 2;

/**
 * An exact decimal with as many digits as tell it, `digits` of them from the first that is not zero and at least two decimals: what is finer is cut off,
 * or counted up for what must suffice. `briefDecimal('0.0012345', 2)` is '0.0012', `briefDecimal('1234.567', 4, 'up')` '1234.57'.
 */
export function briefDecimal(text: string, digits: number, towards: 'zero' | 'up' = 'zero'): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  const decimals = Math.min(20, Math.max(fewestDecimals, whole === '0' ? zeros + digits : digits - whole.length));
  const units = wholeUnits(text, decimals);
  if (units === null) throw new RangeError(`not a decimal: ${text}`);
  const cut = fromUnits(units, decimals);
  const isShort = towards === 'up' && !text.startsWith('-') && /[1-9]/.test(fraction.slice(decimals));
  return isShort ? addDecimals(cut, smallestStep(decimals)) : cut;
}
