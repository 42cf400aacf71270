import { addDecimals, compareDecimals, decimalsOf, fromUnits, multiplyDecimals, toUnits } from '../../core/domain/decimal.ts';
import type { OrderSide } from '../../core/domain/order.ts';

/** One line of the ladder; texts are exact decimals, `weight` is the cumulative quantity relative to the deepest line shown. */
export interface LadderRow {
  readonly side: OrderSide;
  readonly price: string;
  readonly qty: string;
  readonly total: string;
  readonly weight: number;
  readonly own: boolean;
}

export interface Ladder {
  /** Best first. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
  /** Best ask − best bid in quote; null while a side is empty. */
  readonly spread: string | null;
  /** Spread in basis points of the middle; a display value. */
  readonly spreadBps: number | null;
  /** Share of the bid quantity in what is shown, 0–1; null when nothing is shown. */
  readonly bidShare: number | null;
}

type Levels = ReadonlyArray<readonly [price: string, qty: string]>;

export interface LadderInput {
  readonly bids: Levels;
  readonly asks: Levels;
  /** Price step of a line: the tick or a multiple of it. */
  readonly step: string;
  /** Lines a side. */
  readonly rows: number;
  /** Prices of the user's own resting orders. */
  readonly ownBids: readonly string[];
  readonly ownAsks: readonly string[];
}

/** Steps offered for a tick: 1, 10, 100 and 1,000 ticks. */
export const groupingSteps = (tick: string): string[] => ['1', '10', '100', '1000'].map((factor) => multiplyDecimals(tick, factor));

/** Groups levels by `step` (bids down, asks up, so that a line never shows a better price than it holds) and adds them up. */
export function buildLadder(input: LadderInput): Ladder {
  const scale = decimalsOf(input.step);
  const asks = group(input.asks, input.step, scale, 'SELL', input.rows, input.ownAsks);
  const bids = group(input.bids, input.step, scale, 'BUY', input.rows, input.ownBids);
  const bidTotal = Number(bids.at(-1)?.total ?? '0');
  const askTotal = Number(asks.at(-1)?.total ?? '0');
  const deepest = Math.max(bidTotal, askTotal);
  const weigh = (row: LadderRow): LadderRow => ({ ...row, weight: deepest === 0 ? 0 : Number(row.total) / deepest });
  const { spread, spreadBps } = spreadOf(input.bids[0]?.[0], input.asks[0]?.[0]);
  return {
    asks: asks.map(weigh),
    bids: bids.map(weigh),
    spread,
    spreadBps,
    bidShare: bidTotal + askTotal === 0 ? null : bidTotal / (bidTotal + askTotal),
  };
}

function group(levels: Levels, step: string, scale: number, side: OrderSide, rows: number, own: readonly string[]): LadderRow[] {
  const ownLines = new Set(own.map((price) => linePrice(price, step, scale, side)));
  const lines: { price: string; qty: string }[] = [];
  for (const [price, qty] of levels) {
    const line = linePrice(price, step, scale, side);
    const last = lines.at(-1);
    if (last?.price === line) last.qty = addDecimals(last.qty, qty);
    else if (lines.length === rows) break;
    else lines.push({ price: line, qty });
  }
  let total = '0';
  return lines.map(({ price, qty }) => {
    total = addDecimals(total, qty);
    return { side, price, qty, total, weight: 0, own: ownLines.has(price) };
  });
}

/** The price of the line that holds `price`, with the step's decimals. */
function linePrice(price: string, step: string, scale: number, side: OrderSide): string {
  const priceScale = Math.max(scale, decimalsOf(price));
  const units = toUnits(price, priceScale) ?? 0n;
  const stepUnits = toUnits(step, priceScale) ?? 1n;
  const rest = units % stepUnits;
  const floor = units - rest;
  return fromUnits(side === 'SELL' && rest > 0n ? floor + stepUnits : floor, priceScale, scale);
}

function spreadOf(bid: string | undefined, ask: string | undefined): { spread: string | null; spreadBps: number | null } {
  if (bid === undefined || ask === undefined || compareDecimals(ask, bid) <= 0) return { spread: null, spreadBps: null };
  const spread = addDecimals(ask, `-${bid}`);
  return { spread, spreadBps: (Number(spread) / ((Number(ask) + Number(bid)) / 2)) * 10_000 };
}
