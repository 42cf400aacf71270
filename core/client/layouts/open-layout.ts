import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../contract/app-error.ts';
import type { Api } from '../../contract/client-services.ts';
import { mayPassLater } from '../may-pass-later.ts';
import type { Timers } from '../timers.ts';
import { type LayoutContent, layoutVersion, readLayout } from './layout-content.ts';
import type { LayoutSummary, SavedLayout } from './saved-layout.ts';

export const layoutSaveDelayMs = 800;
export const layoutRetryMs = 5_000;

/** `waiting`: the server cannot take it at the moment; it is tried again. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed';
/**
 * Where it comes from. All but `own` are left as they are: the first change makes a layout of the user's own. A `newer` one and a
 * `damaged` one cannot be shown, the default workspace stands in their place.
 */
export type LayoutOrigin = 'own' | 'new' | 'shared' | 'newer' | 'damaged';

interface OpenLayoutParts {
  readonly api: Api;
  readonly timers: Timers;
  /** It has become a layout of the user's own, or was saved. */
  readonly onSaved: (summary: LayoutSummary) => void;
  /** Another window saved in between: its layout is shown now, this window's is kept as `copy`; null when it could not be kept. */
  readonly onConflict: (layout: OpenLayout, copy: LayoutSummary | null) => void;
  readonly onFailure: (error: AppError) => void;
}

export interface OpenedFrom {
  /** The tab's key: stays when a copy takes its place. */
  readonly key: string;
  /** What the tab shows; null: nothing saved. */
  readonly sourceId: string | null;
  readonly name: string;
  readonly origin: LayoutOrigin;
  /** It belongs to the AI dashboard's page, and the server is told so when it is made. */
  readonly isAi?: boolean;
}

/** One workspace on the screen: loaded when it is first looked at, saved a moment after the last change, never over another window's. */
export class OpenLayout {
  readonly key: string;
  readonly #parts: OpenLayoutParts;
  readonly #isAi: boolean;
  #revision = 0;
  /** The newest one that the server told of. */
  #newest = 0;
  #waiting: LayoutContent | null = null;
  #cancelTimer: (() => void) | null = null;
  #saving: Promise<void> | null = null;
  /** What was saved, when it cannot be shown. */
  #raw: SavedLayout | null = null;
  sourceId: string | null;
  name: string;
  origin: LayoutOrigin;
  /** True once the saved content is here: nothing is saved before. */
  loaded: boolean;
  /** What the screen should show; null: the default workspace. Replaced by a load, not by a save. */
  content: LayoutContent | null = null;
  /** Goes up whenever `content` must be shown anew. */
  generation = 0;
  /** Goes up whenever another window's `content` must be shown in place: panels that stay keep what was typed into them. */
  edition = 0;
  saveState: SaveState = 'saved';

  constructor(from: OpenedFrom, parts: OpenLayoutParts) {
    this.key = from.key;
    this.sourceId = from.sourceId;
    this.name = from.name;
    this.origin = from.origin;
    this.loaded = from.sourceId === null;
    this.#isAi = from.isAi === true;
    this.#parts = parts;
    makeAutoObservable(this, { key: false, content: observableRef, kept: false }, { autoBind: true });
  }

  /** Id of the user's own layout; null until there is one. */
  get ownId(): string | null {
    return this.origin === 'own' ? this.sourceId : null;
  }

  /** The format version and content that a file of it holds. */
  get kept(): { readonly version: number; readonly content: unknown } {
    return this.#raw ?? { version: layoutVersion, content: this.content };
  }

  async load(): Promise<void> {
    if (this.sourceId === null) return;
    const reply = await this.#parts.api.call('layoutOpen', { query: { id: this.sourceId } });
    if (reply.ok) {
      this.take(reply.value);
      // What was saved while it was on its way.
      return this.#follow();
    }
    if (mayPassLater(reply.error)) this.#schedule(layoutRetryMs, () => this.load());
    runInAction(() => {
      this.saveState = mayPassLater(reply.error) ? 'waiting' : 'failed';
    });
    this.#parts.onFailure(reply.error);
  }

  /** Another window saved it. One in which something waits to be saved is told so by its own save. */
  heard(revision: number): void {
    this.#newest = Math.max(this.#newest, revision);
    void this.#follow();
  }

  /** Shows what the server sent. */
  take(layout: SavedLayout): void {
    this.#read(layout);
    this.generation += 1;
  }

