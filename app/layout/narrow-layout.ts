import type { LayoutContent, LayoutNode, SavedSlot } from '../../core/client/layouts/layout-content.ts';

/** What a layout must know of its panels to share out its width. */
export interface PanelWidths {
  /** Below it in px a panel of this type cannot be read. */
  least(type: string): number;
  /** Takes the room that the others of a row leave. */
  grows(type: string): boolean;
}

/** Between two parts of a row, in px. */
const borderPx = 8;
/** Of its column's height for what has come under something else, in percent. */
const lowerShare = 46;

/**
 * The layout as it can be read in this width in px: neighbours of a row that have no room beside each other stand in one column, and
 * what is still too wide becomes tabs of what grows. The same object where everything has its room.
 */
export function narrowed(content: LayoutContent, width: number, widths: PanelWidths): LayoutContent {
  const root = content.root === null ? null : fitted(content.root, width, widths);
  return root === content.root ? content : { ...content, root };
}

function fitted(node: LayoutNode, width: number, widths: PanelWidths): LayoutNode {
  if (node.kind === 'stack' || leastWidth(node, widths) <= width) return node;
  if (node.kind === 'column') return { ...node, children: node.children.map((child) => fitted(child, width, widths)) };
  const [joined, ...others] = joinedOnce(node.children, widths);
  if (joined === undefined) return node;
  if (others.length === 0) return fitted({ ...joined, ...sizeOf(node) }, width, widths);
  return fitted({ ...node, children: [joined, ...others] }, width, widths);
}

/** The row with one column less: the last two neighbours that do not grow become one, or the last of them tabs of what grows. */
function joinedOnce(children: readonly LayoutNode[], widths: PanelWidths): readonly LayoutNode[] {
  const main = mainOf(children, widths);
  const pair = children.findLastIndex((_, at) => at > 0 && at !== main && at - 1 !== main);
  if (pair > 0) return spliced(children, pair - 1, columnOf(children[pair - 1], children[pair]));
  const side = main === 0 ? 1 : 0;
  const [grown, moved] = [children[main], children[side]];
  if (grown === undefined || moved === undefined) return children;
  return spliced(children, Math.min(main, side), withTabs(grown, panelsOf(moved)));
}

const spliced = (children: readonly LayoutNode[], at: number, node: LayoutNode): readonly LayoutNode[] => [
  ...children.slice(0, at),
  node,
  ...children.slice(at + 2),
];

function columnOf(upper: LayoutNode | undefined, lower: LayoutNode | undefined): LayoutNode {
  const parts = [upper, lower].flatMap((node) => (node === undefined ? [] : [stackOf(node)]));
  const width = Math.max(...[upper, lower].map((node) => (node?.unit === 'px' ? node.size : 0)));
  const size = width > 0 ? ({ size: width, unit: 'px' } as const) : { size: (upper?.size ?? 0) + (lower?.size ?? 0) };
  return { kind: 'column', ...size, children: parts.map((part, at) => ({ ...part, size: at === 0 ? 100 - lowerShare : lowerShare })) };
}

/** All its panels as tabs; in front is what is in front of its first stack. */
function stackOf(node: LayoutNode): LayoutNode & { readonly kind: 'stack' } {
  let first = node;
  while (first.kind !== 'stack' && first.children[0] !== undefined) first = first.children[0];
  return { kind: 'stack', size: 100, active: first.kind === 'stack' ? first.active : 0, panels: panelsOf(node) };
}

/** Behind the tabs of its last stack; a stack that stands alone gets one under it. */
function withTabs(node: LayoutNode, panels: readonly SavedSlot[]): LayoutNode {
  if (node.kind === 'stack') {
    const children = [
      { ...stackOf(node), size: 100 - lowerShare },
      { kind: 'stack', size: lowerShare, active: 0, panels },
    ] as const;
    return { kind: 'column', ...sizeOf(node), children };
  }
  const last = node.children.at(-1);
  if (last === undefined) return node;
  const grown = last.kind === 'stack' ? { ...last, panels: [...last.panels, ...panels] } : withTabs(last, panels);
  return { ...node, children: [...node.children.slice(0, -1), grown] };
}

/** Index of what grows: what is meant to, else what has most room. */
function mainOf(children: readonly LayoutNode[], { grows }: PanelWidths): number {
  const meant = children.findIndex((child) => panelsOf(child).some(({ type }) => grows(type)));
  const room = ({ size, unit }: LayoutNode): number => (unit === 'px' ? 0 : size);
  return meant >= 0 ? meant : children.reduce((most, child, at) => (room(child) > room(children[most] ?? child) ? at : most), 0);
}

function leastWidth(node: LayoutNode, widths: PanelWidths): number {
  if (node.kind === 'stack') return Math.max(0, ...node.panels.map(({ type }) => widths.least(type)));
  const parts = node.children.map((child) => leastWidth(child, widths));
  return node.kind === 'column' ? Math.max(0, ...parts) : parts.reduce((sum, part) => sum + part, borderPx * (parts.length - 1));
}

/** The saved layout with what its panels, shown otherwise for want of room, have been set to since. */
export function withPanelsOf(saved: LayoutContent, shown: LayoutContent): LayoutContent {
  const now = new Map((shown.root === null ? [] : panelsOf(shown.root)).map((panel) => [panel.id, panel]));
  const renewed = (node: LayoutNode): LayoutNode =>
    node.kind === 'stack'
      ? { ...node, panels: node.panels.map((panel) => now.get(panel.id) ?? panel) }
      : { ...node, children: node.children.map(renewed) };
  return { ...saved, root: saved.root === null ? null : renewed(saved.root), accounts: shown.accounts };
}

/** How parts and panels stand to each other, whatever their sizes: two layouts of one outline look alike. */
export const outline = (node: LayoutNode | null): string =>
  node === null
    ? ''
    : node.kind === 'stack'
      ? node.panels.map(({ id }) => id).join()
      : `${node.kind}(${node.children.map(outline).join(' ')})`;

const panelsOf = (node: LayoutNode): readonly SavedSlot[] => (node.kind === 'stack' ? node.panels : node.children.flatMap(panelsOf));

const sizeOf = ({ size, unit }: LayoutNode) => (unit === 'px' ? { size, unit } : { size });
