import { describe, expect, it } from 'vitest';
import type { Contributions, PluginDefinition } from '../../contract/plugin.ts';
import { token } from '../../contract/token.ts';
import { RoleBook } from '../../domain/accounts/role-book.ts';
import { decideAccess } from '../checks/access.ts';
import type { AccessPolicy } from '../checks/access-policy.ts';
import { createKernel } from '../index.ts';
import { manifestOf, optionsFor, sourceOf } from '../kernel-fixture.ts';
import { effectivePlugins, policyOf } from '../plugin-set.ts';

const panel = (id: string, access = {}) => ({ id, title: 'a.title', icon: 'list', version: 1, access });
const vip1 = { userId: 'u', username: 'u', role: 'user', vipLevel: 1 } as const;

describe('contribution lists', () => {
  const manifest = manifestOf('alpha', {
    requires: ['x.api'],
    contributes: {
      panels: [panel('open'), panel('rich', { minVip: 2 }), panel('secret', { roles: ['admin'] })],
      commands: [{ id: 'go', title: 'a.go' }],
    },
  });
  const api = token<string>('x.api', '');
  const definition: PluginDefinition = {
    requires: { api },
    panels: Object.fromEntries(['open', 'rich', 'secret'].map((id) => [id, { load: async () => ({ Panel: () => null }) }])),
    commands: { go: { run: ({ api: given }) => Promise.reject(new Error(`broken ${given}`)) } },
  };
  const services = [{ token: api, scope: 'shared', create: () => 'api' }] as const;
  const access = policyOf(effectivePlugins(new RoleBook(), [manifest], null, vip1, []));

  it('show the granted with their code, the locked without, and leave out the absent', async () => {
    const kernel = await createKernel(optionsFor([sourceOf(manifest, definition)], { access, services }).options);
    expect(kernel.panels().map(({ key, decision, code }) => [key, decision, code !== null])).toEqual([
      ['alpha/open', { outcome: 'granted' }, true],
      ['alpha/rich', { outcome: 'locked', minVip: 2 }, false],
    ]);
    expect(kernel.panels()[0]?.code?.services).toEqual({ api: 'api' });
    expect(await kernel.panels()[0]?.code?.load()).toMatchObject({ ok: true });
  });

  it('give a failing command as a result, and report it', async () => {
    const { options, events } = optionsFor([sourceOf(manifest, definition)], { access, services });
    const kernel = await createKernel(options);
    expect(await kernel.commands()[0]?.code?.run()).toMatchObject({ ok: false, message: 'broken api' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'hook-failed', hook: 'command go' }));
  });

  it.each<[string, 'locked' | 'absent' | 'disabled', readonly string[]]>([
    ['a locked plugin stays listed, locked', 'locked', ['alpha/open', 'alpha/rich', 'alpha/secret']],
    ['an absent plugin is not listed', 'absent', []],
    ['a disabled plugin is not listed', 'disabled', []],
  ])('%s, and its code is never loaded', async (_, outcome, keys) => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { plugin: definition };
    };
    const decisions = {
      locked: { outcome: 'locked', minVip: 3 },
      absent: { outcome: 'absent' },
      disabled: { outcome: 'disabled', reason: 'opted-out' },
    } as const;
    const closed: AccessPolicy = { plugin: () => decisions[outcome], contribution: () => ({ outcome: 'granted' }) };
    const kernel = await createKernel(optionsFor([sourceOf(manifest, definition, { load })], { access: closed, services }).options);
    expect(kernel.panels().map(({ key }) => key)).toEqual(keys);
    expect(kernel.panels().every(({ decision, code }) => decision.outcome === 'locked' && code === null)).toBe(true);
    expect(kernel.plugin('alpha')?.state.kind).toBe(outcome);
    expect(loads).toBe(0);
  });
});

