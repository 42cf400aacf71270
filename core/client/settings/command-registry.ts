import { makeAutoObservable, observable } from 'mobx';
import type { Commands, Texts } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import { givesWay, matchesShortcut } from './shortcut.ts';
import type { ShortcutStore } from './shortcut-store.ts';

/** Where a command belongs, in the order in which lists of commands show it. */
export const commandPlaces = ['general', 'markets', 'trading', 'workspaces', 'panels', 'pages', 'looks'] as const;
export type CommandPlace = (typeof commandPlaces)[number];

export interface AppCommand {
  readonly id: string;
  readonly place: CommandPlace;
  /** In the language of the moment. */
  readonly title: (texts: Texts) => string;
  /** The default; what counts is `shortcutOf`. */
  readonly shortcut?: string;
  readonly run: () => void | Promise<void>;
}

/** Everything that a key, the palette or a menu can run. */
export class CommandRegistry implements Commands {
  readonly #commands = observable.map<string, AppCommand>(undefined, { deep: false });
  readonly #shortcuts: Pick<ShortcutStore, 'changed'>;
  readonly #onFailure: (commandId: string, error: unknown) => void;

  constructor(shortcuts: Pick<ShortcutStore, 'changed'>, onFailure: (commandId: string, error: unknown) => void) {
    this.#shortcuts = shortcuts;
    this.#onFailure = onFailure;
    makeAutoObservable(this, { register: false, run: false, handleKey: false, shortcutOf: false, withShortcut: false }, { autoBind: true });
  }

  /** Observable. */
  get all(): readonly AppCommand[] {
    return [...this.#commands.values()];
  }

  register(command: AppCommand): Disposer {
    if (this.#commands.has(command.id)) throw new Error(`command ${command.id} is registered already`);
    this.#commands.set(command.id, command);
    return () => {
      if (this.#commands.get(command.id) === command) this.#commands.delete(command.id);
    };
  }

  async run(commandId: string): Promise<void> {
    const command = this.#commands.get(commandId);
    if (command === undefined) return;
    try {
      await command.run();
    } catch (error) {
      this.#onFailure(commandId, error);
    }
  }

  /** The user's keys for a command, else the default ones; null: it has none. Observable. */
  shortcutOf(commandId: string): string | null {
    const changed = this.#shortcuts.changed.get(commandId);
    return changed === undefined ? (this.#commands.get(commandId)?.shortcut ?? null) : changed;
  }

  /** Commands that have these keys now. Observable. */
  withShortcut(shortcut: string): readonly AppCommand[] {
    return this.all.filter(({ id }) => this.shortcutOf(id)?.toLowerCase() === shortcut.toLowerCase());
  }

  /** Runs the command whose shortcut was pressed; true when there is one. */
  handleKey(event: KeyboardEvent, mac: boolean): boolean {
    for (const { id } of this.#commands.values()) {
      const shortcut = this.shortcutOf(id);
      if (shortcut === null || !matchesShortcut(shortcut, event, mac)) continue;
      if (givesWay(shortcut, event.target)) return false;
      void this.run(id);
      return true;
    }
    return false;
  }
}
