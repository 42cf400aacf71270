import { makeAutoObservable, observableRef } from 'mobx';
import type { LayoutHost } from './layout-host.ts';
import type { PopOuts } from './pop-outs/pop-outs.ts';

/** The workspace in front, for what stands around it: commands and the gallery. */
export class FrontLayout {
  /** Null while no workspace is on the screen. */
  host: LayoutHost | null = null;
  /** Its panels in windows of their own; null where there can be none. */
  popOuts: PopOuts | null = null;
  /** The panel that is being moved by keyboard. */
  moving: string | null = null;

  constructor() {
    makeAutoObservable(this, { host: observableRef, popOuts: observableRef }, { autoBind: true });
  }

  /** Gives the way back. */
  set(host: LayoutHost, popOuts: PopOuts | null): () => void {
    this.host = host;
    this.popOuts = popOuts;
    return () => this.#leave(host);
  }

  #leave(host: LayoutHost): void {
    if (this.host === host) this.clear();
  }

  clear(): void {
    this.host = null;
    this.popOuts = null;
    this.moving = null;
  }

  startMoving(): void {
    this.moving = this.host?.current() ?? null;
  }

  endMoving(): void {
    this.moving = null;
  }

  /** Brings the keyboard to the next stack's panel, around the ends. */
  stepPanel(by: 1 | -1): void {
    const { host } = this;
    const stacks = host?.stacks() ?? [];
    const current = host?.current() ?? '';
    const at = stacks.findIndex(({ panels }) => panels.includes(current));
    const next = stacks[(at + by + stacks.length) % stacks.length];
    if (next !== undefined) host?.focus(next.front);
  }
}
