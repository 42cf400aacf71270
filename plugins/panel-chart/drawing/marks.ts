import type { ChartBar, ChartMark } from '../../../core/contract/chart.ts';
import { barAt } from '../chart-context.ts';
import type { Pixel, Shape, ToolInput } from './tool.ts';

/** Name under which klinecharts knows the marks of all overlays. */
export const marksName = 'tessera-marks';
const gap = 5;
/** Of the arrow that stands at a price. */
export const arrowSize = { width: 8, height: 7 } as const;
/** From its tip on: the arrow, and the number of its fills. */
const tipHeight = 9;
/** So near to an arrow the pointer is upon it. */
const reachPx = 9;
const letterWidth = 6;

/** Without those whose fills are all told by strong ones: one fill has one mark, whoever else knows of it. */
export function distinctMarks(marks: readonly ChartMark[]): readonly ChartMark[] {
  const told = new Set(marks.flatMap(({ strong, fills = [] }) => (strong === true ? fills : [])));
  return told.size === 0 ? marks : marks.filter(({ strong, fills }) => strong === true || fills?.every((fill) => told.has(fill)) !== true);
}

/**
 * Where marks stand: beside their bars, several on one side of a bar stacked away from it; words end before the axis. Those with a tip
 * are arrows, which say their words while the pointer is upon them.
 */
export function markShapes(
  marks: readonly ChartMark[],
  bars: readonly ChartBar[],
  input: Pick<ToolInput, 'xOf' | 'yOf' | 'width'>,
  pointer: Pixel | null = null,
): readonly Shape[] {
  const stacked = new Map<string, number>();
  const placed = marks.flatMap((mark): readonly Placed[] => {
    const x = input.xOf(mark.timeMs);
    if (x < -20 || x > input.width + 20) return [];
    const bar = barAt(bars, mark.timeMs);
    const price = mark.price ?? (mark.side === 'above' ? bar?.high : bar?.low);
    if (price === undefined) return [];
    const place = `${mark.side} ${mark.timeMs} ${mark.price ?? ''}`;
    const isTipped = mark.tip === true && !stacked.has(place);
    const offset = stacked.get(place) ?? (mark.tip === true ? tipHeight : gap);
    stacked.set(place, offset + (mark.strong === true ? 18 : 14));
    const start = mark.tip === true ? clearOf(mark, input.yOf(price), bars, input) : input.yOf(price);
    const y = start + (mark.side === 'above' ? -offset : offset);
    return [{ mark, at: { x: Math.min(x, input.width - halfWidth(mark.text)), y }, tipAt: isTipped ? { x, y: input.yOf(price) } : null }];
  });
  const isAsked = ({ tipAt }: Placed): boolean =>
    pointer !== null && tipAt !== null && Math.abs(pointer.x - tipAt.x) <= reachPx && Math.abs(pointer.y - tipAt.y) <= reachPx + tipHeight;
  const asked = placed.findLast(isAsked);
  const arrows = placed.flatMap(({ mark, tipAt }): readonly Shape[] => (tipAt === null ? [] : [{ kind: 'arrow', at: tipAt, mark }]));
  const words = placed.flatMap((one): readonly Shape[] => {
    const { mark, at, tipAt } = one;
    if (mark.tip !== true || one === asked) return [{ kind: 'mark', at, mark }];
    const count = mark.fills?.length ?? 1;
    // As many as make one arrow; of a strong one at the same price the arrow is there already.
    if (count < 2 || tipAt === null) return [];
    const y = tipAt.y + (mark.side === 'above' ? -tipHeight : tipHeight);
    return [{ kind: 'mark', at: { x: tipAt.x, y }, mark: { ...mark, strong: false, text: String(count) } }];
  });
  return [...arrows, ...words];
}

/** From where on words at this mark cover no bar: the arrow stands at the price, and they beyond the bars beside it. */
function clearOf(mark: ChartMark, y: number, bars: readonly ChartBar[], { xOf, yOf }: Pick<ToolInput, 'xOf' | 'yOf'>): number {
  const [x, half] = [xOf(mark.timeMs), halfWidth(mark.text)];
  const [first, last] = [firstBarFrom(bars, (bar) => xOf(bar.timeMs) >= x - half), firstBarFrom(bars, (bar) => xOf(bar.timeMs) > x + half)];
  const covered = bars.slice(first, last);
  return mark.side === 'above'
    ? Math.min(y, ...covered.map(({ high }) => yOf(high) + tipHeight - gap))
    : Math.max(y, ...covered.map(({ low }) => yOf(low) - tipHeight + gap));
}

/** Bars are in order of time, hence of place. */
function firstBarFrom(bars: readonly ChartBar[], isFrom: (bar: ChartBar) => boolean): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFrom(bars[middle] as ChartBar)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As wide as words about are: they are small, and figures for the most part. */
const halfWidth = (text: string): number => (text.length * letterWidth) / 2;

interface Placed {
  readonly mark: ChartMark;
  readonly at: Pixel;
  readonly tipAt: Pixel | null;
}
