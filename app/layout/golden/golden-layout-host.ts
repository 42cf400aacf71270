import { type ComponentContainer, type ComponentItemConfig, type ContentItem, type Stack, type Tab, VirtualLayout } from 'golden-layout';
import { observable, runInAction } from 'mobx';
import {
  freeId,
  type GroupAccounts,
  type LayoutContent,
  type SavedSlot,
  type WindowBounds,
} from '../../../core/client/layouts/layout-content.ts';
import { homeIn, wayHome } from '../../../core/client/layouts/panel-home.ts';
import type { LinkGroup } from '../../../core/contract/panel.ts';
import type { DropTarget, StackPlace } from '../drop-target.ts';
import type { LayoutHost, LayoutLabels } from '../layout-host.ts';
import type { PanelWidths } from '../narrow-layout.ts';
import type { PanelSlot } from '../panel-slot.ts';
import { closeSlot, type PanelSlots } from '../panel-slots.ts';
import { GroupAccountsBox } from '../presets/group-accounts.ts';
import { componentConfig, contentOf, fixedConfig, goldenRoot } from './golden-config.ts';
import { dropPanel, insertPanel, stacksIn } from './golden-moves.ts';
import { dressFrame, dressHelp, dressPopOut, splitterKeys, tabKeys } from './golden-tabs.ts';
import { keepWidths } from './golden-widths.ts';

interface GoldenLayoutOptions {
  /** The library draws frames, tabs and splitters in here. */
  readonly frame: HTMLElement;
  readonly places: PanelSlots;
  readonly labels: LayoutLabels;
  readonly widths: PanelWidths;
  readonly onChange: () => void;
  readonly canPopOut: (slotId: string) => boolean;
  readonly onPopOut: (slotId: string) => void;
  /** Address of a panel's help; null: it has none. */
  readonly helpOf: (slotId: string) => string | null;
}

interface Bound {
  readonly slot: PanelSlot;
  readonly container: ComponentContainer;
  /** In its stack. */
  inFront: boolean;
}

/** The layout on golden-layout's virtual mode: it reports rectangles, and we move our own elements there. */
export class GoldenLayoutHost implements LayoutHost {
  readonly slots = observable.map<string, PanelSlot>(undefined, { deep: false });
  readonly #options: GoldenLayoutOptions;
  readonly #layout: VirtualLayout;
  readonly #bound = new Map<ComponentContainer, Bound>();
  /** Panels keep their elements, which go on to the next host. */
  readonly #ended = new AbortController();
  /** Windows are opened elsewhere. */
  readonly #accounts = new GroupAccountsBox();
  readonly #popOuts = observable.box<LayoutContent['popouts']>([], { deep: false });
  #shown = true;
  #dressing = false;
  readonly #places: (() => void)[] = [];
  /** Loading reports every item as a change; none of them is the user's. */
  #loading = true;

