import { isRecord } from './dashboard-config.ts';
import type { LayoutNode } from './layout-content.ts';

type Ids = readonly string[];

/** Where a panel in a window of its own came from, told by the panels around it: the layout goes on changing without it. */
export interface PanelHome {
  /** The others of its stack. */
  readonly stack: Ids;
  /** Its place among the tabs. */
  readonly index: number;
  /** What its stack was a part of; null: it was the whole layout. */
  readonly split: {
    readonly kind: 'row' | 'column';
    /** Panels of the parts before and behind it. */
    readonly before: Ids;
    readonly after: Ids;
    /** Its part, in percent of what neighbours have that share. */
    readonly share: number;
    /** The width in px that it kept instead. */
    readonly widthPx?: number;
  } | null;
}

/** How a panel comes back. `path` leads from the root to a node by indexes of children. */
export type WayHome = { readonly path: readonly number[] } & (
  | { readonly to: 'stack'; readonly index: number }
  /** A part of this row or column, of so many percent of it or of its width. */
  | ({ readonly to: 'split'; readonly index: number } & PartSize)
  /** Beside this node, in a row or column that takes its place. */
  | ({ readonly to: 'side'; readonly kind: 'row' | 'column'; readonly isFirst: boolean } & PartSize)
);

export type PartSize = Pick<NonNullable<PanelHome['split']>, 'share' | 'widthPx'>;

type Split = Extract<LayoutNode, { readonly kind: 'row' | 'column' }>;

/** The home of a panel of this layout; null: it is not there. */
export function homeIn(node: LayoutNode | null, id: string, parent: Split | null = null): PanelHome | null {
  if (node === null) return null;
  if (node.kind !== 'stack') {
    for (const child of node.children) {
      const home = homeIn(child, id, node);
      if (home !== null) return home;
    }
    return null;
  }
  const ids = idsIn(node);
  const index = ids.indexOf(id);
  return index < 0 ? null : { stack: ids.filter((other) => other !== id), index, split: parent === null ? null : around(parent, node) };
}

function around({ kind, children }: Split, stack: LayoutNode): PanelHome['split'] {
  const at = children.indexOf(stack);
  const before = children.slice(0, at).flatMap(idsIn);
  const after = children.slice(at + 1).flatMap(idsIn);
  if (stack.unit === 'px') return { kind, before, after, share: 100 / children.length, widthPx: stack.size };
  const total = children.reduce((sum, { size, unit }) => sum + (unit === 'px' ? 0 : size), 0);
  return { kind, before, after, share: (stack.size / total) * 100 };
}

/** The way to a home in the layout as it has become: to its stack, else beside what it stood beside. Null: nothing of that is left. */
export function wayHome(root: LayoutNode | null, { stack, index, split }: PanelHome): WayHome | null {
  if (root === null) return null;
  const own = lowest(root, (node) => node.kind === 'stack' && holds(node, stack));
  if (own !== null) return { path: own.path, to: 'stack', index: Math.min(index, idsIn(own.node).length) };
  if (split === null) return null;
  const { kind, before, after, share, widthPx } = split;
  const size: PartSize = { share, ...(widthPx === undefined ? {} : { widthPx }) };
  const present = new Set(idsIn(root));
  const known = [...before, ...after].filter((id) => present.has(id));
  const whole = known.length === 0 ? null : lowest(root, (node) => known.every((id) => holds(node, [id])));
  if (whole === null) return null;
  const { node, path } = whole;
  if (node.kind !== kind) return { path, to: 'side', kind, isFirst: !holds(node, before), ...size };
  const behind = node.children.findLastIndex((child) => holds(child, before)) + 1;
  const ahead = node.children.findIndex((child) => holds(child, after));
  return { path, to: 'split', index: behind > 0 || ahead < 0 ? behind : ahead, ...size };
}

/** Foreign data: what is no home is none. */
export function readHome(value: unknown): PanelHome | null {
  if (!isRecord(value) || !isIds(value.stack) || !Number.isInteger(value.index)) return null;
  const { split } = value;
  const home = { stack: value.stack, index: Math.max(0, Number(value.index)) };
  if (!isRecord(split) || (split.kind !== 'row' && split.kind !== 'column')) return { ...home, split: null };
  const { kind, before, after, share, widthPx } = split;
  const isSplit = isIds(before) && isIds(after) && typeof share === 'number' && share > 0 && share < 100;
  const width = typeof widthPx === 'number' && widthPx > 0 ? { widthPx } : {};
  return { ...home, split: isSplit ? { kind, before, after, share, ...width } : null };
}

const isIds = (value: unknown): value is Ids => Array.isArray(value) && value.every((id) => typeof id === 'string');

const idsIn = (node: LayoutNode): Ids => (node.kind === 'stack' ? node.panels.map(({ id }) => id) : node.children.flatMap(idsIn));
const holds = (node: LayoutNode, ids: Ids): boolean => idsIn(node).some((id) => ids.includes(id));

/** The deepest node of which this is true; it is true of what holds such a one too, or of stacks alone. */
function lowest(
  node: LayoutNode,
  is: (node: LayoutNode) => boolean,
  path: readonly number[] = [],
): { readonly node: LayoutNode; readonly path: readonly number[] } | null {
  if (node.kind !== 'stack')
    for (const [at, child] of node.children.entries()) {
      const found = lowest(child, is, [...path, at]);
      if (found !== null) return found;
    }
  return is(node) ? { node, path } : null;
}
