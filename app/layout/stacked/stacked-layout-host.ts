import { makeAutoObservable, observable } from 'mobx';
import { freeId, type GroupAccounts, type LayoutContent, type SavedSlot } from '../../../core/client/layouts/layout-content.ts';
import type { LinkGroup } from '../../../core/contract/panel.ts';
import type { StackPlace } from '../drop-target.ts';
import type { LayoutHost } from '../layout-host.ts';
import type { PanelSlot } from '../panel-slot.ts';
import { closeSlot, type PanelSlots } from '../panel-slots.ts';
import { GroupAccountsBox } from '../presets/group-accounts.ts';
import { stackedOrder } from './stacked-order.ts';

interface StackedLayoutOptions {
  readonly layer: HTMLElement;
  readonly places: PanelSlots;
  /** Id of the panel that was in front when this workspace was last looked at; null: none is remembered. */
  readonly front: string | null;
  readonly onFront: (slotId: string) => void;
}

/**
 * The layout of a screen too small for docking: one panel at a time fills it, and a second one can stand over its lower part as a
 * sheet. It arranges nothing, so what is added, closed or set here lasts for the visit and never reaches the saved layout.
 */
export class StackedLayoutHost implements LayoutHost {
  readonly slots = observable.map<string, PanelSlot>(undefined, { deep: false });
  readonly popOuts: LayoutContent['popouts'] = [];
  readonly #options: StackedLayoutOptions;
  readonly #accounts = new GroupAccountsBox();
  #content: LayoutContent = { root: null, maximised: null, accounts: {}, popouts: [] };
  #shown = true;
  /** Null: no panel is open. */
  front: string | null = null;
  /** The panel over the lower part; null: none is. */
  sheet: string | null = null;

  constructor(options: StackedLayoutOptions) {
    this.#options = options;
    makeAutoObservable(
      this,
      { slots: false, popOuts: false, content: false, accounts: false, stacks: false, current: false },
      { autoBind: true },
    );
  }

  /** The panels in their order. */
  get panels(): readonly PanelSlot[] {
    return [...this.slots.values()].filter(({ closed }) => !closed);
  }

  show(content: LayoutContent): boolean {
    this.#content = content;
    this.#accounts.set(content.accounts);
    for (const saved of stackedOrder(content)) this.#open(saved);
    const [first] = this.panels;
    this.front = this.#options.front !== null && this.slots.has(this.#options.front) ? this.#options.front : (first?.id ?? null);
    this.#arrange();
    return true;
  }

  content(): LayoutContent {
    return this.#content;
  }

  get accounts(): GroupAccounts {
    return this.#accounts.accounts;
  }

  linkAccount(group: LinkGroup, apiId: number | null): void {
    this.#accounts.link(group, apiId);
  }

  add(panel: Omit<SavedSlot, 'id'>): void {
    this.focus(this.#slotOf(panel));
  }

  /** Puts a panel over the lower part of the one in front; opens it when the workspace has none of its type. */
  showSheet(panel: Omit<SavedSlot, 'id'>): void {
    const id = this.#slotOf(panel);
    this.sheet = id === this.front ? null : id;
    this.#arrange();
  }

  closeSheet(): void {
    this.sheet = null;
    this.#arrange();
  }

  focus(slotId: string): void {
    if (slotId !== this.sheet) this.choose(slotId);
    this.slots.get(slotId)?.element.focus({ preventScroll: true });
  }

  /** Brings a panel to the front, with all of the screen: a sheet is put away, and keeps what stands in it. */
  choose(slotId: string): void {
    if (!this.slots.has(slotId)) return;
    this.front = slotId;
    this.sheet = null;
    this.#arrange();
    this.#options.onFront(slotId);
  }

  close(slotId: string): void {
    const slot = this.slots.get(slotId);
    if (slot === undefined || slot.closed) return;
    const at = this.panels.indexOf(slot);
    closeSlot(this.slots, slot);
    if (this.sheet === slotId) this.sheet = null;
    if (this.front === slotId) this.front = this.panels[Math.min(at, this.panels.length - 1)]?.id ?? null;
    this.#arrange();
  }

  update(slotId: string, saved: SavedSlot): void {
    this.slots.get(slotId)?.setSaved(saved);
  }

  stacks(): readonly StackPlace[] {
    if (this.front === null) return [];
    const { clientWidth, clientHeight } = this.#options.layer;
    const box = { left: 0, top: 0, width: clientWidth, height: clientHeight };
    return [{ front: this.front, panels: this.panels.map(({ id }) => id), box }];
  }

  current(): string | null {
    return this.sheet ?? this.front;
  }

  setShown(shown: boolean): void {
    this.#shown = shown;
    this.#arrange();
  }

  /** The tabs below name the panels by themselves. */
  setTitle(): void {}
  /** There is one place, all of the screen: nothing can be moved, maximised, dragged or taken out. */
  move(): void {}
  toggleMaximise(): void {}
  dragSource(): () => void {
    return () => undefined;
  }
  takeOut(): void {}
  changePopOut(): void {}
  putBack(): void {}

  dispose(): void {
    this.#options.places.leave(this.slots.values());
  }

  #open(saved: SavedSlot): void {
    this.slots.set(saved.id, this.#options.places.open(saved));
  }

  /** One panel of a type is enough here. */
  #slotOf(panel: Omit<SavedSlot, 'id'>): string {
    const found = this.panels.find(({ saved }) => saved.type === panel.type);
    if (found !== undefined) return found.id;
    const id = freeId('p1', new Set(this.slots.keys()));
    this.#open({ id, ...panel });
    return id;
  }

  #arrange(): void {
    for (const { id, element, setVisible } of this.slots.values()) {
      const place = id === this.sheet ? 'sheet' : id === this.front ? 'front' : 'behind';
      element.dataset.place = place;
      setVisible(this.#shown && place !== 'behind');
    }
  }
}
