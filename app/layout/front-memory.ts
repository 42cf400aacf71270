import type { KeyValueStorage } from '../../core/client/connection/session-storage.ts';

const storageKey = 'stacked_fronts';
const mostWorkspaces = 40;

/** Which panel of each workspace was in front on this small screen; the browser's own matter, not the layout's. */
export class FrontMemory {
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  frontOf(workspace: string): string | null {
    return new Map(this.#read()).get(workspace) ?? null;
  }

  remember(workspace: string, slotId: string): void {
    const others = this.#read().filter(([name]) => name !== workspace);
    try {
      this.#storage.setItem(storageKey, JSON.stringify([...others, [workspace, slotId]].slice(-mostWorkspaces)));
    } catch (error) {
      // Storage that is full or forbidden costs only the panel in front after a reload.
      console.warn('the panel in front is not remembered', error);
    }
  }

  #read(): readonly (readonly [string, string])[] {
    try {
      const saved: unknown = JSON.parse(this.#storage.getItem(storageKey) ?? '[]');
      return Array.isArray(saved) ? saved.filter(isPair) : [];
    } catch {
      // Foreign data: as good as none.
      return [];
    }
  }
}

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
