import { makeAutoObservable, observableRef } from 'mobx';
import type { SavedSlot } from './layout-host.ts';

/** One place in the layout. The layout moves `element`; React fills it. */
export class PanelSlot {
  readonly id: string;
  readonly element: HTMLElement;
  /** Where the link-group dot stands in the tab; null while the panel is being dragged. */
  dotElement: HTMLElement | null = null;
  visible = true;
  /** True once it was visible: panels behind others load when they are first looked at. */
  opened = false;
  /** True once it is taken out of the layout; its place goes a moment later. */
  closed = false;
  saved: SavedSlot;

  constructor(id: string, element: HTMLElement, saved: SavedSlot) {
    this.id = id;
    this.element = element;
    this.saved = saved;
    makeAutoObservable(this, { element: false, dotElement: observableRef, saved: observableRef }, { autoBind: true });
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    if (visible) this.opened = true;
  }

  setClosed(): void {
    this.closed = true;
  }

  setDot(dotElement: HTMLElement | null): void {
    this.dotElement = dotElement;
  }

  setSaved(saved: SavedSlot): void {
    this.saved = saved;
  }
}
