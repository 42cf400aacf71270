import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { houseRoles } from '../../core/domain/accounts/role.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { PluginManifest } from '../../schemas/manifest.ts';
import { checkSchema } from './check-schema.ts';
import { aiLayout } from './presets/ai-layout.ts';
import { tradeLayout } from './presets/default-layout.ts';
import { type PresetNode, pruned } from './presets/layout-preset.ts';
import { roleLayout } from './presets/role-layouts.ts';

/** Keys of every panel of the build. */
const installed = new Set(
  readdirSync('plugins').flatMap((folder) => {
    const file = `plugins/${folder}/plugin.json`;
    const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PluginManifest) : null;
    return (manifest?.contributes?.panels ?? []).map(({ id }) => `${folder}/${id}`);
  }),
);

const panelsOf = (node: PresetNode): readonly string[] => (node.kind === 'stack' ? node.panels : node.children.flatMap(panelsOf));
const total = (node: PresetNode): number =>
  node.kind === 'stack' ? 100 : node.children.reduce((sum, { size, unit }) => sum + (unit === 'px' ? 0 : size), 0);
const all = (node: PresetNode): readonly PresetNode[] => [node, ...(node.kind === 'stack' ? [] : node.children.flatMap(all))];

describe('the default layout of a role', () => {
  it.each(houseRoles)('of %s shares out all room at every width, with the same panels, each once', (role) => {
    for (const width of [380, 900, 1314, 1868, 2508]) {
      const tree = roleLayout(role)(width);
      for (const node of all(tree)) expect(total(node)).toBeCloseTo(100);
      const panels = panelsOf(tree);
      expect(new Set(panels).size).toBe(panels.length);
      expect([...panels].sort()).toEqual([...panelsOf(roleLayout(role)(380))].sort());
    }
  });

  it('has no ticket and no strategy form for those who may not trade, and names panels that there are', () => {
    for (const role of houseRoles) {
      const panels = panelsOf(roleLayout(role)(1440));
      if (!new RoleBook().may(role, 'trade')) expect(panels).not.toContain('panel-order-ticket/order-ticket');
      expect(panels.filter((key) => !installed.has(key))).toEqual([]);
    }
    expect(roleLayout('user')).toBe(tradeLayout);
    expect(roleLayout(null)).toBe(tradeLayout);
  });
});

describe('the default layout', () => {
  it.each([380, 900, 1314, 1440, 1868, 2508])('at %i px shares out all room and holds every panel once', (width) => {
    const tree = tradeLayout(width);
    for (const node of all(tree)) expect(total(node)).toBeCloseTo(100);
    const panels = panelsOf(tree);
    expect(new Set(panels).size).toBe(panels.length);
    expect(panels).toContain('panel-order-ticket/order-ticket');
    expect(panels).toHaveLength(13);
  });

  it.each([380, 900, 1314, 1440, 1868, 2508])('of the AI dashboard does so too at %i px', (width) => {
    const tree = aiLayout(width);
    for (const node of all(tree)) expect(total(node)).toBeCloseTo(100);
    expect([...panelsOf(tree)].sort()).toEqual([...panelsOf(aiLayout(380))].sort());
    expect(new Set(panelsOf(tree)).size).toBe(8);
  });

  it('is one stack on a phone, and has trades beside the depth on a wide screen', () => {
    expect(tradeLayout(380).kind).toBe('stack');
    const wide = tradeLayout(2508);
    expect(wide.kind === 'row' && wide.children).toHaveLength(5);
  });

  it('leaves out what this user has not, and closes the gap', () => {
    const tree = pruned(tradeLayout(1440), (panel) => panel.startsWith('panel-chart') || panel.startsWith('panel-orders'));
    expect(tree === null ? [] : panelsOf(tree)).toEqual([
      'panel-chart/chart',
      'panel-orders/open-orders',
      'panel-orders/order-history',
      'panel-orders/fills',
    ]);
    expect(tree === null ? 0 : total(tree)).toBeCloseTo(100);
    expect(pruned(tradeLayout(1440), () => false)).toBeNull();
  });
});

describe('a panel config', () => {
  const schema = {
    type: 'object',
    required: ['interval'],
    properties: {
      interval: { enum: ['1m', '1h'] },
      rows: { type: 'integer', minimum: 5 },
      names: { type: 'array', items: { type: 'string' } },
    },
  };

  it('fits its schema or says where it does not', () => {
    expect(checkSchema(schema, { interval: '1m', rows: 5, names: ['a'], other: true })).toEqual([]);
    expect(checkSchema(schema, {})).toEqual(['config.interval is missing']);
    expect(checkSchema(schema, { interval: '2m', rows: 1.5, names: ['a', 1] })).toEqual([
      'config.interval is none of ["1m","1h"]',
      'config.rows is no integer',
      'config.names[1] is no string',
    ]);
  });
});
