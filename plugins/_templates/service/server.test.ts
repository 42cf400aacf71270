import { describe, expect, it } from 'vitest';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Token } from '../../../core/contract/token.ts';
import { PULSE, type Pulse } from './pulse.ts';
import { plugin } from './server.ts';

/** Starts the plugin as the kernel does, on a clock that a test moves. */
async function start() {
  const tasks = new Set<() => void>();
  const clock: Clock = {
    nowMs: () => 0,
    elapsedMs: () => 0,
    every: (_everyMs, task) => {
      const run = (): void => void task();
      tasks.add(run);
      return () => tasks.delete(run);
    },
    after: () => () => undefined,
  };
  const logger: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const provided = new Map<string, unknown>();
  const dispose = await plugin.setup?.({
    pluginId: 'service-sample',
    services: { clock, logger },
    optional: {},
    provide: <T>(token: Token<T>, service: T) => void provided.set(token.id, service),
    contributions: () => ({ list: () => [], onChange: () => () => undefined }),
  });
  const minute = (): void => {
    for (const task of tasks) task();
  };
  return { pulse: provided.get(PULSE.id) as Pulse, tasks, minute, dispose };
}

describe('the pulse', () => {
  it('beats once a minute', async () => {
    const { pulse, minute } = await start();
    minute();
    minute();
    expect(pulse.beats).toBe(2);
  });

  it('leaves no timer behind', async () => {
    const { tasks, dispose } = await start();
    await dispose?.();
    expect(tasks.size).toBe(0);
  });
});
