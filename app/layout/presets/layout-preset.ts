import type { LayoutContent, LayoutNode, LayoutSize, SavedSlot } from '../../../core/client/layouts/layout-content.ts';

/** A workspace of ours by the keys of its panels. */
export type PresetNode = LayoutSize &
  (
    | { readonly kind: 'row' | 'column'; readonly children: readonly PresetNode[] }
    | { readonly kind: 'stack'; readonly panels: readonly string[] }
  );

/** Below it a workspace is one stack; up to the next it has two columns, and from the last on room for everything, in px. */
export const phoneWidth = 640;
export const twoColumnWidth = 1024;
export const wideWidth = 1800;

export const stack = (size: number, ...panels: string[]): PresetNode => ({ kind: 'stack', size, panels });
export const column = (size: number, ...children: PresetNode[]): PresetNode => ({ kind: 'column', size, children });
export const row = (size: number, ...children: PresetNode[]): PresetNode => ({ kind: 'row', size, children });

/** The same part of a row with a width in px that it keeps. */
export const wide = (size: number, node: PresetNode): PresetNode => ({ ...node, size, unit: 'px' });

/** The workspace for a width in px. */
export type Preset = (width: number) => PresetNode;

/** Leaves out panels that are not there for this user, and what becomes empty by it. */
export function pruned(node: PresetNode, exists: (panelKey: string) => boolean): PresetNode | null {
  if (node.kind === 'stack') {
    const panels = node.panels.filter(exists);
    return panels.length === 0 ? null : { ...node, panels };
  }
  const children = node.children.flatMap((child) => pruned(child, exists) ?? []);
  if (children.length === 0) return null;
  const total = children.reduce((sum, child) => sum + (child.unit === 'px' ? 0 : child.size), 0);
  return { ...node, children: children.map((child) => (child.unit === 'px' ? child : { ...child, size: (child.size / total) * 100 })) };
}

/** The preset with new panels in it. A panel has the same id in all presets, so that it is known again when another takes over. */
export function presetContent(preset: PresetNode | null, panelOf: (key: string) => Omit<SavedSlot, 'id'>): LayoutContent {
  const fill = (node: PresetNode): LayoutNode => {
    if (node.kind !== 'stack') return { ...node, children: node.children.map(fill) };
    return {
      ...node,
      active: 0,
      panels: node.panels.map((key) => ({ id: key.split('/').at(-1) ?? key, ...panelOf(key) })),
    };
  };
  return { root: preset === null ? null : fill(preset), maximised: null, accounts: {}, popouts: [] };
}