describe('open contribution points', () => {
  const open = (id: string, access = {}) => ({ id, title: 'a.title', point: 'chart.overlays', access });
  const overlay = (pluginId: string, values: Readonly<Record<string, unknown>>) =>
    sourceOf(manifestOf(pluginId, { contributes: { open: Object.keys(values).map((id) => open(id)) } }), { open: values });

  it('give their owner all contributions at setup, those of later plugins included', async () => {
    let seen: Contributions<string> | undefined;
    const chart = sourceOf(manifestOf('chart', { points: ['chart.overlays'] }), {
      setup: ({ contributions }) => {
        seen = contributions<string>('chart.overlays');
        expect(seen.list().map(({ value }) => value)).toEqual(['bands', 'nine']);
      },
    });
    const kernel = await createKernel(
      optionsFor([overlay('nine-turn', { nine: 'nine' }), chart, overlay('bands', { bands: 'bands' })]).options,
    );
    expect(kernel.plugin('chart')?.state.kind).toBe('active');
    await kernel.dispose();
    expect(seen?.list()).toEqual([]);
  });

  it('reach the panels of their owner, with the services of whoever contributes', async () => {
    const api = token<string>('x.api', '');
    let seen: Contributions<string> | undefined;
    const chart = sourceOf(manifestOf('chart', { points: ['chart.overlays'], contributes: { panels: [panel('open')] } }), {
      panels: {
        open: {
          load: async ({ contributions }) => {
            seen = contributions<string>('chart.overlays');
            return { Panel: () => null };
          },
        },
      },
    });
    const nine = sourceOf(manifestOf('nine-turn', { requires: ['x.api'], contributes: { open: [open('nine')] } }), {
      requires: { api },
      open: { nine: 'nine' },
    });
    const services = [{ token: api, scope: 'shared', create: () => 'api' }] as const;
    const kernel = await createKernel(optionsFor([chart, nine], { services }).options);
    expect(await kernel.panels()[0]?.code?.load()).toMatchObject({ ok: true });
    expect(seen?.list().map(({ value, services: given }) => [value, given()])).toEqual([['nine', { api: 'api' }]]);
  });

  it('leave out a contribution whose code throws, and keep the others', async () => {
    const values = {
      good: 'good',
      get bad(): string {
        throw new Error('no overlay');
      },
    };
    const { options, events } = optionsFor([overlay('nine-turn', values)]);
    const kernel = await createKernel(options);
    expect(kernel.contributions('chart.overlays').list()).toMatchObject([{ pluginId: 'nine-turn', id: 'good', value: 'good' }]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'contribution-left-out', pluginId: 'nine-turn', contribution: 'bad' }));
  });

  it('lose the contributions of a plugin whose setup throws', async () => {
    const bad = sourceOf(manifestOf('bad', { contributes: { open: [open('nine')] } }), {
      open: { nine: 1 },
      setup: () => {
        throw new Error('boom');
      },
    });
    const kernel = await createKernel(optionsFor([bad]).options);
    expect(kernel.contributions('chart.overlays').list()).toEqual([]);
  });

  it('gain and lose single contributions as the access changes, while their plugin runs on', async () => {
    let setups = 0;
    const manifest = manifestOf('nine-turn', { contributes: { open: [open('nine', { minVip: 1 })] } });
    const plugin = sourceOf(manifest, {
      open: { nine: 'nine' },
      setup: () => {
        setups += 1;
      },
    });
    const at = (vipLevel: 0 | 1): AccessPolicy => ({
      plugin: () => ({ outcome: 'granted' }),
      contribution: () => decideAccess(new RoleBook(), { ...vip1, vipLevel }, { minVip: 1 }),
    });
    const kernel = await createKernel(optionsFor([plugin], { access: at(0) }).options);
    const view = kernel.contributions('chart.overlays');
    let changes = 0;
    const stopListening = view.onChange(() => {
      changes += 1;
    });
    expect(view.list()).toEqual([]);
    await kernel.update(at(1));
    expect(view.list()).toHaveLength(1);
    await stopListening();
    await kernel.update(at(0));
    expect([view.list().length, changes, setups]).toEqual([0, 1, 1]);
  });

  it('stop telling an owner that has stopped, even when it forgot to let go', async () => {
    let calls = 0;
    const chart = sourceOf(manifestOf('chart', { points: ['chart.overlays'] }), {
      setup: ({ contributions }) => {
        contributions('chart.overlays').onChange(() => {
          calls += 1;
        });
      },
    });
    const kernel = await createKernel(optionsFor([overlay('a-first', { nine: 1 }), chart]).options);
    await kernel.dispose();
    expect(calls).toBe(0);
  });
});
