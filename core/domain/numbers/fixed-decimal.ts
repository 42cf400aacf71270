/** Doubles as plain decimals, for code: no exponent, no thousands apart. People are shown core/domain/numbers/number-text.ts. */

/** With so many decimals, rounded: `fixedDecimal(1.005, 1)` is '1.0'. */
export const fixedDecimal = (value: number, decimals: number): string => value.toFixed(decimals);

/** The shortest of at most so many decimals: `shortestDecimal(0.1 + 0.2, 8)` is '0.3'. */
export function shortestDecimal(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** The shortest of at most so many significant digits: `significantDecimal(1234.5678, 6)` is '1234.57'. Below 10^-15 it is '0'. */
export function significantDecimal(value: number, digits: number): string {
  const text = String(Number(value.toPrecision(digits)));
  return text.includes('e') ? shortestDecimal(value, 15) : text;
}
