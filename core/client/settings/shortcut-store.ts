import { makeAutoObservable } from 'mobx';
import { isRecord } from '../layouts/dashboard-config.ts';
import type { UserConfigStore } from './user-config-store.ts';

const section = 'shortcuts';

/** The keys that the user gave to commands in place of the default ones; kept in the user config. */
export class ShortcutStore {
  readonly #config: UserConfigStore;

  constructor(config: UserConfigStore) {
    this.#config = config;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** By command; null: the user took the keys away. Observable. */
  get changed(): ReadonlyMap<string, string | null> {
    const saved = this.#config.section(section);
    const entries = isRecord(saved) ? Object.entries(saved) : [];
    return new Map(entries.flatMap(([id, keys]) => (keys === null || typeof keys === 'string' ? [[id, keys] as const] : [])));
  }

  set(commandId: string, shortcut: string | null): void {
    this.#save(new Map(this.changed).set(commandId, shortcut));
  }

  /** Back to the default. */
  reset(commandId: string): void {
    const changed = new Map(this.changed);
    changed.delete(commandId);
    this.#save(changed);
  }

  resetAll(): void {
    this.#save(new Map());
  }

  #save(changed: ReadonlyMap<string, string | null>): void {
    this.#config.set(section, Object.fromEntries(changed));
  }
}
