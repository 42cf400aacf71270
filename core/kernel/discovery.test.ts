import { describe, expect, it } from 'vitest';
import type { PluginDefinition } from '../contract/plugin.ts';
import { token } from '../contract/token.ts';
import { createKernel, KernelStartError } from './index.ts';
import { manifestOf, optionsFor, sourceOf } from './kernel-fixture.ts';
import { hostService, type PluginSource } from './plugin-source.ts';

const failuresOf = async (
  plugins: readonly PluginSource[],
  services = [] as ReturnType<typeof hostService>[],
): Promise<readonly string[]> => {
  const boot = createKernel(optionsFor(plugins, { services }).options);
  return boot.then(
    () => [],
    (error: unknown) => {
      if (error instanceof KernelStartError) return error.failures;
      throw error;
    },
  );
};
const page = (id: string, path: string) =>
  sourceOf(manifestOf(id, { contributes: { routes: [{ id: 'page', title: `${id}.title`, path }] } }), {
    routes: { page: { load: async () => ({ Page: () => null }) } },
  });

describe('what stops the boot', () => {
  it.each<[string, readonly PluginSource[], readonly string[]]>([
    [
      'two plugins of one id',
      [sourceOf(manifestOf('alpha')), sourceOf(manifestOf('alpha'), {}, { folder: 'beta' })],
      [
        'plugin id "alpha" is claimed by folder "alpha" and folder "beta"',
        'plugin "alpha": plugin "alpha" stands in the folder "beta": folder and id must be the same',
      ],
    ],
    [
      'two providers of one token',
      [sourceOf(manifestOf('alpha', { provides: ['x.clock'] })), sourceOf(manifestOf('beta', { provides: ['x.clock'] }))],
      ['token "x.clock" is claimed by plugin "alpha" and plugin "beta"'],
    ],
    [
      'two plugins that open one contribution point',
      [sourceOf(manifestOf('alpha', { points: ['chart.overlays'] })), sourceOf(manifestOf('beta', { points: ['chart.overlays'] }))],
      ['contribution point "chart.overlays" is claimed by plugin "alpha" and plugin "beta"'],
    ],
    [
      'one contribution id twice in a plugin',
      [sourceOf(manifestOf('alpha', { contributes: { commands: ['go', 'go'].map((id) => ({ id, title: 'alpha.go' })) } }))],
      ['contribution (commands) "alpha/go" is claimed by plugin "alpha" and plugin "alpha"'],
    ],
    [
      'plugins that need each other, with the path',
      [
        sourceOf(manifestOf('alpha', { provides: ['x.a'], requires: ['x.b'] })),
        sourceOf(manifestOf('beta', { provides: ['x.b'], requires: ['x.c'] })),
        sourceOf(manifestOf('gamma', { provides: ['x.c'], optional: ['x.a'] })),
      ],
      ['plugins require each other: alpha → beta → gamma → alpha'],
    ],
  ])('is %s', async (_, plugins, expected) => {
    expect(await failuresOf(plugins)).toEqual(expected);
  });

  it('is a plugin that provides what the host provides', async () => {
    const plugin = sourceOf(manifestOf('alpha', { provides: ['x.clock'] }));
    expect(await failuresOf([plugin], [hostService(token<unknown>('x.clock', ''), {})])).toEqual([
      'token "x.clock" is claimed by the host and plugin "alpha"',
    ]);
  });

  it('is gathered: one error names all of it, invalid manifests included, and no plugin code has run', async () => {
    let hasRun = false;
    const load = async () => {
      hasRun = true;
      return { plugin: {} };
    };
    const failures = await failuresOf([
      sourceOf(manifestOf('alpha', { provides: ['x.a', 'x.self'], requires: ['x.self'] }), {}, { load }),
      sourceOf(manifestOf('beta', { provides: ['x.a'] }), {}, { load }),
      { folder: 'gamma', manifest: { id: 'gamma' }, load },
    ]);
    expect(failures).toHaveLength(3);
    expect(failures.join('\n')).toMatch(/"x\.a".*\n.*alpha → alpha/);
    expect(failures.at(-1)).toMatch(/^plugin "gamma":/);
    expect(hasRun).toBe(false);
  });
});

