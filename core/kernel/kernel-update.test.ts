import { describe, expect, it } from 'vitest';
import { type TokenMap, token } from '../contract/token.ts';
import type { AccessPolicy, PluginDecision } from './checks/access-policy.ts';
import { createKernel } from './index.ts';
import { manifestOf, optionsFor, sourceOf } from './kernel-fixture.ts';
import type { PluginSource } from './plugin-source.ts';

const tokens = (ids: readonly string[]): TokenMap => Object.fromEntries(ids.map((id) => [id, token(id, '')]));

/** Grants everything but what is named. */
const except = (decisions: Readonly<Record<string, PluginDecision>>): AccessPolicy => ({
  plugin: ({ id }) => decisions[id] ?? { outcome: 'granted' },
  contribution: () => ({ outcome: 'granted' }),
});

/** `base` gives a service; `needs` requires it, `likes` uses it when it is there, `apart` does not know it. */
function fourPlugins(): { readonly plugins: readonly PluginSource[]; readonly log: string[] } {
  const log: string[] = [];
  const plugin = (id: string, requires: readonly string[], optional: readonly string[], provides: readonly string[]): PluginSource =>
    sourceOf(manifestOf(id, { requires: [...requires], optional: [...optional], provides: [...provides] }), {
      requires: tokens(requires),
      optional: tokens(optional),
      setup: (context) => {
        const extra = optional.map((name) => (context.optional[name] === null ? ' without' : ' with')).join('');
        log.push(`+${id}${extra}`);
        for (const tokenId of provides) context.provide(token(tokenId, ''), {});
        return () => void log.push(`-${id}`);
      },
    });
  return {
    plugins: [
      plugin('base', [], [], ['x.base']),
      plugin('needs', ['x.base'], [], []),
      plugin('likes', [], ['x.base'], []),
      plugin('apart', [], [], []),
    ],
    log,
  };
}

const statesOf = (kernel: Awaited<ReturnType<typeof createKernel>>) =>
  Object.fromEntries(kernel.plugins().map(({ id, state }) => [id, state.kind]));

describe('a change of access while the kernel runs', () => {
  it('stops what is withdrawn and what needs it in reverse order, and sets up anew what can do without', async () => {
    const { plugins, log } = fourPlugins();
    const kernel = await createKernel(optionsFor(plugins).options);
    expect(log.splice(0)).toEqual(['+apart', '+base', '+likes with', '+needs']);
    await kernel.update(except({ base: { outcome: 'locked', minVip: 2 } }));
    expect(log.splice(0)).toEqual(['-needs', '-likes', '-base', '+likes without']);
    expect(statesOf(kernel)).toEqual({ apart: 'active', base: 'locked', likes: 'active', needs: 'disabled' });
    expect(kernel.plugin('needs')?.state).toMatchObject({
      reason: { code: 'dependency-withdrawn', detail: 'needs → base: locked below VIP 2' },
    });
    await kernel.update(except({}));
    expect(log.splice(0)).toEqual(['-likes', '+base', '+likes with', '+needs']);
    await kernel.dispose();
    expect(log.splice(0)).toEqual(['-needs', '-likes', '-base', '-apart']);
  });

  it('moves a plugin between the states in which it does not run without touching the others', async () => {
    const { plugins, log } = fourPlugins();
    const kernel = await createKernel(optionsFor(plugins, { access: except({ apart: { outcome: 'absent' } }) }).options);
    log.splice(0);
    await kernel.update(except({ apart: { outcome: 'locked', minVip: 1 } }));
    expect(kernel.plugin('apart')?.state).toEqual({ kind: 'locked', minVip: 1 });
    await kernel.update(except({ apart: { outcome: 'disabled', reason: 'opted-out' } }));
    expect(kernel.plugin('apart')?.state).toMatchObject({ kind: 'disabled', reason: { code: 'opted-out' } });
    expect(log).toEqual([]);
  });

  it('does not try a plugin again that failed for a reason of its own', async () => {
    let tries = 0;
    const bad = sourceOf(manifestOf('bad'), {
      setup: () => {
        tries += 1;
        throw new Error('boom');
      },
    });
    const kernel = await createKernel(optionsFor([bad, sourceOf(manifestOf('good'))]).options);
    await kernel.update(except({ good: { outcome: 'absent' } }));
    expect(tries).toBe(1);
    expect(kernel.plugin('bad')?.state.kind).toBe('failed');
  });

  it('tells listeners once for each change, and those that stopped listening no more', async () => {
    const { plugins } = fourPlugins();
    const { options, events } = optionsFor(plugins);
    const kernel = await createKernel(options);
    let calls = 0;
    kernel.onChange(() => {
      throw new Error('bad listener');
    });
    const stop = kernel.onChange(() => {
      calls += 1;
    });
    await kernel.update(except({ base: { outcome: 'absent' } }));
    await stop();
    await kernel.update(except({}));
    expect(calls).toBe(1);
    expect(events).toContainEqual(expect.objectContaining({ type: 'hook-failed', hook: 'kernel change listener' }));
  });

  it('runs changes one after the other and ends in the state of the last', async () => {
    const { plugins, log } = fourPlugins();
    const kernel = await createKernel(optionsFor(plugins).options);
    const withdrawn = except({ base: { outcome: 'absent' } });
    await Promise.all([kernel.update(withdrawn), kernel.update(except({})), kernel.update(withdrawn)]);
    expect(statesOf(kernel)).toMatchObject({ base: 'absent', needs: 'disabled', likes: 'active' });
    const balance = (id: string) => log.filter((line) => line.startsWith(`+${id}`)).length - log.filter((line) => line === `-${id}`).length;
    expect(['apart', 'base', 'likes', 'needs'].map(balance)).toEqual([1, 0, 1, 0]);
    await kernel.dispose();
    await kernel.update(except({}));
    expect(['apart', 'base', 'likes', 'needs'].map(balance)).toEqual([0, 0, 0, 0]);
  });
});
