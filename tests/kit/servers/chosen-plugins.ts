import type { PluginSource } from '../../../core/kernel/index.ts';

/** The plugins that are named, without names all but the unusual. Throws for a name that none has: its test would run without it and show nothing. */
export function chosenPlugins(
  installed: readonly PluginSource[],
  named: readonly string[] | undefined,
  unusual: readonly string[],
): readonly PluginSource[] {
  if (named === undefined) return installed.filter(({ folder }) => !unusual.includes(folder));
  const unknown = named.filter((name) => !installed.some(({ folder }) => folder === name));
  if (unknown.length > 0) throw new Error(`TESSERA_KIT_PLUGINS names no plugin: ${unknown.map((name) => `"${name}"`).join(', ')}`);
  return installed.filter(({ folder }) => named.includes(folder));
}
