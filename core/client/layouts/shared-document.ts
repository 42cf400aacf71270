import { accepted, type Outcome } from '../../contract/app-error.ts';
import type { Api, DocumentChange, DocumentContent, DocumentHandle, DocumentOptions } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import { mayPassLater } from '../may-pass-later.ts';
import type { Timers } from '../timers.ts';
import type { DocumentEvents } from './documents-store.ts';

export const documentSaveDelayMs = 600;
const retryMs = 5_000;

interface Holder {
  readonly listeners: Set<(change: DocumentChange) => void>;
}

/** One document of the user and its holders on this page. */
export class SharedDocument {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #address: { readonly kind: string; readonly key: string };
  readonly #events: DocumentEvents;
  readonly #onEmpty: () => void;
  readonly #holders = new Set<Holder>();
  readonly #loaded: Promise<Outcome<DocumentContent | null>>;
  /** Of the last holder that has one: it may have closed before the save came back. */
  #merge: DocumentOptions['merge'];
  #ready = false;
  #revision = 0;
  #content: DocumentContent | null = null;
  #waiting = false;
  #cancelSave: (() => void) | null = null;
  #saving: Promise<void> | null = null;
  /** It could not be loaded; nothing of it will ever be saved. */
  failed = false;

  constructor(
    api: Api,
    timers: Timers,
    address: { readonly kind: string; readonly key: string },
    events: DocumentEvents,
    onEmpty: () => void,
  ) {
    this.#api = api;
    this.#timers = timers;
    this.#address = address;
    this.#events = events;
    this.#onEmpty = onEmpty;
    this.#loaded = this.#load();
  }

  get isHeld(): boolean {
    return this.#holders.size > 0;
  }

  hold(options: DocumentOptions): DocumentHandle {
    this.#merge = options.merge ?? this.#merge;
    if (this.#ready && !this.isHeld) void this.#renew();
    const holder: Holder = { listeners: new Set() };
    this.#holders.add(holder);
    const content = (): DocumentContent | null => this.#content;
    return {
      loaded: this.#loaded,
      get content() {
        return content();
      },
      change: (next) => this.#change(holder, next),
      onChange: (listener): Disposer => {
        holder.listeners.add(listener);
        return () => {
          holder.listeners.delete(listener);
        };
      },
      close: () => {
        holder.listeners.clear();
        this.#holders.delete(holder);
        if (this.#holders.size === 0) void this.flush().then(() => this.#leaveIfUnused());
      },
    };
  }

  /** Saves what waits at once. */
  async flush(): Promise<void> {
    await this.#saving;
    if (this.#waiting) await this.#save();
  }

  /** Deletes the document, also when another window changed it. */
  async remove(): Promise<Outcome<null>> {
    this.#cancelSave?.();
    this.#waiting = false;
    await this.#saving;
    for (;;) {
      const reply = await this.#api.call('documentDelete', { body: { ...this.#address, revision: this.#revision } });
      if (!reply.ok && reply.error.code === 'DOCUMENT_CONFLICT') {
        this.#revision = Number(reply.error.params.revision);
        continue;
      }
      if (!reply.ok) return reply;
      this.#revision = 0;
      this.#content = null;
      this.#tell('window');
      return accepted(null);
    }
  }

  dispose(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#holders.clear();
  }

  async #load(): Promise<Outcome<DocumentContent | null>> {
    const reply = await this.#api.call('documentGet', { query: this.#address });
    if (!reply.ok) {
      this.failed = true;
      return reply;
    }
    this.#revision = reply.value?.revision ?? 0;
    this.#content = reply.value?.content ?? null;
    this.#ready = true;
    return accepted(this.#content);
  }

  /** Another window may have saved it while nobody here held it. */
  async #renew(): Promise<void> {
    const known = this.#revision;
    const reply = await this.#api.call('documentGet', { query: this.#address });
    // What is being saved here finds out by its save.
    if (!reply.ok || this.#revision !== known || this.#waiting || this.#saving !== null) return;
    const revision = reply.value?.revision ?? 0;
    if (revision === known) return;
    this.#revision = revision;
    this.#content = reply.value?.content ?? null;
    this.#tell('window');
  }

  #change(holder: Holder, content: DocumentContent): void {
    if (!this.#ready) return;
    this.#content = content;
    this.#waiting = true;
    this.#schedule(documentSaveDelayMs);
    this.#tell('panel', holder);
  }

  #tell(change: DocumentChange, except?: Holder): void {
    for (const holder of [...this.#holders]) {
      if (holder !== except) for (const listener of [...holder.listeners]) listener(change);
    }
  }

  #schedule(delayMs: number): void {
    this.#cancelSave?.();
    this.#cancelSave = this.#timers.after(delayMs, () => void this.#save());
  }

  async #save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    // One save at a time, in order: the next names the revision that this one gives.
    if (this.#saving !== null) return this.#schedule(documentSaveDelayMs);
    if (!this.#waiting || this.#content === null) return;
    this.#waiting = false;
    this.#saving = this.#send(this.#content);
    await this.#saving;
    this.#saving = null;
    this.#leaveIfUnused();
  }

  async #send(content: DocumentContent): Promise<void> {
    const reply = await this.#api.call('documentSave', { body: { ...this.#address, revision: this.#revision, content: { ...content } } });
    if (reply.ok) {
      this.#revision = reply.value.revision;
      return;
    }
    if (reply.error.code === 'DOCUMENT_CONFLICT') return this.#giveWay();
    if (mayPassLater(reply.error)) {
      this.#waiting = true;
      this.#schedule(retryMs);
    } else this.#events.onFailure(reply.error);
  }

  /** Another window saved in between: a holder that can merges its content with ours, else it replaces ours. */
  async #giveWay(): Promise<void> {
    const reply = await this.#api.call('documentGet', { query: this.#address });
    if (!reply.ok) {
      this.#waiting = true;
      this.#schedule(retryMs);
      return;
    }
    const theirs = reply.value?.content ?? null;
    const mine = this.#content;
    this.#revision = reply.value?.revision ?? 0;
    if (this.#merge !== undefined && mine !== null) {
      this.#content = theirs === null ? mine : this.#merge(mine, theirs);
      this.#waiting = true;
      this.#schedule(0);
    } else {
      this.#content = theirs;
      this.#waiting = false;
      this.#events.onConflict();
    }
    this.#tell('window');
  }

  #leaveIfUnused(): void {
    if (this.#holders.size === 0 && !this.#waiting && this.#saving === null) this.#onEmpty();
  }
}
