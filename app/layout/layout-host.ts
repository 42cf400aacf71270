import type { LayoutContent } from '../../core/client/layout-store.ts';
import type { LinkGroup } from '../../core/contract/panel.ts';
import type { SavedPanel } from '../../core/kernel/index.ts';
import type { LayoutNode } from './layout-tree.ts';
import type { PanelSlot } from './panel-slot.ts';

/** A panel as the layout keeps it. */
export interface SavedSlot extends SavedPanel {
  readonly linkGroup: LinkGroup;
}

export interface LayoutLabels {
  readonly close: string;
  readonly maximise: string;
  readonly restore: string;
  readonly more: string;
}

/** Arranges panels on the screen. The rest of the product knows this, and not the library behind it. */
export interface LayoutHost {
  /** Observable: places that a React root fills with panels. */
  readonly slots: ReadonlyMap<string, PanelSlot>;
  /** Shows a saved layout; false when it cannot be read. */
  show(content: LayoutContent): boolean;
  /** Shows a layout of ours with new panels. */
  showDefault(tree: LayoutNode, panelOf: (key: string) => SavedSlot): void;
  content(): LayoutContent;
  /** Puts a panel beside the one in use and shows it. */
  add(panel: SavedSlot): void;
  focus(slotId: string): void;
  close(slotId: string): void;
  toggleMaximise(slotId: string): void;
  /** The panel's saved state changed. */
  update(slotId: string, saved: SavedSlot): void;
  setTitle(slotId: string, title: string): void;
  dispose(): void;
}
