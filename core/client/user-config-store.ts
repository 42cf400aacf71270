import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { Api } from '../contract/client-services.ts';
import type { Timers } from './timers.ts';

export const configSaveDelayMs = 600;

/** The user's settings: one JSON object at the server (SPEC §3 "User config"), a section for each owner. Saved a moment after a change. */
export class UserConfigStore {
  readonly #api: Api;
  readonly #timers: Timers;
  readonly #sections = observable.map<string, unknown>(undefined, { deep: false });
  readonly #listeners = new Set<(name: string, value: unknown) => void>();
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
    this.#cancelSave?.();
    this.#cancelSave = this.#timers.after(configSaveDelayMs, () => void this.save());
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

  /** Saves at once what waits; used before the session ends. */
  async flush(): Promise<void> {
    if (this.#cancelSave !== null) await this.save();
  }

  async save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    await this.#api.call('configSave', { body: { config_json: JSON.stringify(Object.fromEntries(this.#sections)) } });
  }

  /** Forgets everything of the user who left. */
  clear(): void {
    this.#cancelSave?.();
    this.#cancelSave = null;
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
