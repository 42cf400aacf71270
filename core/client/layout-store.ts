import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../contract/app-error.ts';
import type { Api } from '../contract/client-services.ts';
import type { Timers } from './timers.ts';

export const layoutSaveDelayMs = 800;
/** Version of the layout's format. */
export const layoutVersion = 1;
const retryMs = 5_000;

export type LayoutContent = Readonly<Record<string, unknown>>;
export type LayoutStatus = 'loading' | 'ready' | 'saving' | 'failed';

export interface LayoutEvents {
  /** Another window saved in between: its layout is loaded and shown. */
  readonly onConflict: () => void;
  readonly onFailure: (error: AppError) => void;
}

/** The saved layout: loaded once, saved a moment after the last change, never over a newer one of another window. */
export class LayoutStore {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #events: LayoutEvents;
  #revision = 0;
  #waiting: LayoutContent | null = null;
  #cancelSave: (() => void) | null = null;
  #saving: Promise<void> | null = null;
  /** What the screen should show; null: the default layout. Replaced by a load, not by a save. */
  content: LayoutContent | null = null;
  /** Goes up whenever `content` must be shown anew. */
  generation = 0;
  status: LayoutStatus = 'loading';
  name = 'Trade';

  constructor(api: Api, timers: Timers, events: LayoutEvents) {
    this.#api = api;
    this.#timers = timers;
    this.#events = events;
    makeAutoObservable(this, { content: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const reply = await this.#api.call('layoutCurrent', {});
    runInAction(() => {
      if (!reply.ok) {
        this.status = 'failed';
        this.#events.onFailure(reply.error);
        return;
      }
      const layout = reply.value;
      this.#revision = layout?.revision ?? 0;
      this.name = layout?.name ?? this.name;
      this.content = layout !== null && layout.version === layoutVersion ? (layout.content as LayoutContent) : null;
      this.generation += 1;
      this.status = 'ready';
    });
  }

  /** The layout changed on the screen. Nothing is saved before the saved one was loaded. */
  changed(content: LayoutContent): void {
    this.content = content;
    if (this.status === 'loading' || this.status === 'failed') return;
    this.#waiting = content;
    this.#schedule(layoutSaveDelayMs);
  }

  /** Saves what waits at once. */
  async flush(): Promise<void> {
    await this.#saving;
    if (this.#waiting !== null) await this.#save();
  }

  async reset(): Promise<void> {
    this.#cancelSave?.();
    this.#waiting = null;
    await this.#saving;
    const reply = await this.#api.call('layoutReset', {});
    runInAction(() => {
      if (!reply.ok) {
        this.#events.onFailure(reply.error);
        return;
      }
      this.#revision = 0;
      this.content = null;
      this.generation += 1;
    });
  }

  dispose(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
  }

  #schedule(delayMs: number): void {
    this.#cancelSave?.();
    this.#cancelSave = this.#timers.after(delayMs, () => void this.#save());
  }

  async #save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    if (this.#saving !== null) {
      // One save at a time, in order: the next names the revision that this one gives.
      this.#schedule(layoutSaveDelayMs);
      return;
    }
    const content = this.#waiting;
    if (content === null) return;
    this.#waiting = null;
    this.status = 'saving';
    this.#saving = this.#send(content);
    await this.#saving;
    this.#saving = null;
  }

  async #send(content: LayoutContent): Promise<void> {
    const reply = await this.#api.call('layoutSave', {
      body: { name: this.name, version: layoutVersion, revision: this.#revision, content: { ...content } },
    });
    const conflict = runInAction(() => {
      this.status = 'ready';
      if (reply.ok) {
        this.#revision = reply.value.revision;
        return false;
      }
      if (reply.error.code === 'LAYOUT_CONFLICT') return true;
      if (reply.error.code === 'CLIENT_OFFLINE' || reply.error.code === 'CLIENT_TIMEOUT') {
        this.#waiting ??= content;
        this.#schedule(retryMs);
      } else this.#events.onFailure(reply.error);
      return false;
    });
    if (!conflict) return;
    this.#waiting = null;
    this.#events.onConflict();
    await this.load();
  }
}
