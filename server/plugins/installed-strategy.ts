import type { PluginDefinition } from '../../core/contract/plugin.ts';
import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import { installedPlugins } from './plugin-folders.ts';

/** The code of an installed strategy, by its plugin's id with or without `strategy-`. Throws RangeError when there is none. */
export async function installedStrategy(name: string): Promise<StrategyDefinition> {
  const source = (await installedPlugins()).find(({ folder }) => folder === name || folder === `strategy-${name}`);
  const module = (await source?.load?.()) as { readonly plugin: PluginDefinition } | undefined;
  const [strategy] = Object.values(module?.plugin.strategies ?? {});
  if (strategy === undefined) throw new RangeError(`Unknown Strategy: ${name}`);
  return strategy as StrategyDefinition;
}
