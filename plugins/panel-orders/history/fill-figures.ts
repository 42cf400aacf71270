import type { FillView } from '../../../core/contract/client-services.ts';

/** A self-trade gives one trade two fills, so the order belongs to the key. */
export const fillKey = (fill: FillView): string => `${fill.id} ${fill.trade_id} ${fill.order_id}`;

/** Live fills over listed ones, each once, newest first. */
export function mergeFills(live: readonly FillView[], listed: readonly FillView[]): readonly FillView[] {
  const byKey = new Map<string, FillView>();
  for (const fill of [...listed, ...live]) byKey.set(fillKey(fill), fill);
  return [...byKey.values()].sort((a, b) => b.time - a.time || Number(b.trade_id) - Number(a.trade_id));
}
