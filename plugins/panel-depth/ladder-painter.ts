import { decimalsOf } from '../../core/domain/decimal.ts';
import type { CanvasFrame } from '../../core/ui/index.ts';
import { formatDecimal } from '../../core/ui/index.ts';
import type { Ladder, LadderRow } from './ladder-model.ts';

export const spreadHeight = 30;

/** Where the lines stand: asks above the spread, best next to it, bids below. */
export interface LadderGeometry {
  readonly rowHeight: number;
  /** Lines that fit on one side. */
  readonly rows: number;
}

export const geometryOf = (height: number, rowHeight: number): LadderGeometry => ({
  rowHeight,
  rows: Math.max(1, Math.floor((height - spreadHeight) / 2 / rowHeight)),
});

/** The line under a point, or null on the spread and beyond the book. */
export function rowAt(ladder: Ladder, geometry: LadderGeometry, y: number): LadderRow | null {
  const asksHeight = geometry.rows * geometry.rowHeight;
  if (y < asksHeight) return ladder.asks[geometry.rows - 1 - Math.floor(y / geometry.rowHeight)] ?? null;
  const below = y - asksHeight - spreadHeight;
  return below < 0 ? null : (ladder.bids[Math.floor(below / geometry.rowHeight)] ?? null);
}

export interface LadderPaint {
  readonly ladder: Ladder;
  readonly geometry: LadderGeometry;
  readonly step: string;
  readonly lot: string;
  readonly fontFamily: string;
  /** The line that pointer or keyboard is on. */
  readonly marked: LadderRow | null;
  /** Text beside the spread, already translated. */
  readonly spreadText: string;
  readonly last: string | null;
  readonly lastTone: 'up' | 'down' | 'none';
}

const padding = 8;

export function paintLadder(frame: CanvasFrame, paint: LadderPaint): void {
  const { context, width } = frame;
  const { rows, rowHeight } = paint.geometry;
  context.textBaseline = 'middle';
  context.font = `12px ${paint.fontFamily}`;
  for (let at = 0; at < rows; at++) {
    const ask = paint.ladder.asks[at];
    if (ask !== undefined) paintRow(frame, paint, ask, (rows - 1 - at) * rowHeight);
    const bid = paint.ladder.bids[at];
    if (bid !== undefined) paintRow(frame, paint, bid, rows * rowHeight + spreadHeight + at * rowHeight);
  }
  const top = rows * rowHeight;
  context.fillStyle = frame.colour('line');
  context.fillRect(0, top, width, 1 / frame.ratio);
  context.fillRect(0, top + spreadHeight, width, 1 / frame.ratio);
  const middle = top + spreadHeight / 2;
  context.font = `600 15px ${paint.fontFamily}`;
  context.textAlign = 'left';
  context.fillStyle = frame.colour(paint.lastTone === 'none' ? 'text' : paint.lastTone);
  context.fillText(paint.last === null ? '–' : formatDecimal(paint.last), padding, middle);
  context.font = `11px ${paint.fontFamily}`;
  context.textAlign = 'right';
  context.fillStyle = frame.colour('muted');
  context.fillText(paint.spreadText, width - padding, middle);
}

function paintRow(frame: CanvasFrame, paint: LadderPaint, row: LadderRow, top: number): void {
  const { context, width } = frame;
  const { rowHeight } = paint.geometry;
  const tone = row.side === 'BUY' ? 'up' : 'down';
  context.globalAlpha = 0.14;
  context.fillStyle = frame.colour(tone);
  const bar = Math.round(width * row.weight);
  context.fillRect(width - bar, top, bar, rowHeight - 1);
  context.globalAlpha = 1;
  if (paint.marked?.price === row.price && paint.marked.side === row.side) {
    context.fillStyle = frame.colour('accent-soft');
    context.fillRect(0, top, width, rowHeight - 1);
  }
  if (row.own) {
    context.fillStyle = frame.colour('accent');
    context.fillRect(0, top, 2, rowHeight - 1);
  }
  const middle = top + rowHeight / 2;
  const lotDecimals = decimalsOf(paint.lot);
  context.textAlign = 'left';
  context.fillStyle = frame.colour(tone);
  context.fillText(formatDecimal(row.price, decimalsOf(paint.step)), padding, middle);
  context.textAlign = 'right';
  context.fillStyle = frame.colour('text');
  context.fillText(formatDecimal(row.qty, lotDecimals), width * 0.66, middle);
  context.fillStyle = frame.colour('muted');
  context.fillText(formatDecimal(row.total, lotDecimals), width - padding, middle);
}
