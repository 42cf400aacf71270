import type { OverlayFigure } from 'klinecharts';
import type { ChartContext } from '../chart-context.ts';
import type { DrawingStyle } from '../chart-document.ts';
import { arrowSize } from './marks.ts';
import type { Pixel, Shape } from './tool.ts';

/** The same colour, let through: tokens are six hex digits. */
const faint = (colour: string): string => (/^#[0-9a-f]{6}$/i.test(colour) ? `${colour}24` : colour);

const noBox = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0 } as const;
const box = { paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3, borderSize: 0, borderRadius: 3 } as const;

/** Shapes of a tool as figures of klinecharts. */
export function figuresOf(shapes: readonly Shape[], style: DrawingStyle, context: ChartContext): OverlayFigure[] {
  const colour = context.colour(style.colour);
  const stroke = { style: style.dashed ? 'dashed' : 'solid', dashedValue: [5, 4] };
  const outline = {
    style: 'stroke_fill',
    color: faint(colour),
    borderColor: colour,
    borderSize: style.width,
    borderStyle: stroke.style,
    borderDashedValue: stroke.dashedValue,
  };
  const figureOf = (shape: Shape): OverlayFigure => {
    if (shape.kind === 'mark') return markFigure(shape, context);
    if (shape.kind === 'arrow') return arrowFigure(shape, context);
    if (shape.kind === 'line')
      return { type: 'line', attrs: { coordinates: shape.points }, styles: { ...stroke, color: colour, size: style.width } };
    if (shape.kind === 'area') return { type: 'polygon', attrs: { coordinates: shape.points }, styles: outline };
    if (shape.kind === 'circle') return { type: 'circle', attrs: { ...shape.center, r: shape.radius }, styles: outline };
    return {
      type: 'text',
      attrs: { ...shape.at, text: shape.text, align: shape.align, baseline: 'bottom' },
      styles: {
        size: shape.filled ? 11 : 12,
        family: context.fontFamily,
        color: shape.filled ? context.colour('surface') : colour,
        backgroundColor: shape.filled ? colour : 'transparent',
        ...(shape.filled ? box : noBox),
      },
    };
  };
  return shapes.map(figureOf);
}

function markFigure({ at, mark }: Extract<Shape, { kind: 'mark' }>, context: ChartContext): OverlayFigure {
  const tone = context.colour(mark.tone);
  const strong = mark.strong === true;
  return {
    type: 'text',
    attrs: { x: at.x, y: at.y, text: mark.text, align: 'center', baseline: mark.side === 'above' ? 'bottom' : 'top' },
    styles: {
      size: strong ? 12 : 10,
      weight: strong ? 'bold' : 'normal',
      family: context.fontFamily,
      color: strong ? context.colour('surface') : tone,
      // Words are read over bars, lines and the chart's own labels.
      backgroundColor: strong ? tone : `color-mix(in srgb, ${context.colour('surface')} 80%, transparent)`,
      ...(strong ? { ...box, paddingLeft: 4, paddingRight: 4, paddingTop: 1, paddingBottom: 1 } : noBox),
    },
    ignoreEvent: true,
  };
}

/** Its tip is at the price to the pixel, edged so that it is seen on a bar of its own colour. */
function arrowFigure({ at, mark }: Extract<Shape, { kind: 'arrow' }>, context: ChartContext): OverlayFigure {
  const grow = mark.strong === true ? 1.35 : 1;
  const y = at.y + (mark.side === 'above' ? -1 : 1) * arrowSize.height * grow;
  const half = (arrowSize.width / 2) * grow;
  return {
    type: 'polygon',
    attrs: { coordinates: [at, { x: at.x + half, y }, { x: at.x - half, y }] },
    styles: { style: 'stroke_fill', color: context.colour(mark.tone), borderColor: context.colour('surface'), borderSize: 1 },
    ignoreEvent: true,
  };
}

/** The points of a selected drawing. The library has its own handles, on which they lie, but only under the pointer. */
export const handlesOf = (points: readonly Pixel[], context: ChartContext): OverlayFigure[] =>
  points.map(({ x, y }) => ({
    type: 'circle',
    attrs: { x, y, r: 4 },
    styles: { style: 'stroke_fill', color: context.colour('surface'), borderColor: context.colour('accent'), borderSize: 1.5 },
  }));
