import { formatDay } from '../../../core/ui/index.ts';
import type { Palette } from './palette.ts';

/** Parts that the pictures of this page share. */

export const tooltipLook = ({ surface, line, text }: Palette) => ({
  confine: true,
  backgroundColor: surface,
  borderColor: line,
  textStyle: { color: text, fontSize: 11 },
});

export const axisLook = ({ line, muted }: Palette) => ({
  axisTick: { show: false },
  axisLine: { lineStyle: { color: line } },
  axisLabel: { color: muted, fontSize: 11, hideOverlap: true },
  splitLine: { lineStyle: { color: line } },
});

/** An axis of UTC days. */
export const dayAxis = (palette: Palette) => {
  const look = axisLook(palette);
  const formatter = (timeMs: number): string => formatDay(timeMs, 'UTC').slice(5);
  return { type: 'time', ...look, splitLine: { show: false }, axisLabel: { ...look.axisLabel, formatter } };
};

/** What comes from outside and stands in a box that is written as HTML. */
const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Lines of such a box, the first one its title. */
export const boxLines = (title: string, rows: readonly (readonly [name: string, value: string])[]): string =>
  [safe(title), ...rows.map(([name, value]) => `${safe(name)} <b style="font-variant-numeric:tabular-nums">${safe(value)}</b>`)].join(
    '<br>',
  );
