import { makeAutoObservable, observable, reaction, runInAction } from 'mobx';
import type { WindowBounds } from '../../../core/client/layouts/layout-content.ts';
import type { WindowLink, WindowMessage } from '../../../core/client/layouts/window-link.ts';
import type { Timers } from '../../../core/client/timers.ts';
import type { LayoutHost, SavedSlot } from '../layout-host.ts';

/** Windows that are open already, after a reload of the workspace, have this long to say so. */
const answerMs = 800;
/** A window that is reloaded has this long to be there again. */
const reloadMs = 8_000;
const lookMs = 250;

export interface PopOutParts {
  readonly link: WindowLink;
  readonly timers: Timers;
  /** Null when the browser refuses. */
  readonly openWindow: (id: string, bounds: WindowBounds) => Pick<Window, 'closed' | 'focus'> | null;
  readonly newId: () => string;
  /** False while the layout is followed: a window that another tab or machine has opened is not opened here as well. */
  readonly opensAtOnce: boolean;
  /** On another screen than the workspace: there a browser opens windows only with the user's leave. */
  readonly isElsewhere: (bounds: WindowBounds) => boolean;
  /** Asks for that leave, by a click and at most once; without it windows open on this screen. */
  readonly askForScreens: () => Promise<void>;
  /** Where the workspace's page stands on the screen. */
  readonly origin: () => { readonly x: number; readonly y: number };
}

/**
 * Windows of one workspace. A panel in a window is kept with the layout; when the window is closed the panel goes back to where
 * it came from. Windows live on while the workspace is reloaded, and are found again.
 */
export class PopOuts {
  readonly #host: LayoutHost;
  readonly #parts: PopOutParts;
  readonly #windows = new Map<string, Pick<Window, 'closed' | 'focus'>>();
  readonly #leaving = new Map<string, () => void>();
  readonly #stops: (() => void)[] = [];
  /** Ids of windows that are known to be open. */
  readonly #open = observable.set<string>();

  /** Windows were given time to answer. */
  settled = false;

  constructor(host: LayoutHost, parts: PopOutParts) {
    this.#host = host;
    this.#parts = parts;
    makeAutoObservable(this, {}, { autoBind: true });
    this.#stops.push(parts.link.on((message, workspace) => this.#take(message, parts.link.isOwn(workspace))));
    this.#stops.push(reaction(() => host.accounts, this.#tellAccounts));
    if (host.popOuts.length === 0) return;
    parts.link.post({ type: 'whoIsThere' });
    const atOnce = parts.opensAtOnce && !this.#someElsewhere;
    this.#stops.push(asDisposer(parts.timers.after(answerMs, atOnce ? this.openWaiting : this.settle)));
  }

  /** Panels whose windows are not open: the browser wants to be asked by a click. */
  get waiting(): readonly SavedSlot[] {
    return this.settled ? this.#host.popOuts.flatMap(({ panel }) => (this.#open.has(panel.id) ? [] : [panel])) : [];
  }

  /** False when the browser refused the window; the panel stays then. */
  popOut(slotId: string): boolean {
    const place = this.#host.stacks().find(({ panels }) => panels.includes(slotId));
    if (place === undefined) return true;
    const { x, y } = this.#parts.origin();
    const { left, top, width, height } = place.box;
    const bounds = { x: Math.round(x + left), y: Math.round(y + top), width: Math.round(width), height: Math.round(height) };
    const id = this.#parts.newId();
    if (!this.#openWindow(id, bounds)) return false;
    this.settled = true;
    this.#host.takeOut(slotId, id, bounds);
    return true;
  }

  settle(): void {
    this.settled = true;
  }

  openWaiting(): void {
    this.settle();
    for (const { panel, bounds } of this.#host.popOuts) if (!this.#open.has(panel.id)) this.#openWindow(panel.id, bounds);
  }

  /** By a click. */
  async openAsked(): Promise<void> {
    if (this.#someElsewhere) await this.#parts.askForScreens();
    this.openWaiting();
  }

  bringBack(): void {
    for (const { id } of this.waiting) this.#putBack(id);
  }

  dispose(): void {
    for (const stop of [...this.#stops.splice(0), ...this.#leaving.values()]) stop();
  }

  get #someElsewhere(): boolean {
    return this.#host.popOuts.some(({ bounds }) => this.#parts.isElsewhere(bounds));
  }

  #openWindow(id: string, bounds: WindowBounds): boolean {
    const opened = this.#parts.openWindow(id, bounds);
    if (opened === null) return false;
    this.#windows.set(id, opened);
    runInAction(() => this.#open.add(id));
    // One that is closed before it is there cannot tell.
    this.#look(id, Number.POSITIVE_INFINITY);
    return true;
  }

  /** Of a window of another tab with the same layout only its coming and going counts: that tab saves the rest, and this one follows. */
  #take(message: WindowMessage, isOwn: boolean): void {
    if (!('id' in message) || !this.#host.popOuts.some(({ panel }) => panel.id === message.id)) return;
    const { id } = message;
    if (message.type === 'here') this.#welcome(id);
    else if (message.type === 'leaving') this.#wait(id, message.forGood && isOwn);
    else if (!isOwn) return;
    else if (message.type === 'changed') this.#host.changePopOut(id, { panel: message.panel });
    else if (message.type === 'linkAccount') this.#host.linkAccount(message.group, message.apiId);
    else if (message.type === 'bounds') this.#host.changePopOut(id, { bounds: message.bounds });
  }

  #welcome(id: string): void {
    this.#leaving.get(id)?.();
    this.#leaving.delete(id);
    runInAction(() => this.#open.add(id));
    const found = this.#host.popOuts.find(({ panel }) => panel.id === id);
    if (found === undefined) return;
    this.#tellAccounts();
    this.#parts.link.post({ type: 'panel', id, panel: JSON.parse(JSON.stringify(found.panel)) as SavedSlot });
  }

  readonly #tellAccounts = (): void => this.#parts.link.post({ type: 'accounts', accounts: { ...this.#host.accounts } });

  /** Closed, or only reloaded? A window that we opened tells; another has to be there again in time. */
  #wait(id: string, forGood: boolean): void {
    this.#leaving.get(id)?.();
    if (forGood) this.#putBack(id);
    else this.#look(id, this.#parts.timers.nowMs() + reloadMs);
  }

  /** Looks after a window until it says that it is there. */
  #look(id: string, untilMs: number): void {
    const { timers } = this.#parts;
    const look = (): void => {
      if (this.#windows.get(id)?.closed === true || timers.nowMs() >= untilMs) this.#putBack(id);
      else this.#look(id, untilMs);
    };
    this.#leaving.set(id, asDisposer(timers.after(lookMs, look)));
  }

  #putBack(id: string): void {
    this.#leaving.delete(id);
    this.#windows.delete(id);
    runInAction(() => this.#open.delete(id));
    this.#host.putBack(id);
  }
}

const asDisposer = (stop: () => unknown) => (): void => void stop();
