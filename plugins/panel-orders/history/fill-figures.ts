import type { Fill } from '../../../core/contract/client-services.ts';

/** A self-trade gives one trade two fills, so the order belongs to the key. */
export const fillKey = (fill: Fill): string => `${fill.instrumentId} ${fill.tradeId} ${fill.orderId}`;

/** Live fills over listed ones, each once, newest first. */
export function mergeFills(live: readonly Fill[], listed: readonly Fill[]): readonly Fill[] {
  const byKey = new Map<string, Fill>();
  for (const fill of [...listed, ...live]) byKey.set(fillKey(fill), fill);
  return [...byKey.values()].sort((a, b) => b.timeMs - a.timeMs || Number(b.tradeId) - Number(a.tradeId));
}
