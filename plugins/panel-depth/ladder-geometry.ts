import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Ladder, LadderLine } from './ladder-model.ts';

/** Both sides, one side, or a ladder of fixed prices. */
export const ladderModes = ['both', 'bids', 'asks', 'ladder'] as const;
export type LadderMode = (typeof ladderModes)[number];

/** Height of the band with the last price, and of the foot with spread and imbalance. */
export const bandHeight = 28;
export const footHeight = 22;

/** Widths of the column of own orders: with room, narrow, and where only their mark is left of them, wide enough for a click. */
export const gutters = { wide: 52, narrow: 40, mark: 10 } as const;

/** The column of own orders in a ladder `width` px wide. */
export const gutterOf = (width: number): number => (width < 190 ? gutters.mark : width < 290 ? gutters.narrow : gutters.wide);

/** Room left and right of texts. */
export const padding = 8;
/** Room that price, quantity and total need side by side. */
const threeColumns = 174;

/** Where the texts of a book's line stand, in px from the left; without a total where there is no room for it. */
export function bookColumns({ width, gutter }: Pick<LadderGeometry, 'width' | 'gutter'>): {
  readonly left: number;
  readonly qtyRight: number;
  readonly totalRight: number | null;
} {
  const left = Math.max(padding, gutter);
  const totalRight = width - left - padding < threeColumns ? null : width - padding;
  return { left, qtyRight: totalRight === null ? width - padding : left + (width - left) * 0.62, totalRight };
}

/** Where lines and columns stand, in CSS pixels. */
export interface LadderGeometry {
  readonly mode: LadderMode;
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  /** Lines that fit: on one side in the mode `both`, altogether else. */
  readonly rows: number;
  /** Width of the column of own orders, 0 without one: they are marked at the edge alone. */
  readonly gutter: number;
  /** Top of the band with the last price; null in the ladder of fixed prices. */
  readonly bandTop: number | null;
}

export function geometryOf(
  box: { readonly width: number; readonly height: number },
  mode: LadderMode,
  rowHeight: number,
  gutter: number,
): LadderGeometry {
  const room = box.height - footHeight - (mode === 'ladder' ? 0 : bandHeight);
  const rows = Math.max(1, Math.floor(mode === 'both' ? room / 2 / rowHeight : room / rowHeight));
  const bandTop = mode === 'ladder' ? null : mode === 'bids' ? 0 : rows * rowHeight;
  return { mode, ...box, rowHeight, rows, gutter, bandTop };
}

export interface PlacedLine {
  readonly line: LadderLine;
  readonly top: number;
}

/** Lines from the highest price to the lowest, with their places. */
export function placeLines(ladder: Ladder & { readonly lines?: readonly LadderLine[] }, geometry: LadderGeometry): readonly PlacedLine[] {
  const { mode, rowHeight, rows } = geometry;
  if (mode === 'ladder') return (ladder.lines ?? []).map((line, at) => ({ line, top: at * rowHeight }));
  const below = (mode === 'both' ? rows * rowHeight : 0) + bandHeight;
  const asks = mode === 'bids' ? [] : ladder.asks.map((line, at) => ({ line, top: (rows - 1 - at) * rowHeight })).reverse();
  const bids = mode === 'asks' ? [] : ladder.bids.map((line, at) => ({ line, top: below + at * rowHeight }));
  return [...asks, ...bids];
}

/** What a point is on: the own order column of a line, or one of its sides. */
export interface LadderHit {
  readonly line: LadderLine;
  readonly cell: 'own' | OrderSide | 'price';
}

export function hitAt(placed: readonly PlacedLine[], geometry: LadderGeometry, x: number, y: number): LadderHit | null {
  const found = placed.find(({ top }) => y >= top && y < top + geometry.rowHeight);
  if (found === undefined) return null;
  const { line } = found;
  const { mode, width, gutter } = geometry;
  if (mode !== 'ladder') return { line, cell: x < gutter ? 'own' : (line.side ?? 'price') };
  if (x < gutter || x >= width - gutter) return { line, cell: 'own' };
  const { priceLeft, priceRight } = ladderColumns(geometry);
  return { line, cell: x < priceLeft ? 'BUY' : x >= priceRight ? 'SELL' : 'price' };
}

/** The price column of the fixed ladder stands in the middle, bids left of it and asks right; prices are the last to give way. */
export function ladderColumns({ width, gutter }: Pick<LadderGeometry, 'width' | 'gutter'>): {
  readonly priceLeft: number;
  readonly priceRight: number;
} {
  const room = width - 2 * gutter;
  const price = Math.max(room * 0.34, Math.min(66, room * 0.54));
  return { priceLeft: (width - price) / 2, priceRight: (width + price) / 2 };
}
