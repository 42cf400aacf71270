import { describe, expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import { createLogger } from '../logger.ts';
import type { PluginFolder } from './plugin-folders.ts';
import { PluginReload } from './plugin-reload.ts';

const folderWith = (manifest: unknown): PluginFolder => ({
  manifest,
  loadServer: async () => ({}),
  moduleUrl: 'file:///x/server.ts',
  hasClient: false,
});

/** Reloads of what `read` finds; `lines` are the messages of the log. */
function reloadsOf(read: () => Promise<PluginFolder | null>) {
  const lines: string[] = [];
  const reloads = new PluginReload({
    read,
    kernel: { install: async () => [], plugin: () => null },
    strategies: { tryOrigin: async () => accepted({}), adopt: async () => undefined, runningOf: () => [] },
    onChange: () => undefined,
    elapsedMs: () => 0,
    logger: createLogger('info', (line) => lines.push((JSON.parse(line) as { msg: string }).msg)),
  });
  return { reloads, lines };
}

describe('saves of a plugin', () => {
  it.each<[string, () => Promise<PluginFolder>]>([
    ['a manifest that is no JSON', async () => folderWith(null)],
    [
      'a file that has just gone',
      async () => {
        throw new Error('ENOENT: no such file');
      },
    ],
  ])('with %s are refused, and the next one is taken', async (_, broken) => {
    let read = broken;
    const { reloads, lines } = reloadsOf(() => read());
    await reloads.reload('strategy-idea');
    read = async () => folderWith({ kind: 'strategy' });
    await reloads.reload('strategy-idea');
    expect(lines).toEqual(['a changed plugin was not taken: the former runs on', 'a plugin was reloaded']);
  });
});
