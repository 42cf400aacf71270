import { fixedDecimal } from '../../domain/numbers/fixed-decimal.ts';

/** What a slider goes over, in whatever its user counts. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Of the range, within which a pointer is drawn to a mark. */
const pull = 0.02;

/** A share of the way, 0 to 1, as a value: on the nearest step, or on a mark that is near. */
export function valueAt(share: number, { min, max, step }: SliderRange, marks: readonly number[] = []): number {
  const raw = min + share * (max - min);
  const mark = marks.find((one) => Math.abs(one - raw) <= pull * (max - min));
  return mark ?? within(min + Math.round((raw - min) / step) * step, { min, max, step });
}

/** Where a key leads to; null where it is none that moves. With Shift ten times as far. */
export function valueAfterKey(value: number, key: string, shift: boolean, range: SliderRange): number | null {
  if (key === 'Home') return range.min;
  if (key === 'End') return range.max;
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
  if (steps === undefined) return null;
  return within(value + steps * (shift && key.startsWith('Arrow') ? 10 : 1) * range.step, range);
}

const within = (value: number, { min, max, step }: SliderRange): number => {
  // Steps of 0.1 must not end at 0.30000000000000004.
  const decimals = /\.(\d+)/.exec(String(step))?.[1]?.length ?? 0;
  return Number(fixedDecimal(Math.max(min, Math.min(max, value)), decimals));
};
