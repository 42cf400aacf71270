import type { KeyValueStorage } from '../connection/session-storage.ts';

export class FakeStorage implements KeyValueStorage {
  readonly #values = new Map<string, string>();

  constructor(values: Readonly<Record<string, string>> = {}) {
    for (const [key, value] of Object.entries(values)) this.#values.set(key, value);
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }
}
