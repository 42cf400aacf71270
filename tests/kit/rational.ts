/** Exact fractions for references: slow, and nothing is rounded before it is asked for. */
export interface Rational {
  readonly top: bigint;
  /** Above 0. */
  readonly bottom: bigint;
}

export const whole = (value: bigint | number): Rational => ({ top: BigInt(value), bottom: 1n });
export const fraction = (top: bigint, bottom: bigint): Rational => (bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom });

/** '1.25' as 125/100. */
export function rational(text: string): Rational {
  const [head = '0', tail = ''] = text.replaceAll(',', '').split('.');
  return { top: BigInt(head + tail), bottom: 10n ** BigInt(tail.length) };
}

export const plus = (a: Rational, b: Rational): Rational => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const negative = ({ top, bottom }: Rational): Rational => ({ top: -top, bottom });
export const minus = (a: Rational, b: Rational): Rational => plus(a, negative(b));
export const by = (a: Rational, b: Rational): Rational => fraction(a.top * b.top, a.bottom * b.bottom);
export const over = (a: Rational, b: Rational): Rational => fraction(a.top * b.bottom, a.bottom * b.top);
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const largest = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b);
export const absolute = (a: Rational): Rational => (a.top < 0n ? negative(a) : a);
export const down = ({ top, bottom }: Rational): bigint => {
  const quotient = top / bottom;
  return top < 0n && quotient * bottom !== top ? quotient - 1n : quotient;
};
export const up = (a: Rational): bigint => -down(negative(a));
