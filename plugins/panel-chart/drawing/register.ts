import { type OverlayCreateFiguresCallbackParams, type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts';
import { formatNumber } from '../../../core/domain/numbers/number-text.ts';
import { contextOf } from '../chart-context.ts';
import { drawingTools } from './catalogue.ts';
import { contributedName, type DrawingData, overlayNameOf } from './drawing-data.ts';
import { figuresOf, handlesOf } from './figures.ts';
import { markShapes, marksName } from './marks.ts';
import { priceLineTemplate } from './price-line.ts';
import { type PriceLineData, priceLineName } from './price-line-data.ts';
import type { DrawingTool, ToolInput } from './tool.ts';

let registered = false;

/** Makes all tools known to klinecharts, which keeps them for the whole page. */
export function registerDrawings(): void {
  if (registered) return;
  registered = true;
  for (const tool of drawingTools) registerOverlay(templateOf(overlayNameOf(tool.id), tool.clicks));
  registerOverlay(templateOf(contributedName, 2));
  registerOverlay<PriceLineData>({ name: priceLineName, ...priceLineTemplate });
  registerOverlay({ name: marksName, totalStep: 1, createPointFigures: drawMarks });
}

function templateOf(name: string, clicks: DrawingTool['clicks']): OverlayTemplate<DrawingData> {
  return {
    name,
    // Its points are always given: the library never sets them step by step.
    totalStep: 2,
    drawingMode: clicks === 'freehand' ? 'continuous' : 'step',
    needDefaultPointFigure: clicks !== 'freehand',
    needDefaultXAxisFigure: clicks !== 'freehand',
    needDefaultYAxisFigure: clicks !== 'freehand',
    createPointFigures: drawTool,
  };
}

function drawTool(params: OverlayCreateFiguresCallbackParams<DrawingData>): OverlayFigure[] {
  const { chart, overlay } = params;
  const context = contextOf(chart);
  const data = overlay.extendData;
  const tool = context?.toolOf(data.tool) ?? null;
  if (context === null || tool === null) return [];
  const figures = figuresOf(tool.draw(inputOf(params)), data, context);
  return data.handles && tool.clicks !== 'freehand' ? [...figures, ...handlesOf(params.coordinates, context)] : figures;
}

function inputOf({ chart, overlay, coordinates, bounding, xAxis, yAxis }: OverlayCreateFiguresCallbackParams<DrawingData>): ToolInput {
  const decimals = chart.getSymbol()?.pricePrecision ?? 2;
  return {
    points: coordinates,
    prices: overlay.points.map(({ value }) => value ?? 0),
    bars: coordinates.map(({ x }) => Math.round(xAxis?.convertFromPixel(x) ?? 0)),
    timesMs: overlay.points.map(({ timestamp }) => timestamp ?? 0),
    width: bounding.width,
    height: bounding.height,
    text: overlay.extendData.text,
    yOf: (price) => yAxis?.convertToPixel(price) ?? 0,
    xOf: (timeMs) => xAxis?.convertTimestampToPixel(timeMs) ?? 0,
    priceText: (price) => formatNumber(price, decimals),
  };
}

/** Marks of all overlays at once: one overlay of klinecharts, however many marks. */
function drawMarks({ chart, bounding, xAxis, yAxis }: OverlayCreateFiguresCallbackParams<unknown>): OverlayFigure[] {
  const context = contextOf(chart);
  if (context === null || xAxis === null || yAxis === null) return [];
  const input = {
    width: bounding.width,
    xOf: (timeMs: number) => xAxis.convertTimestampToPixel(timeMs),
    yOf: (price: number) => yAxis.convertToPixel(price),
  };
  const marks = context.marks();
  const shapes = markShapes(marks, context.bars(), input, context.pointer());
  context.painted = marks.filter(({ timeMs }) => input.xOf(timeMs) >= 0 && input.xOf(timeMs) <= bounding.width);
  return figuresOf(shapes, { colour: 'text', width: 1, dashed: false }, context);
}
