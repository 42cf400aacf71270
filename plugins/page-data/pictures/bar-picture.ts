import type { Picture } from '../../../core/ui/picture/echart.ts';
import type { Palette } from './palette.ts';
import { axisLook, boxLines, tooltipLook } from './parts.ts';

interface PictureBar {
  readonly name: string;
  /** Above zero in the colour of what rises, below in that of what falls. */
  readonly value: number;
  /** Lines of its box. */
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** Bars to both sides of zero, the first one on top; `text` says a value with its unit. */
export function barPicture(bars: readonly PictureBar[], text: (value: number) => string, palette: Palette): Picture {
  const look = axisLook(palette);
  return {
    grid: { left: 8, right: 16, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(palette),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (items: unknown) => {
        const bar = bars[(items as readonly { readonly dataIndex: number }[])[0]?.dataIndex ?? -1];
        return bar === undefined ? '' : boxLines(bar.name, bar.lines);
      },
    },
    xAxis: { type: 'value', ...look, axisLabel: { ...look.axisLabel, formatter: text } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      ...look,
      axisLabel: { ...look.axisLabel, color: palette.text, interval: 0 },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 16,
        data: bars.map(({ value }) => ({ value, itemStyle: { color: value < 0 ? palette.down : palette.up } })),
      },
    ],
  } as Picture;
}
