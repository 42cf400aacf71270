import { formatCompact, formatDecimal } from '../../core/ui/index.ts';

export type Measured = Pick<CanvasRenderingContext2D, 'measureText'>;

/** Measures each text once: for one picture, as letters that come late change their widths. */
export function measuredOnce(context: Measured & Pick<CanvasRenderingContext2D, 'font'>): Measured {
  const known = new Map<string, TextMetrics>();
  return {
    measureText(text) {
      const key = `${context.font} ${text}`;
      const metrics = known.get(key) ?? context.measureText(text);
      known.set(key, metrics);
      return metrics;
    },
  };
}

export const fits = (measured: Measured, text: string, room: number): boolean => measured.measureText(text).width <= room;

/** Decimals of a column, which do not change with what comes and goes in it: those of the lot, or as many as tens have room for. */
function steadyDecimals(measured: Measured, decimals: number, room: number): number {
  let kept = decimals;
  while (kept > 1 && !fits(measured, `00.${'0'.repeat(kept)}`, room)) kept -= 1;
  return kept;
}

const isSomething = (text: string): boolean => /[1-9]/.test(text);

/**
 * A quantity with the decimals that its column has room for, else with fewer, else shortened, else nothing: half a number is worse
 * than none. What rests there never becomes a zero.
 */
export function fittingQty(measured: Measured, qty: string, decimals: number, room: number): string {
  const good = (text: string): boolean => isSomething(text) && fits(measured, text, room);
  for (let kept = steadyDecimals(measured, decimals, room); kept >= 0; kept -= 1) {
    const text = formatDecimal(qty, kept);
    if (!isSomething(text)) break;
    if (fits(measured, text, room)) return text;
  }
  return [formatDecimal(qty, decimals), formatCompact(qty)].find(good) ?? '';
}