  #read(layout: SavedLayout): void {
    const read = readLayout(layout.version, layout.content);
    this.#waiting = null;
    this.#stopTimer();
    this.#raw = read.outcome === 'ready' ? null : layout;
    this.#revision = layout.revision;
    this.name = layout.name;
    if (read.outcome !== 'ready') this.origin = read.outcome;
    this.content = read.outcome === 'ready' ? read.content : null;
    this.loaded = true;
    this.saveState = 'saved';
  }

  async #follow(): Promise<void> {
    if (!this.#isBehind || this.ownId === null) return;
    const reply = await this.#parts.api.call('layoutOpen', { query: { id: this.ownId } });
    if (!reply.ok || !this.#isBehind) return;
    runInAction(() => {
      this.#read(reply.value);
      this.edition += 1;
    });
  }

  get #isBehind(): boolean {
    return this.loaded && this.#newest > this.#revision && this.#waiting === null && this.#saving === null;
  }

  /** The layout changed on the screen. */
  changed(content: LayoutContent): void {
    if (!this.loaded) return;
    this.content = content;
    this.#waiting = content;
    this.saveState = 'saving';
    this.#schedule(layoutSaveDelayMs, () => this.#save());
  }

  /** Saves what waits at once. */
  async flush(): Promise<void> {
    await this.#saving;
    if (this.#waiting !== null) await this.#save();
  }

  /** Back to the default of the user's role, or to the built-in one of its page. */
  async reset(builtIn = false): Promise<void> {
    this.#stopTimer();
    this.#waiting = null;
    await this.#saving;
    if (this.ownId === null) {
      runInAction(() => {
        this.content = null;
        this.generation += 1;
      });
      return;
    }
    const reply = await this.#parts.api.call('layoutReset', { body: { id: this.ownId, revision: this.#revision, builtIn } });
    if (reply.ok) {
      this.take(reply.value);
      this.#parts.onSaved(reply.value);
    } else if (reply.error.code === 'LAYOUT_CONFLICT') await this.load();
    else this.#parts.onFailure(reply.error);
  }

  dispose(): void {
    this.#stopTimer();
  }

  #schedule(delayMs: number, work: () => Promise<void>): void {
    this.#stopTimer();
    this.#cancelTimer = this.#parts.timers.after(delayMs, () => void work());
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  async #save(): Promise<void> {
    this.#stopTimer();
    // One save at a time, in order: the next names the revision that this one gives.
    if (this.#saving !== null) return this.#schedule(layoutSaveDelayMs, () => this.#save());
    const content = this.#waiting;
    if (content === null) return;
    this.#waiting = null;
    this.#saving = this.ownId === null ? this.#create(content) : this.#send(this.ownId, content);
    await this.#saving;
    this.#saving = null;
    void this.#follow();
  }

  async #create(content: LayoutContent): Promise<void> {
    const reply = await this.#parts.api.call('layoutCreate', {
      body: { name: this.name, version: layoutVersion, content: { ...content }, ...(this.#isAi ? { ai: true } : {}) },
    });
    if (!reply.ok) return this.#notSaved(content, reply.error);
    runInAction(() => {
      this.sourceId = reply.value.id;
      this.name = reply.value.name;
      this.origin = 'own';
      this.#raw = null;
    });
    this.#saved(reply.value);
  }

  async #send(id: string, content: LayoutContent): Promise<void> {
    const reply = await this.#parts.api.call('layoutSave', {
      body: { id, version: layoutVersion, revision: this.#revision, content: { ...content } },
    });
    if (reply.ok)
      return this.#saved({ id, name: this.name, version: layoutVersion, ...reply.value, updatedMs: this.#parts.timers.nowMs() });
    if (reply.error.code === 'LAYOUT_CONFLICT') return this.#giveWay(content);
    if (reply.error.code === 'LAYOUT_UNKNOWN') {
      // Deleted in another window while this one goes on with it.
      this.origin = 'new';
      return this.#create(content);
    }
    this.#notSaved(content, reply.error);
  }

  /** The other window's layout is shown; what this window made of it becomes a layout beside it. */
  async #giveWay(content: LayoutContent): Promise<void> {
    const newest = this.#waiting ?? content;
    const copy = await this.#parts.api.call('layoutCreate', { body: { name: this.name, version: layoutVersion, content: { ...newest } } });
    if (!copy.ok && mayPassLater(copy.error)) return this.#notSaved(newest, copy.error);
    await this.load();
    this.#parts.onConflict(this, copy.ok ? copy.value : null);
  }

  #saved(summary: LayoutSummary): void {
    this.#revision = summary.revision;
    this.saveState = this.#waiting === null ? 'saved' : 'saving';
    this.#parts.onSaved(summary);
  }

  #notSaved(content: LayoutContent, error: AppError): void {
    if (mayPassLater(error)) {
      this.#waiting ??= content;
      this.saveState = 'waiting';
      this.#schedule(layoutRetryMs, () => this.#save());
      return;
    }
    this.saveState = 'failed';
    this.#parts.onFailure(error);
  }
}
