import { type ComponentContainer, type ContentItem, LayoutConfig, type ResolvedLayoutConfig, type Tab, VirtualLayout } from 'golden-layout';
import { observable, runInAction } from 'mobx';
import type { LayoutContent } from '../../core/client/layout-store.ts';
import { linkGroups } from '../../core/contract/panel.ts';
import { componentConfig, fixedConfig, itemConfig } from './golden-config.ts';
import type { LayoutHost, LayoutLabels, SavedSlot } from './layout-host.ts';
import type { LayoutNode } from './layout-tree.ts';
import { PanelSlot } from './panel-slot.ts';

export interface GoldenLayoutOptions {
  /** The library draws frames, tabs and splitters in here. */
  readonly frame: HTMLElement;
  /** Panels live in here, above the frame, and never change their parent: dragging loses neither input nor scroll. */
  readonly layer: HTMLElement;
  readonly labels: LayoutLabels;
  /** Tabs below the panels, for phones. */
  readonly tabsBelow: boolean;
  readonly onChange: () => void;
}

interface Bound {
  readonly slot: PanelSlot;
  readonly container: ComponentContainer;
}

/** The layout on golden-layout's virtual mode: it reports rectangles, and we move our own elements there. */
export class GoldenLayoutHost implements LayoutHost {
  readonly slots = observable.map<string, PanelSlot>(undefined, { deep: false });
  readonly #options: GoldenLayoutOptions;
  readonly #layout: VirtualLayout;
  readonly #bound = new Map<ComponentContainer, Bound>();
  #nextId = 1;
  #layerRect: DOMRect = new DOMRect();
  /** Loading reports every item as a change; none of them is the user's. */
  #loading = true;

