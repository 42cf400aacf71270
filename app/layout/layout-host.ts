import type { GroupAccounts, LayoutContent, SavedSlot, WindowBounds } from '../../core/client/layouts/layout-content.ts';
import type { LinkGroup } from '../../core/contract/panel.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { DropTarget, StackPlace } from './drop-target.ts';
import type { PanelSlot } from './panel-slot.ts';

export type { SavedSlot };

export interface LayoutLabels {
  readonly close: string;
  readonly maximise: string;
  readonly restore: string;
  readonly more: string;
  readonly splitter: string;
  readonly popOut: string;
  readonly help: string;
}

/** What a panel's frame needs of the place where it stands, a layout or a window. */
export interface PanelPlace {
  /** The market of all its panels; absent: that of each panel's link group. */
  readonly instrumentId?: InstrumentId;
  /** Observable: the accounts that link groups are tied to. */
  readonly accounts: GroupAccounts;
  /** Ties a link group to an account; null: to all of them. */
  linkAccount(group: LinkGroup, apiId: number | null): void;
  close(slotId: string): void;
  /** The panel's saved state changed. */
  update(slotId: string, saved: SavedSlot): void;
}

/** Arranges panels on the screen. The rest of the product knows this, and not the library behind it. */
export interface LayoutHost extends PanelPlace {
  /** Observable: places that a React root fills with panels. */
  readonly slots: ReadonlyMap<string, PanelSlot>;
  /** Shows a layout; false when it cannot be shown. */
  show(content: LayoutContent): boolean;
  content(): LayoutContent;
  /** Puts a new panel beside the one in use and shows it. */
  add(panel: Omit<SavedSlot, 'id'>): void;
  /** A new panel can be dragged from this element to a place in the layout. Gives the end of it. */
  dragSource(element: HTMLElement, panel: () => Omit<SavedSlot, 'id'>): () => void;
  focus(slotId: string): void;
  toggleMaximise(slotId: string): void;
  /** Stacks on the screen, in reading order. */
  stacks(): readonly StackPlace[];
  /** The panel in use; null: no panel is open. */
  current(): string | null;
  /** Puts a panel into a stack or beside one; it is not drawn anew. */
  move(slotId: string, target: DropTarget): void;
  /** Observable: panels in windows of their own. */
  readonly popOuts: LayoutContent['popouts'];
  /** Takes a panel out of the layout, into a window of its own; it gets this id, and its home is kept with it. */
  takeOut(slotId: string, id: string, bounds: WindowBounds): void;
  changePopOut(id: string, change: { readonly panel?: SavedSlot; readonly bounds?: WindowBounds }): void;
  /** Brings the panel of a window back to its home, or beside the panel in use where nothing is left of that. Other stacks stay as they are. */
  putBack(id: string): void;
  setTitle(slotId: string, title: string): void;
  /** False: another workspace is in front. Its panels rest and keep what they know. */
  setShown(shown: boolean): void;
  dispose(): void;
}
