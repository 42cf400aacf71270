import { type LayoutContent, type LayoutNode, type SavedSlot, sharesAt } from '../../../core/client/layouts/layout-content.ts';

interface PlacedStack {
  /** Share of the workspace. */
  readonly area: number;
  readonly front: SavedSlot;
  readonly behind: readonly SavedSlot[];
}

/** Width of the screen that widths in px count on, in px. */
const deskWidth = 1_440;

/**
 * The panels of a workspace one after the other: what stands in front comes before what stands behind, and what has most room before
 * the rest. Those in windows of their own come last.
 */
export function stackedOrder({ root, popouts }: LayoutContent): readonly SavedSlot[] {
  const stacks = root === null ? [] : [...stacksOf(root, 1)].sort((a, b) => b.area - a.area);
  return [...stacks.map(({ front }) => front), ...stacks.flatMap(({ behind }) => behind), ...popouts.map(({ panel }) => panel)];
}

function stacksOf(node: LayoutNode, area: number): readonly PlacedStack[] {
  if (node.kind !== 'stack') {
    const shares = sharesAt(node.children, deskWidth);
    return node.children.flatMap((child, at) => stacksOf(child, (area * (shares[at] ?? 0)) / 100));
  }
  const front = node.panels[node.active] ?? node.panels[0];
  return front === undefined ? [] : [{ area, front, behind: node.panels.filter((panel) => panel !== front) }];
}