  constructor(options: GoldenLayoutOptions) {
    this.#options = options;
    // The library draws headers on top only; the style sheet turns the stack around.
    options.frame.classList.toggle('tessera-tabs-below', options.tabsBelow);
    this.#layout = new VirtualLayout(
      options.frame,
      (container) => this.#bind(container),
      (container) => this.#unbind(container),
    );
    this.#layout.resizeWithContainerAutomatically = true;
    this.#layout.beforeVirtualRectingEvent = () => {
      this.#layerRect = options.layer.getBoundingClientRect();
    };
    this.#layout.on('stateChanged', () => {
      if (!this.#loading) options.onChange();
    });
    this.#layout.on('itemCreated', (event) => {
      const item = event.target as ContentItem;
      if (item.isStack) queueMicrotask(() => reachable(item.element));
    });
    this.#layout.on('tabCreated', (tab) => this.#dressTab(tab));
  }

  show(content: LayoutContent): boolean {
    const saved = content.golden as ResolvedLayoutConfig | undefined;
    if (typeof saved !== 'object' || saved === null || typeof saved.root !== 'object') return false;
    try {
      const config = LayoutConfig.fromResolved(saved);
      this.#load({ ...config, ...this.#fixed() });
      return true;
    } catch (error) {
      // A damaged layout is not worth a blank screen: the caller shows the default one.
      console.warn('the saved layout cannot be shown', error);
      return false;
    }
  }

  showDefault(tree: LayoutNode, panelOf: (key: string) => SavedSlot): void {
    this.#load({ ...this.#fixed(), root: itemConfig(tree, panelOf) });
  }

  content(): LayoutContent {
    return { golden: withoutTitles(this.#layout.saveLayout()) };
  }

  add(panel: SavedSlot): void {
    const { componentType, componentState } = componentConfig(panel);
    this.#layout.newComponent(componentType, componentState, '');
  }

  focus(slotId: string): void {
    this.#find(slotId)?.container.focus();
  }

  close(slotId: string): void {
    this.#find(slotId)?.container.close();
  }

  toggleMaximise(slotId: string): void {
    const stack = this.#find(slotId)?.container.parent.parent;
    if (stack?.isStack === true) (stack as ContentItem & { toggleMaximise(): void }).toggleMaximise();
  }

  update(slotId: string, saved: SavedSlot): void {
    this.slots.get(slotId)?.setSaved(saved);
    this.#options.onChange();
  }

  setTitle(slotId: string, title: string): void {
    const container = this.#find(slotId)?.container;
    if (container !== undefined && container.title !== title) container.setTitle(title);
  }

  dispose(): void {
    this.#loading = true;
    this.#layout.destroy();
  }

  #fixed() {
    return fixedConfig(this.#options.labels, this.#options.tabsBelow);
  }

  #load(config: LayoutConfig): void {
    this.#loading = true;
    try {
      this.#layout.loadLayout(config);
    } finally {
      this.#loading = false;
    }
  }

  #bind(container: ComponentContainer): { component: object; virtual: true } {
    const element = document.createElement('div');
    element.className = 'tessera-panel-host';
    const slot = new PanelSlot(`panel-${this.#nextId++}`, element, readSaved(container.initialState));
    this.#bound.set(container, { slot, container });
    this.#options.layer.append(element);
    // Without this the library never learns which panel is in use.
    element.addEventListener('pointerdown', () => container.focus(), { passive: true });
    container.stateRequestEvent = () => slot.saved as never;
    container.virtualRectingRequiredEvent = (_, width, height) => this.#place(container, element, width, height);
    container.virtualVisibilityChangeRequiredEvent = (_, visible) => {
      element.style.display = visible ? '' : 'none';
      slot.setVisible(visible);
    };
    container.virtualZIndexChangeRequiredEvent = (_, _logical, defaultZIndex) => {
      element.style.zIndex = defaultZIndex;
    };
    container.on('tab', (tab) => this.#dressTab(tab));
    runInAction(() => this.slots.set(slot.id, slot));
    return { component: {}, virtual: true };
  }

  #unbind(container: ComponentContainer): void {
    const bound = this.#bound.get(container);
    if (bound === undefined) return;
    this.#bound.delete(container);
    runInAction(() => this.slots.delete(bound.slot.id));
    // React takes its portal out first.
    queueMicrotask(() => bound.slot.element.remove());
  }

  #place(container: ComponentContainer, element: HTMLElement, width: number, height: number): void {
    const rect = container.element.getBoundingClientRect();
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    element.style.transform = `translate(${rect.left - this.#layerRect.left}px, ${rect.top - this.#layerRect.top}px)`;
    const { slot } = this.#bound.get(container) ?? {};
    if (slot !== undefined && !slot.opened && slot.visible && width > 0) slot.setVisible(true);
  }

  /** Adds the place of the link-group dot, and makes tab and close button reachable by keyboard. */
  #dressTab(tab: Tab): void {
    const bound = this.#bound.get(tab.componentItem.container);
    if (bound === undefined) return;
    let dot = tab.element.querySelector<HTMLElement>('.tessera-tab-dot');
    if (dot === null) {
      dot = document.createElement('span');
      dot.className = 'tessera-tab-dot';
      tab.element.prepend(dot);
      tab.element.tabIndex = 0;
      tab.element.setAttribute('role', 'tab');
      tab.element.addEventListener('keydown', (event) => {
        if (event.target !== tab.element) return;
        if (event.key === 'Enter' || event.key === ' ') bound.container.focus();
        else if (event.key === 'Delete') bound.container.close();
        else return;
        event.preventDefault();
      });
      const close = tab.closeElement;
      if (close !== undefined) {
        close.title = this.#options.labels.close;
        asButton(close);
      }
    }
    bound.slot.setDot(dot);
  }

  #find(slotId: string): Bound | undefined {
    for (const bound of this.#bound.values()) if (bound.slot.id === slotId) return bound;
    return undefined;
  }
}

/** Titles belong to the language of the moment, not to the layout. */
function withoutTitles(layout: ResolvedLayoutConfig): ResolvedLayoutConfig {
  return JSON.parse(
    JSON.stringify(layout, (key, value: unknown) => (key === 'title' && typeof value === 'string' ? '' : value)),
  ) as ResolvedLayoutConfig;
}

/** What a layout keeps of a panel is foreign data. */
function readSaved(state: unknown): SavedSlot {
  const saved = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return {
    type: typeof saved.type === 'string' ? saved.type : '',
    version: typeof saved.version === 'number' ? saved.version : 1,
    config: typeof saved.config === 'object' && saved.config !== null ? (saved.config as SavedSlot['config']) : {},
    linkGroup: linkGroups.find((group) => group === saved.linkGroup) ?? 'blue',
  };
}

function asButton(element: HTMLElement): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', element.title);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    element.click();
  });
}

/** The library's header buttons are plain boxes. */
function reachable(stack: HTMLElement): void {
  for (const control of stack.querySelectorAll<HTMLElement>(':scope > .lm_header > .lm_controls > :not(.lm_close)')) asButton(control);
}
