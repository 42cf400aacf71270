import type { PanelConfig } from '../../core/contract/panel.ts';

/** Letters of a saved config as JSON: a layout holds many. */
const largest = 4_000;
const deepest = 16;

/**
 * A panel's config with a change of it that came from a frame. Null when the server would not keep it: the user's whole workspace would
 * be refused with it, for as long as the panel is there.
 */
export function mergedConfig(config: PanelConfig, change: unknown): PanelConfig | null {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return null;
  const merged = { ...config, ...change };
  return canBeKept(merged, 0) && JSON.stringify(merged).length <= largest ? merged : null;
}

/** As `server/gateway/guards/json-body.ts` judges what it is sent. */
function canBeKept(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value);
  if (typeof value === 'number') return !(Math.abs(value) > Number.MAX_SAFE_INTEGER);
  if (typeof value !== 'object' || value === null) return true;
  return depth < deepest && Object.entries(value).every(([key, one]) => canBeKept(key, depth) && canBeKept(one, depth + 1));
}
