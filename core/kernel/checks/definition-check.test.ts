import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '../../../schemas/manifest.ts';
import type { PluginDefinition } from '../../contract/plugin.ts';
import { token } from '../../contract/token.ts';
import { manifestOf } from '../kernel-fixture.ts';
import type { Side } from '../plugin-source.ts';
import { definitionProblems } from './definition-check.ts';

const api = token('x.api', '');
const panel = { id: 'orders', title: 'a.title', icon: 'list', version: 1 };
const load = async () => ({ Panel: () => null });
const problemsOf = (changes: Partial<PluginManifest>, definition: PluginDefinition, side: Side = 'client', otherSide = false) =>
  definitionProblems(manifestOf('alpha', changes), definition, side, otherSide);

describe('code against manifest', () => {
  it.each<[string, Partial<PluginManifest>, PluginDefinition, Side, readonly string[]]>([
    ['agree', { requires: ['x.api'], contributes: { panels: [panel] } }, { requires: { api }, panels: { orders: { load } } }, 'client', []],
    ['a token only in the manifest', { requires: ['x.api'] }, {}, 'client', ['plugin.json names "x.api" in requires, client.tsx does not']],
    ['a token only in the code', {}, { requires: { api } }, 'server', ['server.ts names "x.api" in requires, plugin.json does not']],
    [
      'a token optional here and required there',
      { optional: ['x.api'] },
      { requires: { api } },
      'client',
      ['client.tsx names "x.api" in requires, plugin.json does not', 'plugin.json names "x.api" in optional, client.tsx does not'],
    ],
    [
      'a panel without code',
      { contributes: { panels: [panel] } },
      {},
      'client',
      ['plugin.json names "orders" in panels, client.tsx does not'],
    ],
    [
      'a panel without manifest',
      {},
      { panels: { orders: { load } } },
      'client',
      ['client.tsx names "orders" in panels, plugin.json does not'],
    ],
    ['panels do not matter to the server half', { contributes: { panels: [panel] } }, {}, 'server', []],
    ['panels in the server half', {}, { panels: {} }, 'server', ['server.ts defines panels, which belong in client.tsx']],
    ['strategies in the client half', {}, { strategies: {} }, 'client', ['client.tsx defines strategies, which belong in server.ts']],
    [
      'an open contribution without manifest',
      {},
      { open: { nine: 1 } },
      'client',
      ['client.tsx names "nine" in open, plugin.json does not'],
    ],
  ])('%s', (_, changes, definition, side, expected) => {
    expect([...problemsOf(changes, definition, side)].sort()).toEqual([...expected].sort());
  });

  it('lets one half of a plugin with two leave tokens and open contributions to the other', () => {
    const changes = { requires: ['x.api'], contributes: { open: [{ id: 'nine', title: 'a.nine', point: 'chart.overlays' }] } };
    expect(problemsOf(changes, {}, 'server', true)).toEqual([]);
    expect(problemsOf(changes, {}, 'server', false)).toHaveLength(2);
  });
});
