import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { LadderMode } from './ladder-geometry.ts';
import type { Ladder, LadderLine } from './ladder-model.ts';

/**
 * The ladder with the cursor's line in it: a price that the user stands on stays on the screen when nothing rests there any
 * more, and at the edge when better prices have pushed it out, so that a key pressed at that moment means what was seen.
 */
export function withCursorLine(ladder: Ladder, cursor: LadderLine | null, mode: LadderMode, rows: number): Ladder {
  if (cursor === null || mode === 'ladder') return ladder;
  const side = sideOf(cursor, ladder, mode);
  if (side === 'BUY') return { ...ladder, bids: withLine(ladder.bids, cursor, side, rows) };
  return { ...ladder, asks: withLine(ladder.asks, cursor, side, rows) };
}

function withLine(lines: readonly LadderLine[], cursor: LadderLine, side: OrderSide, rows: number): readonly LadderLine[] {
  const isWorse = (line: LadderLine): boolean => (side === 'BUY' ? line.key <= cursor.key : line.key >= cursor.key);
  const found = lines.findIndex(isWorse);
  const at = found < 0 ? lines.length : found;
  if (lines[at]?.key === cursor.key) return lines;
  const before = lines[at - 1];
  const [total, totalValue] = [before?.total ?? 0n, before?.totalValue ?? 0n];
  const kept: LadderLine = { ...cursor, side, qty: 0n, value: 0n, total, totalValue, weight: before?.weight ?? 0, own: null };
  return at >= rows ? [...lines.slice(0, rows - 1), kept] : [...lines.slice(0, at), kept, ...lines.slice(at)].slice(0, rows);
}

/** The side on which the cursor's price stands: its own, unless the market has crossed it. */
function sideOf({ key, side }: LadderLine, { bids, asks }: Ladder, mode: LadderMode): OrderSide {
  if (mode === 'bids') return 'BUY';
  if (mode === 'asks') return 'SELL';
  const [bid, ask] = [bids[0]?.key ?? Number.NEGATIVE_INFINITY, asks[0]?.key ?? Number.POSITIVE_INFINITY];
  if (side === 'BUY') return key >= ask && key > bid ? 'SELL' : 'BUY';
  return key <= bid && key < ask ? 'BUY' : 'SELL';
}