describe('what fails one plugin and leaves the others running', () => {
  const definition: PluginDefinition = {};
  it.each<[string, PluginSource, string, RegExp]>([
    [
      'an unknown key in its manifest',
      { ...sourceOf(manifestOf('bad')), manifest: { ...manifestOf('bad'), colour: 1 } },
      'manifest-invalid',
      /colour/,
    ],
    ['a folder of another name', sourceOf(manifestOf('bad-name'), definition, { folder: 'bad' }), 'folder-name', /"bad-name".*"bad"/],
    ['a contract range that leaves this version out', sourceOf(manifestOf('bad', { api: '^3.0.0' })), 'api-range', /\^3\.0\.0.*2\./],
    ['a contract range that is none', sourceOf(manifestOf('bad', { api: 'newest' })), 'api-range', /"newest"/],
    ['an unknown permission word', sourceOf(manifestOf('bad', { access: { permission: 'fly' } })), 'manifest-invalid', /"fly".*exchange/],
    [
      'a token both required and optional',
      sourceOf(manifestOf('bad', { requires: ['x.a'], optional: ['x.a'] })),
      'manifest-invalid',
      /x\.a/,
    ],
    [
      'code that cannot be imported',
      sourceOf(manifestOf('bad'), {}, { load: () => Promise.reject(new Error('no module')) }),
      'load-failed',
      /no module/,
    ],
    ['a module without plugin', sourceOf(manifestOf('bad'), {}, { load: async () => ({}) }), 'load-failed', /exports no "plugin"/],
  ])('is %s', async (_, source, code, detail) => {
    const { options, events } = optionsFor([sourceOf(manifestOf('good')), source]);
    const kernel = await createKernel(options);
    expect(kernel.plugin('good')?.state).toEqual({ kind: 'active' });
    const failed = kernel.plugins().find(({ id }) => id !== 'good');
    expect(failed?.state).toMatchObject({ kind: 'failed', reason: { code, detail: expect.stringMatching(detail) } });
    expect(events).toContainEqual(expect.objectContaining({ type: 'plugin-failed', pluginId: failed?.id }));
  });

  it('is a page at a path that an earlier plugin has, whatever its parameters are called', async () => {
    const plugins = [page('alpha', '/trade/:market'), page('beta', '/trade/:pair'), page('gamma', '/trade')];
    const kernel = await createKernel(optionsFor(plugins).options);
    expect(kernel.plugins().map(({ state }) => state.kind)).toEqual(['active', 'failed', 'active']);
    expect(kernel.plugin('beta')?.state).toMatchObject({
      reason: { detail: 'page "/trade/:" is claimed by plugin "alpha" and plugin "beta"' },
    });
  });

  it('is a page whose path its own plugin has twice, and leaves the path to the next', async () => {
    const routes = ['one', 'two'].map((id) => ({ id, title: `alpha.${id}`, path: '/trade' }));
    const twice = sourceOf(manifestOf('alpha', { contributes: { routes } }));
    const kernel = await createKernel(optionsFor([twice, page('beta', '/trade')]).options);
    expect(kernel.plugins().map(({ state }) => state.kind)).toEqual(['failed', 'active']);
  });

  it.each(['requires', 'optional'] as const)('is a service in %s that is for other kinds of plugins alone', async (list) => {
    const services = [{ ...hostService(token<unknown>('x.secrets', ''), {}), kinds: ['venue'] as const }];
    const asking = (kind: 'venue' | 'panel') =>
      sourceOf(manifestOf(`a-${kind}`, { kind, [list]: ['x.secrets'] }), { [list]: { secrets: token<unknown>('x.secrets', '') } });
    const kernel = await createKernel(optionsFor([asking('venue'), asking('panel')], { services }).options);
    expect(kernel.plugin('a-venue')?.state).toEqual({ kind: 'active' });
    expect(kernel.plugin('a-panel')?.state).toMatchObject({
      reason: { detail: 'asks for "x.secrets", which is for plugins of kind venue; it is of kind panel' },
    });
  });

  it('stops the boot all the same when that plugin says so', async () => {
    const vital = sourceOf(manifestOf('vital', { api: '^9.0.0', onFailure: 'abort' }));
    expect(await failuresOf([sourceOf(manifestOf('good')), vital])).toEqual([
      expect.stringMatching(/^plugin "vital": written for contract \^9/),
    ]);
  });
});
