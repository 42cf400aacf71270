import type { Picture } from '../../../core/ui/picture/echart.ts';
import type { Palette } from './palette.ts';
import { axisLook, boxLines, tooltipLook } from './parts.ts';

interface HeatCell {
  readonly x: number;
  readonly y: number;
  /** Null: not known. */
  readonly value: number | null;
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

export interface Heat {
  readonly across: readonly string[];
  readonly down: readonly string[];
  readonly cells: readonly HeatCell[];
  readonly least: number;
  readonly most: number;
  /** From `least` to `most`. */
  readonly colours: (palette: Palette) => readonly string[];
  /** In the cell; empty: none. */
  readonly label: (value: number) => string;
}

/** Values as colours over two lists of words; what is not known stays blank. */
export function heatPicture({ across, down, cells, least, most, colours, label }: Heat, palette: Palette): Picture {
  const look = { ...axisLook(palette), splitLine: { show: false }, splitArea: { show: false } };
  return {
    grid: { left: 8, right: 8, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: across, position: 'top', ...look },
    yAxis: { type: 'category', data: down, inverse: true, ...look, axisLabel: { ...look.axisLabel, interval: 0 } },
    visualMap: { show: false, type: 'continuous', min: least, max: most, inRange: { color: colours(palette) } },
    tooltip: {
      ...tooltipLook(palette),
      formatter: (item: unknown) => {
        const found = cells[(item as { readonly dataIndex: number }).dataIndex];
        return found === undefined ? '' : boxLines(found.title, found.lines);
      },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ x, y, value }) => [x, y, value ?? '-']),
        label: {
          show: true,
          color: palette.text,
          fontSize: 11,
          formatter: ({ value }: { readonly value: readonly (number | string)[] }) => (typeof value[2] === 'number' ? label(value[2]) : ''),
        },
        itemStyle: { borderColor: palette.surface, borderWidth: 1 },
        emphasis: { itemStyle: { borderColor: palette.text } },
      },
    ],
  } as Picture;
}
