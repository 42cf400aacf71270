import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';

/** What a set makes of one plugin, before the plugin's own access rules. */
export type SetEffect =
  | { readonly kind: 'included' }
  | { readonly kind: 'vip'; readonly level: number }
  | { readonly kind: 'locked' }
  | { readonly kind: 'missing' };

/** `*` stands for any run of characters. */
export function matchesPattern(pattern: string, pluginId: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(pluginId);
}

/** Excluded wins over included, locked over a VIP level. */
export function effectOn(set: PluginSetView, pluginId: string): SetEffect {
  const hits = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesPattern(pattern, pluginId));
  if (!hits(set.included) || hits(set.excluded)) return { kind: 'missing' };
  if (set.locked.includes(pluginId)) return { kind: 'locked' };
  const level = set.vip_overrides[pluginId];
  return level === undefined ? { kind: 'included' } : { kind: 'vip', level };
}

/** Plugins that a role has before a change and not, or only locked, after it. */
export function lostBy(before: PluginSetView, after: PluginSetView, pluginIds: readonly string[]): readonly string[] {
  const usable = (set: PluginSetView, id: string): boolean => ['included', 'vip'].includes(effectOn(set, id).kind);
  return pluginIds.filter((id) => usable(before, id) && !usable(after, id));
}

/** A pattern may hold lower-case letters, digits, dashes and stars. */
export const isPattern = (text: string): boolean => /^[a-z0-9*][a-z0-9*-]{0,63}$/.test(text);
