import type { PreviewContext, PreviewLine } from '../../core/contract/strategy-preview.ts';
import type { Params } from './params.ts';
import { linePrices, nearestLine } from './strategy-lines.ts';

/** Every line with the order that it would have at the last price, and the prices that end the grid. */
export function previewOf({ params, instruments, lastPrices }: PreviewContext<Params>): readonly PreviewLine[] {
  const { instrumentId, orderQty, takeProfit, stopLoss } = params;
  const prices = linePrices(params, instruments[instrumentId]?.tick ?? '1');
  const last = lastPrices[instrumentId];
  const nearest = last === undefined ? -1 : nearestLine(prices, last);
  const lines = prices.map((price, at): PreviewLine => {
    if (nearest < 0 || at === nearest) return { instrumentId, price, side: null, key: 'preview.line' };
    return { instrumentId, price, side: at < nearest ? 'BUY' : 'SELL', qty: orderQty };
  });
  const ends: PreviewLine[] = [];
  if (takeProfit !== undefined) ends.push({ instrumentId, price: takeProfit, side: null, key: 'preview.takeProfit' });
  if (stopLoss !== undefined) ends.push({ instrumentId, price: stopLoss, side: null, key: 'preview.stopLoss' });
  return [...lines, ...ends];
}
