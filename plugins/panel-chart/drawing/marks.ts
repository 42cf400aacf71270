import type { ChartBar, ChartMark } from '../../../core/contract/chart.ts';
import { barAt } from '../chart-context.ts';
import type { Pixel, Shape, ToolInput } from './tool.ts';

/** Name under which klinecharts knows the marks of all overlays. */
export const marksName = 'tessera-marks';
const gap = 5;
/** Of the arrow that stands at a price. */
const tipHeight = 11;
const letterWidth = 6;
const wordHeight = 13;

/** Without those whose fills are all told by strong ones: one fill has one mark, whoever else knows of it. */
export function distinctMarks(marks: readonly ChartMark[]): readonly ChartMark[] {
  const told = new Set(marks.flatMap(({ strong, fills = [] }) => (strong === true ? fills : [])));
  return told.size === 0 ? marks : marks.filter(({ strong, fills }) => strong === true || fills?.every((fill) => told.has(fill)) !== true);
}

/** Where marks stand: beside their bars, several on one side of a bar stacked away from it; words end before the axis. */
export function markShapes(
  marks: readonly ChartMark[],
  bars: readonly ChartBar[],
  input: Pick<ToolInput, 'xOf' | 'yOf' | 'width'>,
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
  const silent = withoutRoom(placed);
  return placed.flatMap((one): readonly Shape[] => {
    const { mark, at, tipAt } = one;
    const arrow = { ...mark, text: mark.side === 'above' ? '▼' : '▲' };
    return [
      ...(tipAt === null ? [] : [{ kind: 'mark', at: tipAt, mark: arrow } as const]),
      ...(silent.has(one) ? [] : [{ kind: 'mark', at, mark } as const]),
    ];
  });
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

/** Fills close to each other: words of the newest are read, of the others the tips at their prices stay. */
function withoutRoom(placed: readonly Placed[]): ReadonlySet<Placed> {
  const taken: Box[] = [];
  const silent = new Set<Placed>();
  for (const one of [...placed].sort((a, b) => b.mark.timeMs - a.mark.timeMs)) {
    const box = boxOf(one);
    const isCovered = taken.some(
      (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
    );
    if (isCovered && one.tipAt !== null) silent.add(one);
    else taken.push(box);
  }
  return silent;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxOf({ mark, at: { x, y } }: Placed): Box {
  const half = halfWidth(mark.text);
  const top = mark.side === 'above' ? y - wordHeight : y;
  return { left: x - half, right: x + half, top, bottom: top + wordHeight };
}
