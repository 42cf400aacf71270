import type { Instrument } from '../domain/markets/instrument.ts';
import { decimalsOf } from '../domain/numbers/decimal.ts';
import type { MarketGrid } from './market-grid.ts';

/** Books of recordings may be finer than the lot that their instrument tells. */
const spareDecimals = 9;
const largestInteger = 9e15;

/**
 * The grid of a market whose tick and lot are known, those that it counts in: what rests from before a coarser tick keeps its price. As fine in
 * quantity as whole numbers stay exact at the largest order.
 */
export function liveGrid({ tick, lot, maxQty }: Pick<Instrument, 'tick' | 'lot' | 'maxQty'>): MarketGrid {
  const tickDecimals = decimalsOf(tick);
  const lotDecimals = decimalsOf(lot);
  const room = Math.floor(Math.log10(largestInteger / Math.max(Number(maxQty), 1)));
  return { priceDecimals: tickDecimals, tickDecimals, lotDecimals, qtyDecimals: Math.max(lotDecimals, Math.min(spareDecimals, room)) };
}
