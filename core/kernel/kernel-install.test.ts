import { describe, expect, it } from 'vitest';
import { token } from '../contract/token.ts';
import { createKernel } from './index.ts';
import { manifestOf, optionsFor, sourceOf } from './kernel-fixture.ts';
import type { PluginSource } from './plugin-source.ts';

const base = (log: string[]): PluginSource =>
  sourceOf(manifestOf('base', { provides: ['x.base'] }), {
    setup: (context) => {
      context.provide(token('x.base', ''), {});
      log.push('+base');
      return () => void log.push('-base');
    },
  });

/** A plugin that needs `base`; its version tells which one runs. */
const guest = (log: string[], version: string, fails = false): PluginSource =>
  sourceOf(manifestOf('guest', { version, requires: ['x.base'] }), {
    requires: { base: token('x.base', '') },
    setup: () => {
      if (fails) throw new Error('it does not come up');
      log.push(`+guest ${version}`);
      return () => void log.push(`-guest ${version}`);
    },
  });

async function begin() {
  const log: string[] = [];
  const kernel = await createKernel(optionsFor([base(log)]).options);
  let changes = 0;
  kernel.onChange(() => {
    changes += 1;
  });
  return { kernel, log, changesSoFar: () => changes };
}

describe('a plugin that comes while the kernel runs', () => {
  it('is set up beside the others, replaced by a newer version, and taken away', async () => {
    const { kernel, log, changesSoFar } = await begin();
    expect(await kernel.install(guest(log, '1.0.0'))).toEqual([]);
    expect(kernel.plugin('guest')?.state.kind).toBe('active');
    expect(await kernel.install(guest(log, '1.1.0'))).toEqual([]);
    expect(kernel.plugin('guest')?.manifest?.version).toBe('1.1.0');
    await kernel.remove('guest');
    await kernel.remove('guest');
    expect(kernel.plugin('guest')).toBeNull();
    expect(log).toEqual(['+base', '+guest 1.0.0', '-guest 1.0.0', '+guest 1.1.0', '-guest 1.1.0']);
    expect(changesSoFar()).toBe(4);
    await kernel.dispose();
  });

  it.each<[string, (log: string[]) => PluginSource, RegExp]>([
    ['whose manifest is wrong', () => ({ folder: 'guest', manifest: { id: 'guest' }, load: null }), /version/],
    ['that was written for another contract', () => sourceOf(manifestOf('guest', { api: '^9.0.0' })), /written for contract \^9/],
    [
      'that claims the token of another',
      () => sourceOf(manifestOf('guest', { provides: ['x.base'] })),
      /claimed by plugin "base" and plugin "guest"/,
    ],
    ['whose code throws', (log) => guest(log, '2.0.0', true), /it does not come up/],
    [
      'whose code says something else than its manifest',
      () => sourceOf(manifestOf('guest'), { panels: { x: {} as never } }),
      /names "x" in panels/,
    ],
  ])('%s is refused, and what was there runs on', async (_, make, reason) => {
    const { kernel, log } = await begin();
    await kernel.install(guest(log, '1.0.0'));
    const problems = await kernel.install(make(log));
    expect(problems.join()).toMatch(reason);
    expect(kernel.plugin('guest')).toMatchObject({ state: { kind: 'active' }, manifest: { version: '1.0.0' } });
    expect(kernel.plugin('base')?.state.kind).toBe('active');
    await kernel.dispose();
  });

  it('that is refused leaves nothing behind when there was none before', async () => {
    const { kernel, log } = await begin();
    expect(await kernel.install(guest(log, '1.0.0', true))).not.toEqual([]);
    expect(kernel.plugins().map(({ id }) => id)).toEqual(['base']);
    await kernel.dispose();
  });
});
