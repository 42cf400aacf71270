import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { Api } from '../../contract/client-services.ts';
import { mayPassLater } from '../may-pass-later.ts';
import type { Timers } from '../timers.ts';

export const configSaveDelayMs = 600;
export const configRetryMs = 5_000;

/**
 * The user's settings: one JSON object at the server (the user config), a section for each owner. Saved a moment after a change,
 * over what other windows and machines of the user have saved meanwhile: only the sections that changed here replace theirs.
 */
export class UserConfigStore {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #sections = observable.map<string, unknown>(undefined, { deep: false });
  readonly #listeners = new Set<(name: string, value: unknown) => void>();
  /** Sections that the server does not have yet. */
  readonly #changed = new Set<string>();
  #cancelSave: (() => void) | null = null;
  /** True once the server's settings are here: nothing is saved before, or it would overwrite them. */
  loaded = false;

  constructor(api: Api, timers: Timers) {
    this.#api = api;
    this.#timers = timers;
    makeAutoObservable(this, { section: false, onSet: false }, { autoBind: true });
  }

  /** Observable. What was saved is foreign data: the owner of the section checks it. */
  section(name: string): unknown {
    return this.#sections.get(name);
  }

  /** Everything, for a window that has just opened. */
  get all(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#sections);
  }

  set(name: string, value: unknown): void {
    this.#sections.set(name, value);
    for (const listener of [...this.#listeners]) listener(name, value);
    if (!this.loaded) return;
    this.#changed.add(name);
    this.#schedule(configSaveDelayMs);
  }

  /** What another window of the user changed; that window saves it. */
  take(sections: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(sections)) this.#sections.set(name, value);
  }

  /** Tells what this window changes. Gives the end of it. */
  onSet(listener: (name: string, value: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async load(): Promise<boolean> {
    const reply = await this.#api.call('configGet', {});
    if (!reply.ok) return false;
    const saved = parseObject(reply.value.config_json);
    runInAction(() => {
      for (const [name, value] of Object.entries(saved)) this.#sections.set(name, value);
      this.loaded = true;
    });
    return true;
  }

  /** Saves at once what waits; used before the page or the session ends, when there is no time to ask first. */
  async flush(): Promise<void> {
    if (this.#changed.size > 0) await this.#save();
  }

  #schedule(delayMs: number): void {
    this.#cancelSave?.();
    this.#cancelSave = this.#timers.after(delayMs, () => void this.#merge());
  }

  async #merge(): Promise<void> {
    this.#cancelSave = null;
    const reply = await this.#api.call('configGet', {});
    // Flushed meanwhile, or the user has left.
    if (this.#changed.size === 0) return;
    if (!reply.ok) {
      // Saved blindly, ours would replace what other windows have saved.
      if (mayPassLater(reply.error)) this.#schedule(configRetryMs);
      return;
    }
    const theirs = Object.entries(parseObject(reply.value.config_json));
    this.take(Object.fromEntries(theirs.filter(([name]) => !this.#changed.has(name))));
    await this.#save();
  }

  async #save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    const names = [...this.#changed];
    this.#changed.clear();
    const body = { config_json: JSON.stringify(Object.fromEntries(this.#sections)) };
    const reply = await this.#api.call('configSave', { body });
    if (reply.ok || !this.loaded) return;
    // Refused for good they wait for the next change, and what other windows save does not replace them.
    for (const name of names) this.#changed.add(name);
    if (mayPassLater(reply.error)) this.#schedule(configRetryMs);
  }

  /** Forgets everything of the user who left. */
  clear(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#changed.clear();
    this.#sections.clear();
    this.loaded = false;
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
