import { formatCompact, formatDecimal } from '../../domain/numbers/number-text.ts';

/** Width of a text in px. */
export type WidthOf = (text: string) => number;

/**
 * Widths in the font that the canvas has while it is asked. All figures are as wide as each other, so that numbers of one shape are measured
 * once; for one picture, as letters that come late change widths.
 */
export function widthsOn(context: Pick<CanvasRenderingContext2D, 'measureText'>): WidthOf {
  const known = new Map<string, number>();
  return (text) => {
    const shape = text.replace(/\d/g, '0');
    const width = known.get(shape) ?? context.measureText(shape).width;
    known.set(shape, width);
    return width;
  };
}

/** Decimals of a column, which do not change with what comes and goes in it: those of the lot, or as many as tens have room for. */
function steadyDecimals(widthOf: WidthOf, decimals: number, room: number): number {
  let kept = decimals;
  while (kept > 1 && widthOf(`00.${'0'.repeat(kept)}`) > room) kept -= 1;
  return kept;
}

const isSomething = (text: string): boolean => /[1-9]/.test(text);

/**
 * A quantity with the decimals that its column has room for, else with fewer, else shortened, else nothing: half a number is worse
 * than none. What is there never becomes a zero.
 */
export function fittingQty(widthOf: WidthOf, qty: string, decimals: number, room: number): string {
  const good = (text: string): boolean => isSomething(text) && widthOf(text) <= room;
  for (let kept = steadyDecimals(widthOf, decimals, room); kept >= 0; kept -= 1) {
    const text = formatDecimal(qty, kept);
    if (!isSomething(text)) break;
    if (widthOf(text) <= room) return text;
  }
  return [formatDecimal(qty, decimals), formatCompact(qty)].find(good) ?? '';
}
