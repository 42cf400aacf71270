import type { ChartMark } from '../../core/contract/chart.ts';
import type { FillView } from '../../core/contract/client-services.ts';
import { addDecimals, divideHalfUp, fromUnits, multiplyDecimals, toUnits } from '../../core/domain/decimal.ts';
import { type Interval, intervalOpenMs } from '../../core/domain/interval.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

interface Traded {
  readonly side: FillView['side'];
  readonly timeMs: number;
  qty: string;
  quote: string;
}

const scale = 20;

/** Quote over base, to so many decimals. */
function average({ quote, qty }: Traded, decimals: number): string {
  const base = toUnits(qty, scale) ?? 0n;
  if (base === 0n) return '0';
  return fromUnits(divideHalfUp((toUnits(quote, scale) ?? 0n) * 10n ** BigInt(decimals), base), decimals);
}

/** One mark for each bar and side with what was bought or sold in it and the average price; buys stand below their bar. */
export function fillMarks(fills: readonly FillView[], interval: Interval, decimals: number, t: Say): readonly ChartMark[] {
  const traded = new Map<string, Traded>();
  for (const { side, time, qty, price } of fills) {
    const timeMs = intervalOpenMs(interval, time);
    const key = `${side} ${timeMs}`;
    const known = traded.get(key) ?? { side, timeMs, qty: '0', quote: '0' };
    known.qty = addDecimals(known.qty, qty);
    known.quote = addDecimals(known.quote, cut(multiplyDecimals(price, qty)));
    traded.set(key, known);
  }
  return [...traded.values()].map((one) => ({
    timeMs: one.timeMs,
    side: one.side === 'BUY' ? 'below' : 'above',
    tone: one.side === 'BUY' ? 'up' : 'down',
    text: t(`fill.${one.side}`, { qty: one.qty, price: average(one, decimals) }),
  }));
}

/** Products have up to 40 decimals; sums take 20. */
const cut = (value: string): string => {
  const [whole = '0', fraction = ''] = value.split('.');
  return fraction.length <= scale ? value : `${whole}.${fraction.slice(0, scale)}`;
};
