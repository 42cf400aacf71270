import type { FigureUnit } from '../../core/domain/operation-words.ts';
import { formatDay, formatNumber, type Translate } from '../../core/ui/index.ts';
import { formatClock } from '../../core/ui/text/format.ts';

const dash = '–';
const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.5 GB`, by powers of 1024. */
export function bytesText(bytes: number): string {
  let [step, value] = [0, bytes];
  for (; value >= 1024 && step < byteUnits.length - 1; step++) value /= 1024;
  return `${formatNumber(value, step < 2 || value >= 100 ? 0 : 1)} ${byteUnits[step]}`;
}

/** `4.2 ms`, `1.5 s`. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return dash;
  if (seconds >= 1) return `${formatNumber(seconds, seconds >= 100 ? 0 : 1)} s`;
  const ms = seconds * 1_000;
  return `${formatNumber(ms, ms >= 10 || ms === 0 ? 0 : 1)} ms`;
}

const small = (value: number): string => formatNumber(value, Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2);

const texts: Readonly<Record<FigureUnit, (value: number) => string>> = {
  count: small,
  'per-second': (value) => `${small(value)}/s`,
  seconds: secondsText,
  bytes: bytesText,
  percent: (value) => `${formatNumber(value, value >= 10 || value === 0 ? 0 : 1)}%`,
};

/** With its unit; a dash where nobody knows it. */
export const figureText = (value: number | null, unit: FigureUnit): string => (value === null ? dash : texts[unit](value));

/** Between two lines of an axis up to a value: of bytes a round number of the unit that they are written in; null: any round number. */
export function axisStep(most: number, unit: FigureUnit): number | null {
  if (unit !== 'bytes' || most < 1024) return null;
  const size = 1024 ** Math.min(byteUnits.length - 1, Math.floor(Math.log2(most) / 10));
  const wanted = most / size / 4;
  return size * (byteSteps.find((step) => step >= wanted) ?? 256);
}
const byteSteps = [0.5, 1, 2, 5, 10, 20, 50, 100, 200];

/** How long something lasts: `12 s`, `5 min`, `3 h`, `2 d`; never negative. */
export function durationText(ms: number, t: Translate): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return t('duration.seconds', { count: seconds });
  if (seconds < 3_600) return t('duration.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 2 * 86_400) return t('duration.hours', { count: Math.floor(seconds / 3_600) });
  return t('duration.days', { count: Math.floor(seconds / 86_400) });
}

/** On the axis of a span: the time of day, and the day where there are several. */
export const axisTime = (timeMs: number, timeZone: string, days: boolean): string =>
  days ? formatDay(timeMs, timeZone).slice(5) : formatClock(timeMs, timeZone).slice(0, 5);
