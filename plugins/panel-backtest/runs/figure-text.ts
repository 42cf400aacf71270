import { formatClock, formatDay, formatNumber, formatPercent, withPlus } from '../../../core/ui/index.ts';

/** Figures of a run for people: doubles to look at, never money to count with. */

const dash = '–';

/** `0.1234` is `+12.34%`. */
export function percentText(fraction: number | null, signed = false): string {
  if (fraction === null) return dash;
  const text = formatPercent(fraction);
  return signed ? withPlus(text) : text;
}

/** A funding rate in percent, as exchanges show it: `0.0001` is `0.0100%`. */
export const rateText = (rate: string): string => formatPercent(Number(rate), 4);

export const ratioText = (value: number | null): string => (value === null ? dash : formatNumber(value, 2));

/** A sum of money with two decimals. */
export function moneyText(value: number | null, signed = false): string {
  if (value === null) return dash;
  const text = formatNumber(value, 2);
  return signed ? withPlus(text) : text;
}

const dayMs = 86_400_000;

/** A time below an axis: of the day, the day, or the month, by what the axis spans. In a few days the times between two of them are times. */
export function axisTimeText(timeMs: number, spanMs: number, timeZone: string): string {
  if (spanMs <= 2 * dayMs) return formatClock(timeMs, timeZone).slice(0, 5);
  const clock = formatClock(timeMs, timeZone).slice(0, 5);
  if (spanMs <= 10 * dayMs && clock !== '00:00') return clock;
  const day = formatDay(timeMs, timeZone);
  return spanMs <= 400 * dayMs ? day.slice(5) : day.slice(0, 7);
}

export const toneOf = (value: number | null): 'up' | 'down' | 'none' => {
  if (value === null || value === 0) return 'none';
  return value > 0 ? 'up' : 'down';
};

/** Time that is left, for `t`: seconds below two minutes, then minutes, then hours. */
export function remainingOf(ms: number): { readonly key: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  if (ms < 120_000) return { key: 'seconds', count: Math.max(1, Math.round(ms / 1_000)) };
  if (ms < 7_200_000) return { key: 'minutes', count: Math.round(ms / 60_000) };
  return { key: 'hours', count: Math.round(ms / 3_600_000) };
}
