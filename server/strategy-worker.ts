import { parentPort, workerData } from 'node:worker_threads';
import type { PluginDefinition } from '../core/contract/plugin.ts';
import type { StrategyDefinition } from '../core/contract/strategy.ts';
import { installedPlugins } from './plugins/plugin-folders.ts';
import { executors } from './runtime/executors/index.ts';
import { StrategyRunner } from './runtime/worker/strategy-runner.ts';
import type { WorkerInput, WorkerReply, WorkerRequest } from './runtime/worker/worker-protocol.ts';

/**
 * The entry file of a thread that runs the strategies of one plugin (dist/server/strategy-worker.js in a build). It has no
 * way to the world but its port.
 */
const port = parentPort;
if (port === null) throw new Error('the strategy thread has no parent');
const reply = (message: WorkerReply): void => port.postMessage(message);

try {
  const { pluginId, moduleUrl, instruments } = workerData as WorkerInput;
  const strategies = await strategiesOf(pluginId, moduleUrl);
  const runner = new StrategyRunner({ strategies, executors, instruments, elapsedMs: () => performance.now() });
  port.on('message', (request: WorkerRequest) => {
    const answer = runner.answer(request);
    if (answer !== null) reply(answer);
  });
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
}

async function strategiesOf(pluginId: string, moduleUrl: string | null): Promise<Readonly<Record<string, StrategyDefinition>>> {
  const source = moduleUrl === null ? (await installedPlugins()).find(({ folder }) => folder === pluginId) : null;
  const load = moduleUrl === null ? source?.load : () => import(/* @vite-ignore */ moduleUrl);
  if (load === null || load === undefined) throw new Error(`the plugin ${pluginId} has no code for the server`);
  const { plugin } = (await load()) as { readonly plugin: PluginDefinition };
  return (plugin.strategies ?? {}) as Readonly<Record<string, StrategyDefinition>>;
}
