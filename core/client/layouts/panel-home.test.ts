import { describe, expect, it } from 'vitest';
import type { LayoutNode } from './layout-content.ts';
import { homeIn, type PanelHome, readHome, wayHome } from './panel-home.ts';

const stack = (size: number, ...ids: readonly string[]): LayoutNode => ({
  kind: 'stack',
  size,
  active: 0,
  panels: ids.map((id) => ({ id, type: 'panel-depth/depth', version: 1, config: {}, linkGroup: 'blue' })),
});
const row = (size: number, ...children: readonly LayoutNode[]): LayoutNode => ({ kind: 'row', size, children });
const column = (size: number, ...children: readonly LayoutNode[]): LayoutNode => ({ kind: 'column', size, children });

const desk = row(
  100,
  stack(20, 'markets'),
  column(50, stack(60, 'chart'), stack(40, 'orders', 'fills', 'balances')),
  column(10, stack(60, 'depth', 'flow'), stack(40, 'trades')),
  stack(20, 'ticket'),
);
const home = (id: string, root = desk): PanelHome => homeIn(root, id) as PanelHome;

describe('the way home of a panel from its window', () => {
  it('leads into its stack, to its old tab', () => {
    const left = row(100, stack(30, 'markets'), stack(70, 'orders', 'balances'));
    expect(wayHome(left, home('fills'))).toEqual({ path: [1], to: 'stack', index: 1 });
  });

  it('leads into the row that it was a part of, at its old share, with the others as they are now', () => {
    const left = row(
      100,
      stack(10, 'markets'),
      column(70, stack(60, 'chart'), stack(40, 'orders', 'fills', 'balances')),
      column(20, stack(60, 'depth', 'flow'), stack(40, 'trades')),
    );
    expect(wayHome(left, home('ticket'))).toEqual({ path: [], to: 'split', index: 3, share: 20 });
    const right = row(100, column(70, stack(60, 'chart'), stack(40, 'fills')), stack(30, 'ticket'));
    expect(wayHome(right, home('markets'))).toEqual({ path: [], to: 'split', index: 0, share: 20 });
  });

  it('leads to the width in px that it kept, whatever shares the others have', () => {
    const keeps = (node: LayoutNode): LayoutNode => ({ ...node, unit: 'px' });
    const wide = row(100, keeps(stack(280, 'markets')), stack(75, 'chart'), stack(25, 'depth'), keeps(stack(260, 'ticket')));
    const left = row(100, keeps(stack(280, 'markets')), stack(75, 'chart'), stack(25, 'depth'));
    expect(wayHome(left, home('ticket', wide))).toEqual({ path: [], to: 'split', index: 3, share: 25, widthPx: 260 });
    expect(home('depth', wide).split).toMatchObject({ share: 25 });
    expect(readHome(JSON.parse(JSON.stringify(home('ticket', wide))))).toEqual(home('ticket', wide));
  });

  it('leads beside what was alone with it, and has taken the whole place since', () => {
    const left = row(100, stack(30, 'markets'), stack(50, 'orders', 'fills'), stack(20, 'ticket'));
    expect(wayHome(left, home('chart'))).toEqual({ path: [1], to: 'side', kind: 'column', isFirst: true, share: 60 });
    const two = row(100, stack(50, 'a'), stack(50, 'b'));
    expect(wayHome(stack(100, 'a'), home('b', two))).toEqual({ path: [], to: 'side', kind: 'row', isFirst: false, share: 50 });
  });

  it('leads to its part where its stack has gone as well', () => {
    const left = row(100, stack(30, 'markets'), stack(70, 'trades'));
    expect(wayHome(left, home('depth'))).toEqual({ path: [1], to: 'side', kind: 'column', isFirst: true, share: 60 });
  });

  it('is none where nothing is left of what stood around it, and for a panel that is not there', () => {
    expect(wayHome(row(100, stack(50, 'x'), stack(50, 'y')), home('ticket'))).toBeNull();
    expect(wayHome(null, home('ticket'))).toBeNull();
    expect(wayHome(stack(100, 'x'), home('only', stack(100, 'only')))).toBeNull();
    expect(homeIn(desk, 'nobody')).toBeNull();
  });
});

it('reads what was saved of a home, and takes nothing else for one', () => {
  expect(readHome(JSON.parse(JSON.stringify(home('ticket'))))).toEqual(home('ticket'));
  expect(readHome({ stack: ['a'], index: -4, split: { kind: 'heap' } })).toEqual({ stack: ['a'], index: 0, split: null });
  expect(readHome({ stack: ['a'], index: 1, split: { kind: 'row', before: [], after: [7], share: 20 } })?.split).toBeNull();
  for (const wrong of [undefined, null, 'home', { stack: 'a', index: 0 }, { stack: [1], index: 0 }, { stack: [], index: 0.5 }])
    expect(readHome(wrong)).toBeNull();
});
