import { formatDay, formatDigits, formatNumber, formatPercent, formatTime, withPlus } from '../../core/ui/index.ts';
import type { ComponentId } from './figures/fear-greed.ts';
import type { FearGreedView } from './routes.ts';

/** Figures for people: statistics to look at, never money to count with. */

const dash = '–';

/** `0.1234` is `12.3%`; `+` before what is above zero where signs count. */
export function percentText(fraction: number | null, { decimals = 1, signed = false } = {}): string {
  if (fraction === null) return dash;
  const text = formatPercent(fraction, decimals);
  return signed ? withPlus(text) : text;
}

/** With so many decimals. */
export const numberText = (value: number | null, decimals = 0): string => (value === null ? dash : formatNumber(value, decimals));

/** A price with the digits that tell it, eight at most. */
export const priceText = (value: number | null): string => (value === null ? dash : formatDigits(value, 8));

const componentTexts: Readonly<Record<ComponentId, (value: number) => string>> = {
  volatility: (value) => percentText(value),
  momentum: (value) => percentText(value, { signed: true }),
  breadth: (value) => percentText(value, { decimals: 0 }),
  volume: (value) => `${numberText(value, 2)}×`,
  dominance: (value) => percentText(value),
};

/** The figure of a part of the index, with its unit. */
export const componentText = (id: ComponentId, value: number | null): string => (value === null ? dash : componentTexts[id](value));

/** An imported value is one of a whole UTC day, which begins on the day before by the clocks of half the world. */
export const indexTime = (source: FearGreedView['source'], timeMs: number, nowMs: number, timeZone: string): string =>
  source === 'imported' ? `${formatDay(timeMs, 'UTC')} (UTC)` : formatTime(timeMs, nowMs, timeZone);
