import { type ObservableMap, runInAction } from 'mobx';
import type { SavedSlot } from './layout-host.ts';
import { PanelSlot } from './panel-slot.ts';

/** Slots of two workspaces may have the same id; elements of the page must not. */
let nextElementId = 1;

/**
 * Gives panels their places in a layer of the page. What one host leaves, the next one finds: the same panel keeps its element, so that
 * nothing that was typed into it is lost.
 */
export class PanelSlots {
  readonly #layer: HTMLElement;
  readonly #left = new Map<string, PanelSlot>();

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  open(saved: SavedSlot): PanelSlot {
    const found = this.#left.get(saved.id);
    if (found !== undefined && found.saved.type === saved.type) {
      this.#left.delete(saved.id);
      found.element.removeAttribute('style');
      found.setSaved(saved);
      return found;
    }
    const element = document.createElement('div');
    element.className = 'tessera-panel-host';
    element.setAttribute('role', 'tabpanel');
    element.tabIndex = -1;
    element.id = `panel-${nextElementId++}`;
    this.#layer.append(element);
    return new PanelSlot(saved.id, element, saved);
  }

  /** Keeps the panels of a host that ends, for the next. */
  leave(slots: Iterable<PanelSlot>): void {
    for (const slot of slots) {
      if (slot.closed) continue;
      slot.setDot(null);
      slot.element.onpointerdown = null;
      delete slot.element.dataset.place;
      this.#left.set(slot.id, slot);
    }
  }

  /** The next host has taken what it wants. */
  removeLeft(): void {
    for (const slot of this.#left.values()) {
      slot.setClosed();
      slot.element.remove();
    }
    this.#left.clear();
  }
}

/** Takes a panel out of its host. */
export function closeSlot(slots: ObservableMap<string, PanelSlot>, slot: PanelSlot): void {
  slot.setClosed();
  // React takes the panel out first, inside the panel's own boundary: one that throws while it goes takes nothing with it.
  setTimeout(() => {
    runInAction(() => slots.delete(slot.id));
    queueMicrotask(() => slot.element.remove());
  });
}
