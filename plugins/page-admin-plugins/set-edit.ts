import type { PluginAccess, PluginSet } from '../../core/contract/plugin-sets.ts';

/** What a role may be given of a plugin, in order from most to least. */
export const accessChoices = ['vip0', 'vip1', 'vip2', 'vip3', 'locked', 'absent'] as const;
export type AccessChoice = (typeof accessChoices)[number];

/** What a role has of a plugin, as one of the choices. */
export const choiceOf = ({ fromVip, shown }: PluginAccess): AccessChoice =>
  fromVip === null ? (shown ? 'locked' : 'absent') : (`vip${fromVip}` as AccessChoice);

/** The level that a choice names; null for those that open at none. */
export const levelOf = (choice: AccessChoice): number | null => (choice.startsWith('vip') ? Number(choice.slice(3)) : null);

/** `*` stands for any run of characters. */
export function matchesPattern(pattern: string, pluginId: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(pluginId);
}

/** A pattern may hold lower-case letters, digits, dashes and stars. */
export const isPattern = (text: string): boolean => /^[a-z0-9*][a-z0-9*-]{0,63}$/.test(text);

/** The pattern that takes the plugin away together with others; only changing that gives it back. */
export const excludingPattern = ({ excluded }: PluginSet, plugin: string): string | null =>
  excluded.find((pattern) => pattern !== plugin && matchesPattern(pattern, plugin)) ?? null;

/** The set with this for one plugin; what it says of the others stays. */
export function withChoice(set: PluginSet, plugin: string, choice: AccessChoice): PluginSet {
  const { [plugin]: _, ...otherLevels } = set.vipOverrides;
  const others = (list: readonly string[]): string[] => list.filter((one) => one !== plugin);
  const bare = { ...set, excluded: others(set.excluded), locked: others(set.locked), vipOverrides: otherLevels };
  if (choice === 'absent') {
    const included = others(set.included);
    const isStillIn = included.some((pattern) => matchesPattern(pattern, plugin));
    return { ...bare, included, excluded: isStillIn ? [...bare.excluded, plugin] : bare.excluded };
  }
  const isIn = set.included.some((pattern) => matchesPattern(pattern, plugin));
  const given = isIn ? bare : { ...bare, included: [...set.included, plugin] };
  if (choice === 'locked') return { ...given, locked: [...given.locked, plugin] };
  const level = levelOf(choice) ?? 0;
  return level === 0 ? given : { ...given, vipOverrides: { ...given.vipOverrides, [plugin]: level } };
}

/** A word about each thing that is another in the second set: what is said of it, by a key of the texts. */
export interface SetWord {
  readonly key: 'in' | 'out' | 'excluded' | 'readmitted' | 'locked' | 'unlocked' | 'level' | 'noLevel';
  readonly name: string;
  readonly level?: number;
}

export function changedWords(before: PluginSet, after: PluginSet): readonly SetWord[] {
  const moved = (a: readonly string[], b: readonly string[], key: SetWord['key']): readonly SetWord[] =>
    b.filter((name) => !a.includes(name)).map((name) => ({ key, name }));
  const levels = Object.entries(after.vipOverrides).filter(([name, level]) => before.vipOverrides[name] !== level);
  const levelless = Object.keys(before.vipOverrides).filter((name) => after.vipOverrides[name] === undefined);
  return [
    ...moved(before.included, after.included, 'in'),
    ...moved(after.included, before.included, 'out'),
    ...moved(before.excluded, after.excluded, 'excluded'),
    ...moved(after.excluded, before.excluded, 'readmitted'),
    ...moved(before.locked, after.locked, 'locked'),
    ...moved(after.locked, before.locked, 'unlocked'),
    ...levels.map(([name, level]) => ({ key: 'level' as const, name, level })),
    ...levelless.map((name) => ({ key: 'noLevel' as const, name })),
  ];
}
