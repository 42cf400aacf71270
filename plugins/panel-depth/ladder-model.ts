import type { Order } from '../../core/contract/client-services.ts';
import { fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { PriceGrid } from './price-grid.ts';

/** Decimals in which quantities are added up: as fine as any ledger's. */
export const qtyScale = 8;

export type Levels = ReadonlyArray<readonly [price: string, qty: string]>;

/** Own resting orders on one line. */
interface OwnLine {
  /** What is still open of them, in units of `qtyScale`. */
  readonly buy: bigint;
  readonly sell: bigint;
  readonly orders: readonly Order[];
}

/** One line of the ladder. Quantities are in units of `qtyScale`, values in those times price steps. */
export interface LadderLine {
  /** Null: a price of the fixed ladder at which nothing rests. */
  readonly side: OrderSide | null;
  /** Price in steps of the grid. */
  readonly key: number;
  readonly price: string;
  readonly qty: bigint;
  readonly total: bigint;
  readonly value: bigint;
  readonly totalValue: bigint;
  /** Length of its bar: share of the longest shown, 0–1. */
  readonly weight: number;
  readonly own: OwnLine | null;
}

/** What the third column shows: the quantity up to a line, the line's value, or the value up to it. */
export const measures = ['total', 'value', 'totalValue'] as const;
export type Measure = (typeof measures)[number];

/** Which column the bars show; where there is no third one, that of the sizes. */
export const barColumns = ['measure', 'size'] as const;
export type BarColumn = (typeof barColumns)[number];

export interface Ladder {
  /** Best first. */
  readonly asks: readonly LadderLine[];
  readonly bids: readonly LadderLine[];
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  /** Best ask − best bid in quote; null while a side is empty or the book is crossed. */
  readonly spread: string | null;
  /** Spread in basis points of the middle; for showing only. */
  readonly spreadBps: number | null;
  /** Share of the bid quantity in what is shown, 0–1; null when nothing is shown. */
  readonly bidShare: number | null;
}

export interface LadderInput {
  readonly bids: Levels;
  readonly asks: Levels;
  readonly grid: PriceGrid;
  /** Price step of a line in steps of the grid: the tick or a multiple of it. */
  readonly step: number;
  /** Decimals of the step. */
  readonly decimals: number;
  /** What the bars show. */
  readonly bars: Measure | 'qty';
  readonly orders: readonly Order[];
}

/** The best `rows` lines of each side. */
export function buildLadder(input: LadderInput, rows: number): Ladder {
  return ladderOf(input, (_, count) => count < rows);
}

/** A ladder of fixed prices: `rows` lines downwards from `top`, a multiple of the step, with the empty ones between. */
export function buildPriceLadder(input: LadderInput, top: number, rows: number): Ladder & { readonly lines: readonly LadderLine[] } {
  const bottom = Math.max(input.step, top - (rows - 1) * input.step);
  const ladder = ladderOf(input, (key, _, side) => (side === 'BUY' ? key >= bottom : key <= top));
  const filled = new Map([...ladder.asks, ...ladder.bids].map((line) => [line.key, line]));
  const own = ownLines(input);
  const lines: LadderLine[] = [];
  for (let key = top; key >= bottom && lines.length < rows; key -= input.step) {
    lines.push(filled.get(key) ?? emptyLine(input, key, own.get(`BUY${key}`) ?? own.get(`SELL${key}`) ?? null));
  }
  return { ...ladder, lines };
}

/** Top price of a fixed ladder whose middle is the spread; null while the book is empty. */
export function centredTop(input: Pick<LadderInput, 'bids' | 'asks' | 'grid' | 'step'>, rows: number): number | null {
  const bid = input.bids[0]?.[0];
  const ask = input.asks[0]?.[0];
  const around = bid ?? ask;
  if (around === undefined) return null;
  const middle = lineKey(input.grid.key(around), input.step, bid === undefined ? 'SELL' : 'BUY');
  return middle + Math.floor(rows / 2) * input.step;
}

export const qtyText = (units: bigint): string => fromUnits(units, qtyScale);
export const valueText = (value: bigint, grid: PriceGrid): string => fromUnits(value, qtyScale + grid.decimals);

/** The line that holds a price: bids go down and asks up, so that no line shows a better price than it holds. */
export function lineKey(key: number, step: number, side: OrderSide): number {
  const rest = key % step;
  return side === 'SELL' && rest > 0 ? key - rest + step : key - rest;
}

/** True for an order that stands in the book; waiting ones do not. */
export const isResting = (order: Order): boolean => order.price !== null && order.type === 'LIMIT' && order.status !== 'WAITING';

/** What is open of an order, in units of `qtyScale`. */
export const openUnits = (order: Order): bigint =>
  (toUnits(order.qty ?? '0', qtyScale) ?? 0n) - (toUnits(order.filledQty, qtyScale) ?? 0n) - (toUnits(order.preventedQty, qtyScale) ?? 0n);

function ladderOf(input: LadderInput, wanted: (key: number, count: number, side: OrderSide) => boolean): Ladder {
  const own = ownLines(input);
  const asks = linesOf(input, 'SELL', own, wanted);
  const bids = linesOf(input, 'BUY', own, wanted);
  const longest = [...asks, ...bids].reduce((most, line) => (line[input.bars] > most ? line[input.bars] : most), 0n);
  const weighed = (line: LadderLine): LadderLine => ({ ...line, weight: share(line[input.bars], longest) });
  const bidTotal = bids.at(-1)?.total ?? 0n;
  const all = bidTotal + (asks.at(-1)?.total ?? 0n);
  const bestBid = input.bids[0]?.[0] ?? null;
  const bestAsk = input.asks[0]?.[0] ?? null;
  return {
    asks: asks.map(weighed),
    bids: bids.map(weighed),
    bestBid,
    bestAsk,
    ...spreadOf(bestBid, bestAsk, input.grid),
    bidShare: all === 0n ? null : share(bidTotal, all),
  };
}

function linesOf(
  input: LadderInput,
  side: OrderSide,
  own: ReadonlyMap<string, OwnLine>,
  wanted: (key: number, count: number, side: OrderSide) => boolean,
): LadderLine[] {
  const { grid, step, decimals } = input;
  const lines: LadderLine[] = [];
  let [key, qty, value, total, totalValue] = [-1, 0n, 0n, 0n, 0n];
  const close = (): void => {
    if (key < 0) return;
    lines.push({ side, key, price: grid.text(key, decimals), qty, value, total, totalValue, weight: 0, own: own.get(side + key) ?? null });
  };
  for (const [price, text] of side === 'BUY' ? input.bids : input.asks) {
    const exact = grid.key(price);
    const line = lineKey(exact, step, side);
    if (line !== key) {
      close();
      if (!wanted(line, lines.length, side)) return lines;
      [key, qty, value] = [line, 0n, 0n];
    }
    const units = toUnits(text, qtyScale) ?? 0n;
    const worth = BigInt(exact) * units;
    qty += units;
    value += worth;
    total += units;
    totalValue += worth;
  }
  close();
  return lines;
}

/** Own orders by side and line. */
function ownLines({ orders, grid, step }: LadderInput): ReadonlyMap<string, OwnLine> {
  const lines = new Map<string, OwnLine>();
  for (const order of orders) {
    if (order.price === null) continue;
    const at = order.side + lineKey(grid.key(order.price), step, order.side);
    const before = lines.get(at) ?? { buy: 0n, sell: 0n, orders: [] };
    const open = openUnits(order);
    lines.set(at, {
      buy: before.buy + (order.side === 'BUY' ? open : 0n),
      sell: before.sell + (order.side === 'SELL' ? open : 0n),
      orders: [...before.orders, order],
    });
  }
  return lines;
}

const emptyLine = ({ grid, decimals }: LadderInput, key: number, own: OwnLine | null): LadderLine => ({
  side: null,
  key,
  price: grid.text(key, decimals),
  qty: 0n,
  total: 0n,
  value: 0n,
  totalValue: 0n,
  weight: 0,
  own,
});

/** A part of a whole, for drawing. */
const share = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000);

function spreadOf(
  bid: string | null,
  ask: string | null,
  grid: PriceGrid,
): { readonly spread: string | null; readonly spreadBps: number | null } {
  const [low, high] = [bid === null ? 0 : grid.key(bid), ask === null ? 0 : grid.key(ask)];
  if (bid === null || ask === null || high <= low) return { spread: null, spreadBps: null };
  return { spread: grid.text(high - low), spreadBps: ((high - low) / ((high + low) / 2)) * 10_000 };
}