  constructor(options: GoldenLayoutOptions) {
    this.#options = options;
    this.#layout = new VirtualLayout(
      options.frame,
      (container) => this.#bind(container),
      (container) => this.#unbind(container),
    );
    keepWidths(this.#layout, options.widths);
    this.#layout.resizeWithContainerAutomatically = true;
    // All rectangles are read before the first panel is moved: the browser lays the page out once, not once a panel.
    this.#layout.afterVirtualRectingEvent = () => {
      for (const place of this.#places.splice(0)) place();
    };
    this.#layout.on('stateChanged', () => {
      this.#dressSoon();
      if (!this.#loading) options.onChange();
    });
    options.frame.addEventListener('keydown', (event) => splitterKeys(this.#layout, event));
    this.#layout.on('tabCreated', (tab) => this.#dressTab(tab));
  }

  show(content: LayoutContent): boolean {
    runInAction(() => this.#popOuts.set(content.popouts));
    this.#accounts.set(content.accounts);
    this.#loading = true;
    try {
      this.#layout.loadLayout({ ...fixedConfig(this.#options.labels), root: goldenRoot(content, this.#options.frame.clientWidth) });
      return true;
    } catch (error) {
      // A layout that the library refuses is not worth a blank screen: the caller shows the default one.
      console.warn('the layout cannot be shown', error);
      return false;
    } finally {
      this.#loading = false;
    }
  }

  content(): LayoutContent {
    return { ...contentOf(this.#layout.saveLayout()), accounts: this.accounts, popouts: this.popOuts };
  }

  get accounts(): GroupAccounts {
    return this.#accounts.accounts;
  }

  linkAccount(group: LinkGroup, apiId: number | null): void {
    if (this.#accounts.link(group, apiId)) this.#options.onChange();
  }

  add(panel: Omit<SavedSlot, 'id'>): void {
    this.#add(this.#newComponent(panel));
  }

  get popOuts(): LayoutContent['popouts'] {
    return this.#popOuts.get();
  }

  takeOut(slotId: string, id: string, bounds: WindowBounds): void {
    const bound = this.#find(slotId);
    if (bound === undefined) return;
    const home = homeIn(this.content().root, slotId);
    const popOut = { panel: { ...bound.slot.saved, id }, bounds, ...(home === null ? {} : { home }) };
    runInAction(() => this.#popOuts.set([...this.popOuts, popOut]));
    bound.container.close();
  }

  changePopOut(id: string, change: { readonly panel?: SavedSlot; readonly bounds?: WindowBounds }): void {
    const changed = this.popOuts.map((one) => (one.panel.id === id ? { ...one, ...change } : one));
    runInAction(() => this.#popOuts.set(changed));
    this.#options.onChange();
  }

  putBack(id: string): void {
    const found = this.popOuts.find(({ panel }) => panel.id === id);
    if (found === undefined) return;
    runInAction(() => this.#popOuts.set(this.popOuts.filter((one) => one !== found)));
    const way = found.home === undefined ? null : wayHome(this.content().root, found.home);
    if (way === null) this.#add(componentConfig(found.panel));
    else insertPanel(this.#layout, componentConfig(found.panel), way);
  }

  dragSource(element: HTMLElement, panel: () => Omit<SavedSlot, 'id'>): () => void {
    const source = this.#layout.newDragSource(element, () => this.#newComponent(panel()));
    return () => {
      // A layout that is gone has let go of its sources.
      if (this.#layout.isInitialised) this.#layout.removeDragSource(source);
    };
  }

  focus(slotId: string): void {
    const bound = this.#find(slotId);
    bound?.container.focus();
    bound?.slot.element.focus({ preventScroll: true });
  }

  close(slotId: string): void {
    this.#find(slotId)?.container.close();
  }

  toggleMaximise(slotId: string): void {
    const stack = this.#find(slotId)?.container.parent.parent;
    if (stack?.isStack === true) (stack as ContentItem & { toggleMaximise(): void }).toggleMaximise();
  }

  stacks(): readonly StackPlace[] {
    const { left, top } = this.#options.frame.getBoundingClientRect();
    return stacksIn(this.#layout).flatMap((stack) => {
      const slotsOf = stack.contentItems.map((item) => this.#slotOf(item));
      const front = this.#slotOf(stack.getActiveComponentItem());
      const box = stack.element.getBoundingClientRect();
      const place = { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
      return front === null ? [] : [{ front, panels: slotsOf.filter((id) => id !== null), box: place }];
    });
  }

  current(): string | null {
    const focused = this.#slotOf(this.#layout.focusedComponentItem);
    return focused ?? this.stacks()[0]?.front ?? null;
  }

  move(slotId: string, { front, side }: DropTarget): void {
    const item = this.#find(slotId)?.container.parent;
    const target = this.#find(front)?.container.parent.parent;
    if (item !== undefined && target?.isStack === true) dropPanel(item, target as Stack, side);
  }

  update(slotId: string, saved: SavedSlot): void {
    this.slots.get(slotId)?.setSaved(saved);
    this.#options.onChange();
  }

  setTitle(slotId: string, title: string): void {
    const container = this.#find(slotId)?.container;
    if (container !== undefined && container.title !== title) container.setTitle(title);
  }

  setShown(shown: boolean): void {
    this.#shown = shown;
    for (const { slot, inFront } of this.#bound.values()) slot.setVisible(shown && inFront);
  }

  dispose(): void {
    this.#ended.abort();
    this.#loading = true;
    this.#options.places.leave([...this.#bound.values()].map(({ slot }) => slot));
    this.#bound.clear();
    this.#layout.destroy();
  }

  #bind(container: ComponentContainer): { component: object; virtual: true } {
    const slot = this.#options.places.open(container.initialState as unknown as SavedSlot);
    const { element } = slot;
    const bound: Bound = { slot, container, inFront: true };
    this.#bound.set(container, bound);
    // Without this the library never learns which panel is in use.
    element.onpointerdown = () => container.focus();
    element.addEventListener('focusin', () => this.#uncover(container), { signal: this.#ended.signal });
    container.stateRequestEvent = () => slot.saved as never;
    container.virtualRectingRequiredEvent = (_, width, height) => this.#place(container, element, width, height);
    container.virtualVisibilityChangeRequiredEvent = (_, visible) => {
      element.style.display = visible ? '' : 'none';
      bound.inFront = visible;
      slot.setVisible(visible && this.#shown);
    };
    container.virtualZIndexChangeRequiredEvent = (_, _logical, defaultZIndex) => {
      element.style.zIndex = defaultZIndex;
    };
    container.on('tab', (tab) => this.#dressTab(tab));
    runInAction(() => this.slots.set(slot.id, slot));
    return { component: {}, virtual: true };
  }

  /** Who brings the keyboard to a panel sees it: a stack that fills the workspace before it goes back to its place. */
  #uncover(container: ComponentContainer): void {
    const own = this.#bound.has(container) ? container.parent.parent : null;
    if (own === null) return;
    for (const stack of stacksIn(this.#layout)) if (stack.isMaximised && stack !== own) stack.minimise();
  }

  #unbind(container: ComponentContainer): void {
    const bound = this.#bound.get(container);
    if (bound === undefined) return;
    this.#bound.delete(container);
    closeSlot(this.slots, bound.slot);
  }

  #place(container: ComponentContainer, element: HTMLElement, width: number, height: number): void {
    const rect = container.element.getBoundingClientRect();
    // Panels live in a layer on the frame. Behind another workspace it is not displayed and has no place of its own.
    const { left, top } = this.#options.frame.getBoundingClientRect();
    this.#places.push(() => {
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
      element.style.transform = `translate(${rect.left - left}px, ${rect.top - top}px)`;
      const { slot } = this.#bound.get(container) ?? {};
      if (slot !== undefined && !slot.opened && slot.visible && width > 0) slot.setVisible(true);
    });
  }

  /** Adds the place of the link-group dot, and what keyboards and screen readers need. */
  #dressTab(tab: Tab): void {
    const bound = this.#bound.get(tab.componentItem.container);
    if (bound === undefined) return;
    const { slot, container } = bound;
    let dot = tab.element.querySelector<HTMLElement>('.tessera-tab-dot');
    if (dot === null) {
      dot = document.createElement('span');
      dot.className = 'tessera-tab-dot';
      dot.ariaHidden = 'true';
      tab.element.prepend(dot);
      tabKeys(tab, {
        show: () => container.focus(),
        close: () => container.close(),
        openLinkMenu: () => tab.element.querySelector<HTMLElement>('.tessera-tab-dot > *')?.click(),
      });
      const close = tab.closeElement;
      if (close !== undefined) {
        close.title = this.#options.labels.close;
        // The tab itself has a key for it; a tab may hold no other control.
        close.ariaHidden = 'true';
      }
    }
    tab.element.id = `tab-${slot.element.id}`;
    tab.element.setAttribute('aria-controls', slot.element.id);
    slot.element.setAttribute('aria-labelledby', tab.element.id);
    slot.setDot(dot);
    this.#dressSoon();
  }

  #dress(): void {
    const { frame, labels, canPopOut, onPopOut, helpOf } = this.#options;
    dressFrame(this.#layout, frame, labels);
    for (const stack of stacksIn(this.#layout)) {
      const front = (): string => this.#slotOf(stack.getActiveComponentItem()) ?? '';
      dressPopOut(stack, labels, canPopOut(front()), () => onPopOut(front()));
      dressHelp(stack, labels, helpOf(front()));
    }
  }

  /** Once for all changes of a moment. */
  #dressSoon(): void {
    if (this.#dressing) return;
    this.#dressing = true;
    requestAnimationFrame(() => {
      this.#dressing = false;
      if (this.#layout.isInitialised) this.#dress();
    });
  }

  #add({ componentType, componentState }: ComponentItemConfig): void {
    this.#layout.newComponent(componentType, componentState, '');
  }

  #newComponent(panel: Omit<SavedSlot, 'id'>): ComponentItemConfig {
    const taken = new Set([...this.slots.keys(), ...this.popOuts.map((one) => one.panel.id)]);
    return componentConfig({ id: freeId('p1', taken), ...panel });
  }

  #slotOf(item: ContentItem | undefined): string | null {
    for (const { container, slot } of this.#bound.values()) if (container.parent === item) return slot.id;
    return null;
  }

  #find(slotId: string): Bound | undefined {
    for (const bound of this.#bound.values()) if (bound.slot.id === slotId) return bound;
    return undefined;
  }
}
