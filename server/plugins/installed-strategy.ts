import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import { installedPlugins } from './plugin-folders.ts';
import { strategiesOf } from './strategy-code.ts';

/** How folders of strategies begin. */
const prefix = 'strategy-';

/** The id of a strategy's plugin, with or without `strategy-`. Throws RangeError when it is not installed. */
export async function strategyPlugin(name: string): Promise<string> {
  const folders = (await installedPlugins()).map(({ folder }) => folder).filter((folder) => folder.startsWith(prefix));
  const found = folders.find((folder) => folder === name || folder === `${prefix}${name}`);
  if (found !== undefined) return found;
  const names = folders.map((folder) => folder.slice(prefix.length)).sort();
  throw new RangeError(`Unknown Strategy: ${name}. There are: ${names.join(', ')}`);
}

/** The code of the first strategy of a plugin, named as above. Throws RangeError when there is none. */
export async function installedStrategy(name: string): Promise<StrategyDefinition> {
  const [strategy] = Object.values(await strategiesOf(await strategyPlugin(name), null));
  if (strategy === undefined) throw new RangeError(`Unknown Strategy: ${name} is a plugin without one`);
  return strategy;
}
