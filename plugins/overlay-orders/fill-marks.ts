import type { ChartMark } from '../../core/contract/chart.ts';
import type { Fill } from '../../core/contract/client-services.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { fillsByBar } from '../../core/domain/orders/fills-by-bar.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** One mark for each bar and side with what was bought or sold in it and the average price; its tip at that price. */
export const fillMarks = (fills: readonly Fill[], interval: Interval, decimals: number, t: Say): readonly ChartMark[] =>
  fillsByBar(fills, interval, decimals).map(({ timeMs, side, qty, price, fills: told }) => ({
    timeMs,
    side: side === 'BUY' ? 'below' : 'above',
    tone: side === 'BUY' ? 'up' : 'down',
    text: t(`fill.${side}`, { qty: formatDecimal(qty), price: formatDecimal(price, decimals) }),
    price: Number(price),
    tip: true,
    fills: told,
  }));
