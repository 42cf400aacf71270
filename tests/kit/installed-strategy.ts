import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import { installedPlugins } from '../../server/plugins/plugin-folders.ts';

/** The code of an installed strategy, by the id of its plugin. */
export async function installedStrategy(pluginId: string): Promise<StrategyDefinition> {
  const source = (await installedPlugins()).find(({ folder }) => folder === pluginId);
  const module = (await source?.load?.()) as { readonly plugin: { readonly strategies: Readonly<Record<string, StrategyDefinition>> } };
  const [strategy] = Object.values(module.plugin.strategies);
  if (strategy === undefined) throw new Error(`${pluginId} has no strategy`);
  return strategy;
}
