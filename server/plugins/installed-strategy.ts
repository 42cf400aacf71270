import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import { installedPlugins } from './plugin-folders.ts';
import { strategiesOf } from './strategy-code.ts';

/** The id of a strategy's plugin, with or without `strategy-`. Throws RangeError when it is not installed. */
export async function strategyPlugin(name: string): Promise<string> {
  const source = (await installedPlugins()).find(({ folder }) => folder === name || folder === `strategy-${name}`);
  if (source === undefined) throw unknown(name);
  return source.folder;
}

/** The code of the first strategy of a plugin, named as above. Throws RangeError when there is none. */
export async function installedStrategy(name: string): Promise<StrategyDefinition> {
  const [strategy] = Object.values(await strategiesOf(await strategyPlugin(name), null));
  if (strategy === undefined) throw unknown(name);
  return strategy;
}

const unknown = (name: string): RangeError => new RangeError(`Unknown Strategy: ${name}`);
