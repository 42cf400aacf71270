import { makeAutoObservable } from 'mobx';
import type { UserConfigStore } from './user-config-store.ts';

const section = 'recentCommands';
const mostKept = 12;

/** What the user chose from the palette last; kept in the user config. */
export class CommandHistory {
  readonly #config: UserConfigStore;

  constructor(config: UserConfigStore) {
    this.#config = config;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Ids of commands and instruments, the newest first. Some may not exist any more. Observable. */
  get recent(): readonly string[] {
    const saved = this.#config.section(section);
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : [];
  }

  note(id: string): void {
    this.#config.set(section, [id, ...this.recent.filter((one) => one !== id)].slice(0, mostKept));
  }
}
