import type { ChartBar, ChartMark } from '../../../core/contract/chart.ts';
import { barAt } from '../chart-context.ts';
import type { Shape, ToolInput } from './tool.ts';

/** Name under which klinecharts knows the marks of all overlays. */
export const marksName = 'tessera-marks';
const gap = 5;
/** Of the arrow that stands at a price. */
const tipHeight = 11;

/** Where marks stand: beside their bars, several on one side of a bar stacked away from it. */
export function markShapes(
  marks: readonly ChartMark[],
  bars: readonly ChartBar[],
  input: Pick<ToolInput, 'xOf' | 'yOf' | 'width'>,
): readonly Shape[] {
  const stacked = new Map<string, number>();
  return marks.flatMap((mark): readonly Shape[] => {
    const x = input.xOf(mark.timeMs);
    if (x < -20 || x > input.width + 20) return [];
    const bar = barAt(bars, mark.timeMs);
    const price = mark.price ?? (mark.side === 'above' ? bar?.high : bar?.low);
    if (price === undefined) return [];
    const place = `${mark.side} ${mark.timeMs} ${mark.price ?? ''}`;
    const isTipped = mark.tip === true && !stacked.has(place);
    const offset = stacked.get(place) ?? (mark.tip === true ? tipHeight : gap);
    stacked.set(place, offset + (mark.strong === true ? 18 : 14));
    const y = input.yOf(price) + (mark.side === 'above' ? -offset : offset);
    const tip: Shape = { kind: 'mark', at: { x, y: input.yOf(price) }, mark: { ...mark, text: mark.side === 'above' ? '▼' : '▲' } };
    return [...(isTipped ? [tip] : []), { kind: 'mark', at: { x, y }, mark }];
  });
}
