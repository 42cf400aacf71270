import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LayoutContent, type LayoutNode, layoutVersion, readLayout, type SavedSlot } from './layout-content.ts';
import { layoutMigrations } from './layout-migrations.ts';

const folder = new URL('layout-fixtures/', import.meta.url);
const fixture = (name: string): { readonly version: number; readonly content: unknown } =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const ready = (version: number, content: unknown): LayoutContent => {
  const read = readLayout(version, content);
  if (read.outcome !== 'ready' || read.content === null) throw new Error(`not ready: ${JSON.stringify(read)}`);
  return read.content;
};
const slots = (node: LayoutNode | null): readonly SavedSlot[] =>
  node === null ? [] : node.kind === 'stack' ? node.panels : node.children.flatMap(slots);
const panel = (id: string, changes: object = {}) => ({
  id,
  type: 'panel-depth/depth',
  version: 1,
  config: {},
  linkGroup: 'blue',
  ...changes,
});
const stack = (...panels: object[]) => ({ kind: 'stack', size: 50, active: 0, panels });

describe('a layout of an earlier version', () => {
  it.each(readdirSync(folder))('opens: %s', (name) => {
    const { version, content } = fixture(name);
    expect(slots(ready(version, content).root).length).toBeGreaterThan(4);
  });

  it('has a fixture and a migration for every version', () => {
    const versions = new Set(readdirSync(folder).map((name) => fixture(name).version));
    expect([...versions].sort()).toEqual(Array.from({ length: layoutVersion }, (_, at) => at + 1));
    expect(layoutMigrations.map(({ to }) => to)).toEqual(Array.from({ length: layoutVersion - 1 }, (_, at) => at + 2));
  });

  it('of version 1 keeps places, sizes, panels in front, settings and link groups', () => {
    const { content } = fixture('v1-dragged.json');
    const { root, maximised, popouts } = ready(1, content);
    expect(root?.kind).toBe('row');
    const columns = root?.kind === 'row' ? root.children : [];
    expect(columns.map(({ kind, size }) => [kind, Math.round(size * 10) / 10])).toEqual([
      ['stack', 18.2],
      ['column', 44.4],
      ['column', 18.2],
      ['stack', 19.2],
    ]);
    expect(columns[0]).toMatchObject({
      active: 1,
      panels: [
        { id: 'p1', type: 'panel-markets/markets', config: { exchange: '' }, linkGroup: 'teal' },
        { id: 'p2', type: 'panel-depth/depth', config: { grouping: 0 }, linkGroup: 'blue' },
      ],
    });
    expect([maximised, popouts]).toEqual([null, []]);
  });

  it('of version 2 ties no link group to an account, one of version 3 as it was', () => {
    const accountsOf = (name: string) => ready(fixture(name).version, fixture(name).content).accounts;
    expect(accountsOf('v2-desk.json')).toEqual({});
    expect(accountsOf('v3-accounts.json')).toEqual({ blue: 4, teal: 7 });
  });

  it('of version 1 keeps the stack that filled the workspace', () => {
    const { root, maximised } = ready(1, fixture('v1-maximised.json').content);
    expect(slots(root).find(({ id }) => id === maximised)?.type).toBe('panel-orders/open-orders');
  });

  it('of version 1 without any panel is empty', () => {
    expect(ready(1, { golden: { dimensions: {} } })).toEqual({ root: null, maximised: null, accounts: {}, popouts: [] });
  });
});

describe('a layout of this version', () => {
  it('is read as it was written', () => {
    const { content } = fixture('v4-widths.json');
    expect(ready(layoutVersion, content)).toEqual(content);
  });

  it('never has two panels of one id', () => {
    const content = { root: { kind: 'row', size: 100, children: [stack(panel('p1'), panel('p1')), stack(panel('p2'))] } };
    expect(slots(ready(layoutVersion, content).root).map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
  });

  it('shares out room when sizes make no sense', () => {
    const children = [
      { ...stack(panel('a')), size: 'wide' },
      { ...stack(panel('b')), size: -3 },
      { ...stack(panel('c')), size: 20 },
    ];
    const { root } = ready(layoutVersion, { root: { kind: 'row', size: 1, children } });
    expect(root?.kind === 'row' ? root.children.map(({ size }) => size) : []).toEqual([33.3333, 33.3333, 33.3333]);
  });

  it('gives a panel defaults for what is missing, and keeps a config of any shape', () => {
    const [slot] = slots(ready(layoutVersion, { root: stack({ type: 'gone/panel', config: { deep: [1, { a: null }] } }) }).root);
    expect(slot).toEqual({ id: 'p1', type: 'gone/panel', version: 1, config: { deep: [1, { a: null }] }, linkGroup: 'blue' });
  });

  it('is the default workspace without content', () => {
    expect(readLayout(2, null)).toEqual({ outcome: 'ready', content: null });
  });
});

describe('what cannot be shown', () => {
  it('loses what is no account of a link group', () => {
    const accounts = { blue: 3, orange: '4', violet: -1, none: 5, pink: 6 };
    expect(ready(layoutVersion, { root: null, accounts }).accounts).toEqual({ blue: 3 });
    expect(ready(layoutVersion, { root: null, accounts: [7] }).accounts).toEqual({});
  });

  it('is told apart: newer or damaged', () => {
    expect(readLayout(layoutVersion + 1, { anything: true })).toEqual({ outcome: 'newer' });
    for (const [version, content] of [
      [1, {}],
      [1, { golden: { root: { type: 'row' } } }],
      [1, { golden: { root: { type: 'stack', content: [{ type: 'component' }] } } }],
      [2, 'text'],
      [2, []],
      [2, { golden: {} }],
      [2, { root: { kind: 'grid', children: [] } }],
      [2, { root: { kind: 'row' } }],
      [2, { root: { kind: 'stack', panels: [null] } }],
      [2, { root: { kind: 'stack', panels: Array.from({ length: 600 }, () => panel('x')) } }],
      [2, { root: nested(40) }],
    ] as const) {
      expect(readLayout(version, content).outcome, JSON.stringify(content).slice(0, 80)).toBe('damaged');
    }
  });
});

const nested = (depth: number): object => (depth === 0 ? stack(panel('x')) : { kind: 'row', size: 1, children: [nested(depth - 1)] });
