import { describe, expect, it } from 'vitest';
import type { LayoutContent, LayoutNode } from '../../core/client/layouts/layout-content.ts';
import { narrowed, outline, type PanelWidths, withPanelsOf } from './narrow-layout.ts';

const widths: PanelWidths = { least: (type) => (type === 'chart' ? 320 : 240), grows: (type) => type === 'chart' };
const stack = (...ids: string[]): LayoutNode => ({
  kind: 'stack',
  size: 50,
  active: 0,
  panels: ids.map((id) => ({ id, type: id, version: 1, config: {}, linkGroup: 'blue' })),
});
const kept = (size: number, node: LayoutNode): LayoutNode => ({ ...node, size, unit: 'px' });
const column = (...children: LayoutNode[]): LayoutNode => ({ kind: 'column', size: 100, children });
const contentOf = (root: LayoutNode): LayoutContent => ({ root, maximised: null, accounts: {}, popouts: [] });

const desk = contentOf({
  kind: 'row',
  size: 100,
  children: [
    kept(264, stack('markets')),
    column(stack('chart'), stack('orders', 'fills')),
    kept(280, column(stack('depth'), stack('trades'))),
    kept(300, stack('ticket')),
  ],
});
const at = (width: number): string => outline(narrowed(desk, width, widths).root);

describe('a layout of a desk on a narrower screen', () => {
  it('stays the same object while everything has its room', () => {
    expect(narrowed(desk, 1_064, widths)).toBe(desk);
  });

  it('has its last sides in one column, then what is beside the chart as tabs under it, then everything', () => {
    expect(at(1_000)).toBe('row(markets column(chart orders,fills) column(depth,trades ticket))');
    expect(at(800)).toBe('row(column(chart orders,fills,markets) column(depth,trades ticket))');
    expect(at(500)).toBe('column(chart orders,fills,markets,depth,trades,ticket)');
  });

  it('loses no panel and keeps the width of the column that others join', () => {
    const { root } = narrowed(desk, 800, widths);
    expect(root?.kind === 'row' && root.children[1]).toMatchObject({ size: 300, unit: 'px' });
  });

  it('gives a chart that stands alone a stack under it, and takes the widest for the chart where there is none', () => {
    const alone = contentOf({ kind: 'row', size: 100, children: [stack('chart'), stack('depth')] });
    expect(outline(narrowed(alone, 400, widths).root)).toBe('column(chart depth)');
    const lists = contentOf({ kind: 'row', size: 100, children: [kept(300, stack('fills')), stack('orders')] });
    expect(outline(narrowed(lists, 400, widths).root)).toBe('column(orders fills)');
  });
});

it('what panels are set to on a narrow screen reaches the saved layout, and nothing else of it', () => {
  const shown = narrowed(desk, 800, widths);
  const set = JSON.parse(
    JSON.stringify(shown).replace('"type":"ticket","version":1,"config":{}', '"type":"ticket","version":2,"config":{"size":"1"}'),
  );
  const saved = withPanelsOf(desk, { ...set, accounts: { blue: 4 } });
  expect(outline(saved.root)).toBe(outline(desk.root));
  expect(JSON.stringify(saved)).toContain('"version":2,"config":{"size":"1"}');
  expect(saved.accounts).toEqual({ blue: 4 });
});
