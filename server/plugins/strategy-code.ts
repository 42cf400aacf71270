import type { PluginDefinition } from '../../core/contract/plugin.ts';
import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import { installedPlugins } from './plugin-folders.ts';

type Strategies = Readonly<Record<string, StrategyDefinition>>;

/** The strategies of a plugin by id. `moduleUrl` is the address of its server code, null for one that is installed. */
export async function strategiesOf(pluginId: string, moduleUrl: string | null): Promise<Strategies> {
  const load = await strategyLoader(pluginId, moduleUrl);
  return load();
}

/** The same in two steps: nothing of the plugin's has run before the second. */
export async function strategyLoader(pluginId: string, moduleUrl: string | null): Promise<() => Promise<Strategies>> {
  const source = moduleUrl === null ? (await installedPlugins()).find(({ folder }) => folder === pluginId) : null;
  const load = moduleUrl === null ? source?.load : () => import(/* @vite-ignore */ moduleUrl);
  if (load === null || load === undefined) throw new Error(`the plugin ${pluginId} has no code for the server`);
  return async () => {
    const { plugin } = (await load()) as { readonly plugin: PluginDefinition };
    return (plugin.strategies ?? {}) as Strategies;
  };
}
