import { makeAutoObservable, observable } from 'mobx';
import type { Commands, Texts } from '../contract/client-services.ts';
import type { Disposer } from '../contract/token.ts';
import { matchesShortcut } from './shortcut.ts';

export interface Command {
  readonly id: string;
  /** In the language of the moment. */
  readonly title: (texts: Texts) => string;
  readonly shortcut?: string;
  readonly run: () => void | Promise<void>;
}

/** Everything that a key, the palette or a menu can run. */
export class CommandRegistry implements Commands {
  readonly #commands = observable.map<string, Command>(undefined, { deep: false });
  readonly #onFailure: (commandId: string, error: unknown) => void;

  constructor(onFailure: (commandId: string, error: unknown) => void) {
    this.#onFailure = onFailure;
    makeAutoObservable(this, { register: false, run: false, handleKey: false }, { autoBind: true });
  }

  /** Observable. */
  get all(): readonly Command[] {
    return [...this.#commands.values()];
  }

  register(command: Command): Disposer {
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

  /** Runs the command whose shortcut was pressed; true when there is one. */
  handleKey(event: KeyboardEvent, mac: boolean): boolean {
    const command = this.all.find((one) => one.shortcut !== undefined && matchesShortcut(one.shortcut, event, mac));
    if (command === undefined) return false;
    void this.run(command.id);
    return true;
  }
}
