import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { fittingQty, type WidthOf, widthsOn } from '../../core/ui/canvas/canvas-texts.ts';
import { type CanvasFrame, formatCompact, formatDecimal } from '../../core/ui/index.ts';
import {
  bandHeight,
  bookColumns,
  footHeight,
  gutters,
  type LadderGeometry,
  ladderColumns,
  type PlacedLine,
  padding,
} from './ladder-geometry.ts';
import { type Ladder, type LadderLine, type Measure, qtyScale, qtyText, valueText } from './ladder-model.ts';
import type { PriceGrid } from './price-grid.ts';

export interface LadderPaint {
  readonly ladder: Ladder;
  readonly placed: readonly PlacedLine[];
  readonly geometry: LadderGeometry;
  readonly grid: PriceGrid;
  readonly measure: Measure;
  /** What the bars show. */
  readonly bars: Measure | 'qty';
  readonly lot: string;
  readonly fontFamily: string;
  /** Key and side of the line that pointer or keyboard is on. */
  readonly marked: LadderLine | null;
  /** Line to which own orders are being dragged. */
  readonly target: LadderLine | null;
  /** Last price, with the decimals of the tick, and where it came from. */
  readonly last: string | null;
  /** Line of the fixed ladder that holds the last price. */
  readonly lastKey: number | null;
  readonly lastTone: 'up' | 'down' | 'none';
  /** Translated texts of the foot and of the band. */
  readonly texts: { readonly spread: string; readonly bids: string; readonly asks: string };
}

/** A picture in the making. */
interface Painting extends LadderPaint {
  /** Widths of the texts of rows, and of the one in bold. */
  readonly widthOf: WidthOf;
  readonly boldWidthOf: WidthOf;
}

/** Between the texts of two columns. */
const columnGap = 6;

/** Draws the whole ladder: texts where they have room, in the theme's colours. */
export function paintLadder(frame: CanvasFrame, what: LadderPaint): void {
  const { context } = frame;
  const paint: Painting = { ...what, widthOf: widthsOn(context), boldWidthOf: widthsOn(context) };
  context.textBaseline = 'middle';
  context.font = `12px ${paint.fontFamily}`;
  const row = paint.geometry.mode === 'ladder' ? paintFixedRow : paintBookRow;
  for (const { line, top } of paint.placed) {
    paintGround(frame, paint, line, top);
    row(frame, paint, line, top);
  }
  if (paint.geometry.bandTop !== null) paintBand(frame, paint, paint.geometry.bandTop);
  paintFoot(frame, paint);
}

const isSame = (a: LadderLine | null, b: LadderLine): boolean => a !== null && a.key === b.key && a.side === b.side;

function paintGround(frame: CanvasFrame, paint: Painting, line: LadderLine, top: number): void {
  const { context, width } = frame;
  const height = paint.geometry.rowHeight - 1;
  if (isSame(paint.marked, line) || isSame(paint.target, line)) {
    context.fillStyle = frame.colour('accent-soft');
    context.fillRect(0, top, width, height);
  }
  if (isSame(paint.target, line)) {
    context.strokeStyle = frame.colour('accent');
    context.lineWidth = 1;
    context.strokeRect(0.5, top + 0.5, width - 1, height - 1);
  }
}

function paintBar(frame: CanvasFrame, line: LadderLine, left: number, top: number, width: number, height: number): void {
  const { context } = frame;
  context.globalAlpha = 0.14;
  context.fillStyle = frame.colour(line.side === 'BUY' ? 'up' : 'down');
  context.fillRect(left, top, width, height);
  context.globalAlpha = 1;
}

function paintOwn(frame: CanvasFrame, paint: Painting, line: LadderLine, top: number): void {
  if (line.own === null) return;
  const { context, width } = frame;
  const { gutter, rowHeight, mode } = paint.geometry;
  const middle = top + rowHeight / 2;
  const mark = (left: number, units: bigint): void => {
    context.fillStyle = frame.colour('accent');
    context.fillRect(left === 0 ? 0 : width - 2, top, 2, rowHeight - 1);
    if (gutter < gutters.narrow) return;
    context.fillStyle = frame.colour('accent-text');
    context.textAlign = left === 0 ? 'left' : 'right';
    context.fillText(ownText(units), left === 0 ? 5 : width - 5, middle, gutter - 7);
  };
  if (mode !== 'ladder') mark(0, line.own.buy + line.own.sell);
  else {
    if (line.own.buy > 0n) mark(0, line.own.buy);
    if (line.own.sell > 0n) mark(1, line.own.sell);
  }
}

/** An own quantity as it is, shortened when it is long: the column is narrow. */
function ownText(units: bigint): string {
  const text = qtyText(units);
  return text.length > 7 && units >= 1_000n * 10n ** BigInt(qtyScale) ? formatCompact(text) : formatDecimal(text);
}

function measureOf(paint: Painting, line: LadderLine, room: number): string {
  if (paint.measure === 'total') return fittingQty(paint.widthOf, qtyText(line.total), decimalsOf(paint.lot), room);
  return formatCompact(valueText(line[paint.measure], paint.grid));
}

