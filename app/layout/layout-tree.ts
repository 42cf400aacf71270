/** A layout in our own words: the default ones are written in it. Sizes are shares of the parent in percent. */
export type LayoutNode =
  | { readonly kind: 'row' | 'column'; readonly size: number; readonly content: readonly LayoutNode[] }
  | { readonly kind: 'stack'; readonly size: number; readonly panels: readonly string[] };

/** Leaves out panels that are not there for this user, and what becomes empty by it. */
export function pruned(node: LayoutNode, exists: (panelKey: string) => boolean): LayoutNode | null {
  if (node.kind === 'stack') {
    const panels = node.panels.filter(exists);
    return panels.length === 0 ? null : { ...node, panels };
  }
  const content = node.content.flatMap((child) => pruned(child, exists) ?? []);
  if (content.length === 0) return null;
  const total = content.reduce((sum, child) => sum + child.size, 0);
  return { ...node, content: content.map((child) => ({ ...child, size: (child.size / total) * 100 })) };
}
