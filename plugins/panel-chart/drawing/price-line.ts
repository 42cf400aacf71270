import { type OverlayCreateFiguresCallbackParams, type OverlayFigure, type OverlayTemplate, utils } from 'klinecharts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { formatDecimal } from '../../../core/domain/numbers/number-text.ts';
import { type ChartContext, contextOf } from '../chart-context.ts';
import { lastLabelY } from '../layers/price-axis.ts';
import { legendBottom, mainPane } from '../layers/surface.ts';
import type { LinePlace } from './line-labels.ts';
import { type LinePane, type PriceLineData, removeFigure, severalFigure, signWidth } from './price-line-data.ts';

const joinX = 4;
/** On a 16 px grid, in the weight of the product's icons. */
const bellPath = 'M4 11L5 9.5L5 7Q5 4 8 4Q11 4 11 7L11 9.5L12 11ZM7 12.8L9 12.8';

/** As high as the label that the button stands beside. */
const labelPadding = { paddingTop: 3, paddingBottom: 3 } as const;
const buttonPadding = { paddingTop: 1.5, paddingBottom: 1.5 } as const;
const padding = { paddingLeft: 5, paddingRight: 5, paddingTop: 2, paddingBottom: 2 } as const;

/** A thin line across the chart at one price: a small label before the axis, the price on it. */
export const priceLineTemplate: Omit<OverlayTemplate<PriceLineData>, 'name'> = {
  totalStep: 2,
  createPointFigures: (params) => {
    const {
      chart,
      overlay,
      coordinates: [at],
      bounding,
      yAxis,
    } = params;
    const context = contextOf(chart);
    if (context === null || at === undefined) return [];
    const { dashed, sign, held, joined, tone } = overlay.extendData;
    const color = context.colour(tone);
    const place = context.linePlaces(paneOf(params, context)).get(overlay.id);
    const isFront = held || place?.front === true;
    const drawn = isFront ? color : seenThrough(color, place?.faint === true ? 22 : 70);
    const figures = (place?.parts ?? [[0, bounding.width]]).map(
      ([from, to]): OverlayFigure => ({
        type: 'line',
        attrs: {
          coordinates: [
            { x: from, y: at.y },
            { x: to, y: at.y },
          ],
        },
        styles: { style: dashed ? 'dashed' : 'solid', dashedValue: [4, 3], color: drawn, size: 1 },
      }),
    );
    if (place !== undefined) {
      // A line in the hand stands between two prices of the grid.
      const off = at.y - place.y;
      figures.push(
        ...place.labels.map((label) => labelFigure(label, label.joined === null ? off : 0, isFront && label.joined === null, context)),
      );
      if (sign === 'bell' && place.axisY !== null)
        figures.push(...bell(bounding.width - signWidth, place.axisY + off, color, context.colour('surface')));
      if (place.remove !== null) figures.push(removeButton(place.remove.x, place.remove.y + off, isFront, color, context));
    }
    const joinedY = joined === null ? undefined : yAxis?.convertToPixel(joined);
    if (joinedY !== undefined) {
      const ends = [at, { y: joinedY }].map(({ y }) => ({ x: joinX, y }));
      figures.push({ type: 'line', attrs: { coordinates: ends }, styles: { style: 'solid', color, size: 2 }, ignoreEvent: true });
    }
    return figures;
  },
  createYAxisFigures: (params) => axisFigures(params),
};

/** The bars are read through lines of this colour. */
const seenThrough = (color: string, percent: number): string => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

/** Outlined, so that the filled label of the last price stands out; filled under the pointer and in the hand. */
const textStyle = (context: ChartContext, color: string, isFilled: boolean) => {
  const [ground, ink] = isFilled ? [color, context.colour('surface')] : [context.colour('surface'), color];
  const box = { style: 'stroke_fill', backgroundColor: ground, borderColor: color, borderSize: 1, borderRadius: 2 };
  return { ...padding, ...box, size: 11, family: context.fontFamily, color: ink };
};

/** Pressed, not dragged: what is below it moves with the pointer. */
const noHandle = ['onPressedMoveStart', 'onPressedMoving', 'onPressedMoveEnd'] as const;

/** One that speaks for several lines is no handle: the lines below it are. */
const labelFigure = (
  { text, tone, x, y, joined }: LinePlace['labels'][number],
  off: number,
  isFilled: boolean,
  context: ChartContext,
): OverlayFigure => ({
  ...(joined === null ? {} : { key: severalFigure, ignoreEvent: [...noHandle] }),
  type: 'text',
  attrs: { x, y: y + off, text, align: 'left', baseline: 'middle' },
  styles: { ...textStyle(context, context.colour(tone), isFilled), ...labelPadding },
});

function paneOf({ chart, yAxis }: OverlayCreateFiguresCallbackParams<PriceLineData>, context: ChartContext): LinePane {
  const { width, height } = chart.getSize(mainPane, 'main') ?? { width: 0, height: 0 };
  return {
    width,
    height,
    top: legendBottom(chart),
    lastY: lastLabelY(chart, height),
    widthOf: (label) => utils.calcTextWidth(label, 11, 'normal', context.fontFamily) + padding.paddingLeft + padding.paddingRight,
    yOf: (price) => yAxis?.convertToPixel(price) ?? Number.NaN,
  };
}

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

const removeButton = (right: number, y: number, isFilled: boolean, color: string, context: ChartContext): OverlayFigure => ({
  key: removeFigure,
  type: 'text',
  attrs: { x: right, y, text: '×', align: 'right', baseline: 'middle' },
  styles: { ...textStyle(context, color, isFilled), ...buttonPadding, size: 14 },
  ignoreEvent: [...noHandle],
});

function axisFigures(params: OverlayCreateFiguresCallbackParams<PriceLineData>): OverlayFigure[] {
  const {
    chart,
    overlay,
    coordinates: [at],
  } = params;
  const context = contextOf(chart);
  const price = overlay.points[0]?.value;
  if (context === null || at === undefined || price === undefined) return [];
  const place = context.linePlaces(paneOf(params, context)).get(overlay.id);
  if (place?.axisY === null) return [];
  return [
    {
      type: 'text',
      attrs: {
        x: 0,
        y: place === undefined ? at.y : place.axisY + at.y - place.y,
        text: formatDecimal(place?.heldPrice ?? fixedDecimal(price, chart.getSymbol()?.pricePrecision ?? 2)),
        align: 'left',
        baseline: 'middle',
      },
      styles: textStyle(context, context.colour(overlay.extendData.tone), place?.front === true),
    },
  ];
}
