import type { OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartPriceLine, ChartTone } from '../../../core/contract/chart.ts';
import { formatDecimal } from '../../../core/ui/format.ts';
import { contextOf } from '../chart-context.ts';

export interface PriceLineData {
  readonly label: string;
  readonly tone: ChartTone;
  readonly dashed: boolean;
  readonly sign: ChartPriceLine['sign'] | null;
  /** Chosen by key. */
  readonly held: boolean;
  readonly removable: boolean;
  /** Price of the line that this one is connected with. */
  readonly joined: number | null;
}

export const priceLineName = 'tessera-price-line';
/** Key of the figure that takes a line away. */
export const removeFigure = 'remove';
const joinX = 4;
const signWidth = 18;
/** On a 16 px grid, in the weight of the product's icons. */
const bellPath = 'M4 11L5 9.5L5 7Q5 4 8 4Q11 4 11 7L11 9.5L12 11ZM7 12.8L9 12.8';

const padding = { paddingLeft: 5, paddingRight: 5, paddingTop: 2, paddingBottom: 2, borderSize: 0 } as const;

/** A line across the chart at one price: label at its left, price on the axis. */
export const priceLineTemplate: Omit<OverlayTemplate<PriceLineData>, 'name'> = {
  totalStep: 2,
  createPointFigures: ({ chart, overlay, coordinates: [at], bounding, yAxis }) => {
    const context = contextOf(chart);
    if (context === null || at === undefined) return [];
    const { label, tone, dashed, sign, held, removable, joined } = overlay.extendData;
    const color = context.colour(tone);
    const line: OverlayFigure = {
      type: 'line',
      attrs: {
        coordinates: [
          { x: 0, y: at.y },
          { x: bounding.width, y: at.y },
        ],
      },
      styles: { style: dashed ? 'dashed' : 'solid', dashedValue: [4, 3], color, size: held ? 2 : 1 },
    };
    const name: OverlayFigure = {
      type: 'text',
      attrs: { x: 8, y: at.y, text: label, align: 'left', baseline: 'middle' },
      styles: {
        ...padding,
        size: 11,
        family: context.fontFamily,
        color: context.colour('surface'),
        backgroundColor: color,
        borderRadius: 2,
      },
    };
    const figures = label === '' ? [line] : [line, name];
    const right = sign === 'bell' ? bounding.width - signWidth : bounding.width;
    if (sign === 'bell') figures.push(...bell(right, at.y, color, context.colour('surface')));
    if (removable) figures.push(removeButton(right, at.y, name.styles, color));
    const joinedY = joined === null ? undefined : yAxis?.convertToPixel(joined);
    if (joinedY !== undefined) {
      const ends = [at, { y: joinedY }].map(({ y }) => ({ x: joinX, y }));
      figures.push({ type: 'line', attrs: { coordinates: ends }, styles: { style: 'solid', color, size: 2 }, ignoreEvent: true });
    }
    return figures;
  },
  createYAxisFigures: (params) => axisFigures(params),
};

/** Stands before the price on the axis, whose label has no room for it. */
const bell = (x: number, y: number, color: string, ink: string): OverlayFigure[] => [
  { type: 'rect', attrs: { x, y: y - 9, width: signWidth, height: 18 }, styles: { style: 'fill', color, borderSize: 0 } },
  {
    type: 'path',
    attrs: { x: x + 1, y: y - 8, width: 16, height: 16, path: bellPath },
    styles: { style: 'stroke', color: ink, lineWidth: 1.2 },
    ignoreEvent: true,
  },
];

const removeButton = (width: number, y: number, styles: unknown, color: string): OverlayFigure => ({
  key: removeFigure,
  type: 'text',
  attrs: { x: width - 8, y, text: '×', align: 'right', baseline: 'middle' },
  styles: { ...(styles as object), size: 14, backgroundColor: color },
  ignoreEvent: ['onPressedMoveStart', 'onPressedMoving', 'onPressedMoveEnd'],
});

function axisFigures({ chart, overlay, coordinates: [at] }: OverlayCreateFiguresCallbackParams<PriceLineData>): OverlayFigure[] {
  const context = contextOf(chart);
  const price = overlay.points[0]?.value;
  if (context === null || at === undefined || price === undefined) return [];
  return [
    {
      type: 'text',
      attrs: {
        x: 0,
        y: at.y,
        text: formatDecimal(price.toFixed(chart.getSymbol()?.pricePrecision ?? 2)),
        align: 'left',
        baseline: 'middle',
      },
      styles: {
        ...padding,
        size: 11,
        family: context.fontFamily,
        color: context.colour('surface'),
        backgroundColor: context.colour(overlay.extendData.tone),
      },
    },
  ];
}
