import { fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';

type Levels = ReadonlyArray<readonly [price: string, qty: string]>;

const scale = 8;
const priceScale = 12;

/** What can be bought or sold down to a price. Texts are exact decimals. */
interface CurveFigures {
  readonly side: OrderSide;
  readonly price: string;
  /** Quantity up to and with this price. */
  readonly qty: string;
  /** Its value in quote. */
  readonly value: string;
  /** Average price of that quantity, with `priceScale` decimals cut. */
  readonly average: string;
  /** Distance from the middle in percent, for showing. */
  readonly distance: number;
}

export interface CurvePoint extends CurveFigures {
  /** The same for drawing. */
  readonly x: number;
  readonly y: number;
}

/** Both cumulative sides around the middle. */
export interface DepthCurve {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
  /** Best first. */
  readonly bids: readonly CurvePoint[];
  readonly asks: readonly CurvePoint[];
}

/** Shares of the middle shown on each side, in percent; 0 is the whole book. */
export const ranges = [0.1, 0.25, 0.5, 1, 2, 5, 0] as const;
export type Range = (typeof ranges)[number];

/** Ticks of the axis of quantities: zero and at most five steps of 1, 2 or 5 of some power of ten, the last above the curve. */
export function qtyTicks({ bids, asks }: Pick<DepthCurve, 'bids' | 'asks'>): readonly number[] {
  const top = Math.max(bids.at(-1)?.y ?? 0, asks.at(-1)?.y ?? 0);
  if (top <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(top / 5));
  const step = power * ([1, 2, 5].find((factor) => factor * power * 5 >= top) ?? 10);
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, at) => at * step);
}

/** Null while a side is empty: there is no middle to stand around. */
export function buildCurve(bids: Levels, asks: Levels, range: Range): DepthCurve | null {
  const bid = bids[0];
  const ask = asks[0];
  if (bid === undefined || ask === undefined) return null;
  const middle = (Number(bid[0]) + Number(ask[0])) / 2;
  const farthest = Math.max(middle - Number(bids.at(-1)?.[0]), Number(asks.at(-1)?.[0]) - middle);
  const reach = range === 0 ? farthest : (middle * range) / 100;
  const [low, high] = [middle - reach, middle + reach];
  return {
    middle,
    low,
    high,
    bids: cumulate(bids, 'BUY', middle, (x) => x >= low),
    asks: cumulate(asks, 'SELL', middle, (x) => x <= high),
  };
}

function cumulate(levels: Levels, side: OrderSide, middle: number, isShown: (x: number) => boolean): CurvePoint[] {
  const points: CurvePoint[] = [];
  let [qty, value] = [0n, 0n];
  for (const [price, text] of levels) {
    const x = Number(price);
    if (!isShown(x)) break;
    const units = toUnits(text, scale) ?? 0n;
    qty += units;
    value += units * (toUnits(price, priceScale) ?? 0n);
    const total = fromUnits(qty, scale);
    points.push({
      side,
      price,
      qty: total,
      value: fromUnits(value, scale + priceScale),
      average: fromUnits(qty === 0n ? 0n : value / qty, priceScale),
      distance: (x / middle - 1) * 100,
      x,
      y: Number(total),
    });
  }
  return points;
}

/** Points of a step line from the left edge to the best price and down, or from the best price up and to the right edge. */
export function stepsOf(curve: DepthCurve, side: OrderSide): readonly (readonly [x: number, y: number])[] {
  const points = side === 'BUY' ? curve.bids : curve.asks;
  const [best, last] = [points[0], points.at(-1)];
  if (best === undefined || last === undefined) return [];
  const line = points.map(({ x, y }) => [x, y] as const);
  const whole = [[best.x, 0] as const, ...line, [side === 'BUY' ? curve.low : curve.high, last.y] as const];
  return side === 'BUY' ? whole.reverse() : whole;
}

/** The level that a price on the axis falls to: what an order down to there would take. Null between the sides. */
export function pointAt(curve: DepthCurve, x: number): CurvePoint | null {
  const points = x <= curve.middle ? curve.bids : curve.asks;
  return points.findLast((point) => (point.side === 'BUY' ? point.x >= x : point.x <= x)) ?? null;
}

/** The next level to the left or right; from nowhere the best bid or ask. */
export function stepPoint(curve: DepthCurve, from: CurvePoint | null, by: 1 | -1): CurvePoint | null {
  const all = [...curve.bids].reverse().concat(curve.asks);
  if (from === null) return (by === 1 ? curve.asks[0] : curve.bids[0]) ?? null;
  const at = all.findIndex((point) => (by === 1 ? point.x > from.x : point.x >= from.x));
  return all[by === 1 ? at : (at < 0 ? all.length : at) - 1] ?? from;
}

/** A narrower or wider range. */
export function zoomed(range: Range, by: 1 | -1): Range {
  return ranges[Math.max(0, Math.min(ranges.length - 1, ranges.indexOf(range) + by))] ?? range;
}

/** Room around the picture in px: the axes' labels stand in it. */
export const frame = { left: 8, right: 52, top: 8, bottom: 20 } as const;

/** Place of a price, and price of a place, in px from the left edge of a chart `width` px wide. */
export const placeOf = (curve: DepthCurve, width: number, price: number): number =>
  frame.left + ((price - curve.low) / (curve.high - curve.low)) * (width - frame.left - frame.right);
export const priceAt = (curve: DepthCurve, width: number, place: number): number =>
  curve.low + ((place - frame.left) / (width - frame.left - frame.right)) * (curve.high - curve.low);
