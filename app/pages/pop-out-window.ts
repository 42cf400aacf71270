import { makeAutoObservable, observableRef } from 'mobx';
import type { GroupAccounts, WindowBounds } from '../../core/client/layouts/layout-content.ts';
import { keepWorkspace, type WindowLink, type WindowMessage } from '../../core/client/layouts/window-link.ts';
import type { Timers } from '../../core/client/timers.ts';
import type { LinkGroup } from '../../core/contract/panel.ts';
import type { PanelPlace, SavedSlot } from '../layout/layout-host.ts';
import { PanelSlot } from '../layout/panel-slot.ts';

/** The workspace has this long to say what to show. */
const answerMs = 5_000;
/** The own one this long, for a busy page answers late; then whichever has the window in its layout takes its place. */
const ownAnswerMs = 3_000;
/** No browser tells when a window was moved. */
const lookMs = 1_000;

type View = Pick<
  Window,
  'screenX' | 'screenY' | 'innerWidth' | 'innerHeight' | 'outerHeight' | 'addEventListener' | 'removeEventListener' | 'close' | 'document'
> & { readonly opener: { readonly closed: boolean } | null };

interface PopOutWindowParts {
  readonly link: WindowLink;
  readonly timers: Timers;
  /** Of this window: what it shows survives a reload in it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly view: View;
}

/** The panel of this window, and its talk with the workspace. */
export class PopOutWindow implements PanelPlace {
  readonly #id: string;
  readonly #parts: PopOutWindowParts;
  slot: PanelSlot | null = null;
  accounts: GroupAccounts = {};
  /** True when no workspace answers and nothing is known. */
  lost = false;
  #isAnswered = false;
  #cancelAnswer: (() => unknown) | null = null;

  constructor(id: string, parts: PopOutWindowParts) {
    this.#id = id;
    this.#parts = parts;
    makeAutoObservable(this, { slot: observableRef, accounts: observableRef }, { autoBind: true });
    // Written by this window before a reload.
    const kept = parts.storage.getItem(this.#key);
    if (kept !== null) this.show(JSON.parse(kept) as SavedSlot);
  }

  /** Gives the end of it. */
  start(): () => void {
    const { link, timers, view } = this.#parts;
    let before = JSON.stringify(this.#bounds());
    let hasOpener = view.opener?.closed === false;
    const look = (): void => {
      if (hasOpener && view.opener?.closed !== false) {
        hasOpener = false;
        this.#report();
      }
      const now = this.#bounds();
      if (JSON.stringify(now) === before) return;
      before = JSON.stringify(now);
      link.post({ type: 'bounds', id: this.#id, bounds: now });
    };
    const leave = (): void => link.post({ type: 'leaving', id: this.#id, forGood: false });
    const stops = [
      link.on((message, workspace) => this.#take(message, workspace)),
      timers.every(lookMs, look),
      timers.after(answerMs, this.giveUp),
      () => this.#cancelAnswer?.(),
    ];
    view.addEventListener('pagehide', leave);
    this.#report();
    return () => {
      view.removeEventListener('pagehide', leave);
      for (const stop of stops) stop();
    };
  }

  update(_slotId: string, saved: SavedSlot): void {
    this.show(saved);
    this.#parts.link.post({ type: 'changed', id: this.#id, panel: JSON.parse(JSON.stringify(saved)) as SavedSlot });
  }

  /** The workspace keeps it, and tells. */
  linkAccount(group: LinkGroup, apiId: number | null): void {
    this.#parts.link.post({ type: 'linkAccount', id: this.#id, group, apiId });
  }

  /** Back to the workspace. */
  close(): void {
    this.#parts.link.post({ type: 'leaving', id: this.#id, forGood: true });
    this.#parts.view.close();
  }

  giveUp(): void {
    this.lost = this.slot === null;
  }

  takeAccounts(accounts: GroupAccounts): void {
    this.accounts = accounts;
  }

  show(saved: SavedSlot): void {
    this.lost = false;
    this.#parts.storage.setItem(this.#key, JSON.stringify(saved));
    if (this.slot === null) {
      this.slot = new PanelSlot(this.#id, this.#parts.view.document.body, saved);
      this.slot.setVisible(true);
    } else this.slot.setSaved(saved);
  }

  get #key(): string {
    return `tessera-popout-${this.#id}`;
  }

  #take(message: WindowMessage, workspace: string | null): void {
    if (message.type === 'whoIsThere') this.#report();
    else if (message.type === 'accounts') this.takeAccounts(message.accounts);
    else if (message.type === 'panel' && message.id === this.#id) {
      this.#isAnswered = true;
      if (this.#parts.link.workspace === null && workspace !== null) this.#join(workspace);
      this.show(message.panel);
    }
  }

  #join(workspace: string): void {
    this.#parts.link.workspace = workspace;
    keepWorkspace(this.#parts.storage, workspace);
  }

  /** Tells that it is here. Its workspace may have been closed: another one that has the window in its layout takes it over. */
  #report(): void {
    const { link, timers } = this.#parts;
    this.#isAnswered = false;
    link.post({ type: 'here', id: this.#id });
    this.#cancelAnswer?.();
    this.#cancelAnswer = timers.after(ownAnswerMs, () => {
      if (this.#isAnswered || link.workspace === null) return;
      link.workspace = null;
      link.post({ type: 'here', id: this.#id });
    });
  }

  #bounds(): WindowBounds {
    const { screenX: x, screenY, outerHeight, innerWidth: width, innerHeight: height } = this.#parts.view;
    return { x, y: screenY + outerHeight - height, width, height };
  }
}
