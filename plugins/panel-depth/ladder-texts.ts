import { formatCompact, formatDecimal } from '../../core/ui/index.ts';

type Measured = Pick<CanvasRenderingContext2D, 'measureText'>;

export const fits = (context: Measured, text: string, room: number): boolean => context.measureText(text).width <= room;

/** Decimals of a column, which do not change with what comes and goes in it: those of the lot, or as many as tens have room for. */
function steadyDecimals(context: Measured, decimals: number, room: number): number {
  let kept = decimals;
  while (kept > 1 && !fits(context, `00.${'0'.repeat(kept)}`, room)) kept -= 1;
  return kept;
}

const isSomething = (text: string): boolean => /[1-9]/.test(text);

/**
 * A quantity with the decimals that its column has room for, else with fewer, else shortened, else nothing: half a number is worse
 * than none. What rests there never becomes a zero.
 */
export function fittingQty(context: Measured, qty: string, decimals: number, room: number): string {
  const good = (text: string): boolean => isSomething(text) && fits(context, text, room);
  for (let kept = steadyDecimals(context, decimals, room); kept >= 0; kept -= 1) {
    const text = formatDecimal(qty, kept);
    if (!isSomething(text)) break;
    if (fits(context, text, room)) return text;
  }
  return [formatDecimal(qty, decimals), formatCompact(qty)].find(good) ?? '';
}
