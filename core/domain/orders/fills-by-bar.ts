import { type Interval, intervalOpenMs } from '../markets/interval.ts';
import { addDecimals, divideHalfUp, fromUnits, multiplyDecimals, toUnits } from '../numbers/decimal.ts';
import type { OrderSide } from './order.ts';

interface OwnFill {
  readonly orderId: string;
  readonly tradeId: string;
  readonly side: OrderSide;
  readonly timeMs: number;
  readonly price: string;
  readonly qty: string;
}

/** What was bought, or sold, in one bar of a chart. */
export interface BarFills {
  /** When the bar opens. */
  readonly timeMs: number;
  readonly side: OrderSide;
  /** In base. */
  readonly qty: string;
  /** Average by quantity. */
  readonly price: string;
  /** Which they were: an id for each, the same wherever it is told. */
  readonly fills: readonly string[];
}

interface Traded {
  readonly side: OrderSide;
  readonly timeMs: number;
  readonly fills: string[];
  qty: string;
  quote: string;
}

const scale = 20;

/** Sums of fills by bar and side; average prices have so many decimals. */
export function fillsByBar(fills: readonly OwnFill[], interval: Interval, decimals: number): readonly BarFills[] {
  const traded = new Map<string, Traded>();
  for (const { orderId, tradeId, side, timeMs: happenedMs, qty, price } of fills) {
    const timeMs = intervalOpenMs(interval, happenedMs);
    const key = `${side} ${timeMs}`;
    const known = traded.get(key) ?? { side, timeMs, fills: [], qty: '0', quote: '0' };
    known.fills.push(`${orderId} ${tradeId}`);
    known.qty = addDecimals(known.qty, qty);
    known.quote = addDecimals(known.quote, cut(multiplyDecimals(price, qty)));
    traded.set(key, known);
  }
  return [...traded.values()].map((one) => {
    const { timeMs, side, qty, fills } = one;
    return { timeMs, side, qty, price: average(one, decimals), fills };
  });
}

/** Quote over base, to so many decimals. */
function average({ quote, qty }: Traded, decimals: number): string {
  const base = toUnits(qty, scale) ?? 0n;
  if (base === 0n) return '0';
  return fromUnits(divideHalfUp((toUnits(quote, scale) ?? 0n) * 10n ** BigInt(decimals), base), decimals);
}

/** Products have up to 40 decimals; sums take 20. */
const cut = (value: string): string => {
  const [whole = '0', fraction = ''] = value.split('.');
  return fraction.length <= scale ? value : `${whole}.${fraction.slice(0, scale)}`;
};
