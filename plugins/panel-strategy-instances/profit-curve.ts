import type { InstanceMarkView } from '../../schemas/wire/strategy.ts';

export interface CurvePoint {
  readonly timeMs: number;
  /** In quote. */
  readonly value: number;
}

/**
 * Result after each fill, before fees: money in and out, and what is held at the last price that it was traded at. Doubles: it is
 * drawn, not booked. `marks` are newest first.
 */
export function profitCurve(marks: readonly InstanceMarkView[]): readonly CurvePoint[] {
  const held = new Map<string, { qty: number; price: number }>();
  let cash = 0;
  return [...marks].reverse().map(({ instrument, side, price, qty, time }) => {
    const signed = (side === 'BUY' ? 1 : -1) * Number(qty);
    cash -= signed * Number(price);
    held.set(instrument, { qty: (held.get(instrument)?.qty ?? 0) + signed, price: Number(price) });
    const value = [...held.values()].reduce((sum, one) => sum + one.qty * one.price, cash);
    return { timeMs: time, value };
  });
}