function paintBookRow(frame: CanvasFrame, paint: Painting, line: LadderLine, top: number): void {
  const { context, width } = frame;
  const { rowHeight, gutter } = paint.geometry;
  const { left, qtyRight, totalRight } = bookColumns(paint.geometry);
  // Beside the column that they show.
  const right = paint.bars === 'qty' && totalRight !== null ? qtyRight + columnGap / 2 : width;
  const bar = Math.round((right - gutter) * line.weight);
  paintBar(frame, line, right - bar, top, bar, rowHeight - 1);
  paintOwn(frame, paint, line, top);
  const middle = top + rowHeight / 2;
  const price = formatDecimal(line.price);
  context.textAlign = 'left';
  context.fillStyle = frame.colour(line.side === 'BUY' ? 'up' : 'down');
  context.fillText(price, left, middle);
  const room = qtyRight - left - paint.widthOf(price) - columnGap;
  context.textAlign = 'right';
  context.fillStyle = frame.colour('text');
  context.fillText(fittingQty(paint.widthOf, qtyText(line.qty), decimalsOf(paint.lot), room), qtyRight, middle);
  if (totalRight === null) return;
  context.fillStyle = frame.colour('muted');
  context.fillText(measureOf(paint, line, totalRight - qtyRight - columnGap), totalRight, middle);
}

function paintFixedRow(frame: CanvasFrame, paint: Painting, line: LadderLine, top: number): void {
  const { context } = frame;
  const { rowHeight, gutter } = paint.geometry;
  const { priceLeft, priceRight } = ladderColumns(paint.geometry);
  const middle = top + rowHeight / 2;
  const isBid = line.side === 'BUY';
  if (line.side !== null) {
    const bar = Math.round((priceLeft - gutter) * line.weight);
    paintBar(frame, line, isBid ? priceLeft - bar : priceRight, top, bar, rowHeight - 1);
  }
  paintOwn(frame, paint, line, top);
  const isLast = paint.lastKey === line.key;
  context.fillStyle = frame.colour('raised');
  context.fillRect(priceLeft, top, priceRight - priceLeft, rowHeight - 1);
  context.textAlign = 'center';
  context.fillStyle = frame.colour(isLast ? 'text' : line.side === null ? 'muted' : isBid ? 'up' : 'down');
  if (isLast) context.font = `600 12px ${paint.fontFamily}`;
  const price = formatDecimal(line.price);
  const withArrow = `${isLast ? arrows[paint.lastTone] : ''}${price}`;
  const priceRoom = priceRight - priceLeft;
  const widthOf = isLast ? paint.boldWidthOf : paint.widthOf;
  context.fillText(widthOf(withArrow) <= priceRoom ? withArrow : price, (priceLeft + priceRight) / 2, middle, priceRoom);
  if (isLast) context.font = `12px ${paint.fontFamily}`;
  if (line.side === null) return;
  context.fillStyle = frame.colour('text');
  context.textAlign = isBid ? 'right' : 'left';
  const inset = priceLeft - gutter < 60 ? 3 : 6;
  const qty = fittingQty(paint.widthOf, qtyText(line.qty), decimalsOf(paint.lot), priceLeft - gutter - inset - 1);
  context.fillText(qty, isBid ? priceLeft - inset : priceRight + inset, middle);
}

const arrows = { up: '▲ ', down: '▼ ', none: '' } as const;

/** The last price, with its direction, between the sides. */
function paintBand(frame: CanvasFrame, paint: Painting, top: number): void {
  const { context, width } = frame;
  context.fillStyle = frame.colour('line');
  context.fillRect(0, top, width, 1 / frame.ratio);
  context.fillRect(0, top + bandHeight, width, 1 / frame.ratio);
  const middle = top + bandHeight / 2;
  context.textAlign = 'left';
  context.font = `600 15px ${paint.fontFamily}`;
  context.fillStyle = frame.colour(paint.lastTone === 'none' ? 'text' : paint.lastTone);
  const left = Math.max(padding, paint.geometry.gutter);
  context.fillText(paint.last === null ? '–' : arrows[paint.lastTone] + formatDecimal(paint.last), left, middle, width - left - 4);
  context.font = `12px ${paint.fontFamily}`;
}

/** Shares of the sides as one bar, the spread in its middle. */
function paintFoot(frame: CanvasFrame, paint: Painting): void {
  const { context, width, height } = frame;
  const top = height - footHeight;
  context.fillStyle = frame.colour('surface');
  context.fillRect(0, top, width, footHeight);
  context.fillStyle = frame.colour('line');
  context.fillRect(0, top, width, 1 / frame.ratio);
  const share = paint.ladder.bidShare;
  if (share !== null) {
    const bids = Math.round(width * share);
    context.fillStyle = frame.colour('up');
    context.fillRect(0, height - 3, bids, 3);
    context.fillStyle = frame.colour('down');
    context.fillRect(bids, height - 3, width - bids, 3);
  }
  const middle = top + (footHeight - 3) / 2 + 1;
  const { bids, asks, spread } = paint.texts;
  context.font = `11px ${paint.fontFamily}`;
  context.textAlign = 'center';
  context.fillStyle = frame.colour('muted');
  context.fillText(spread, width / 2, middle, width - 2 * padding);
  // The bar below says the shares too: their figures give way.
  const widthOf = widthsOn(context);
  const side = (width - widthOf(spread)) / 2 - padding - columnGap;
  if (widthOf(bids) > side || widthOf(asks) > side) return;
  context.textAlign = 'left';
  context.fillStyle = frame.colour('up');
  context.fillText(bids, padding, middle);
  context.textAlign = 'right';
  context.fillStyle = frame.colour('down');
  context.fillText(asks, width - padding, middle);
}
