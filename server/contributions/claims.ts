/** Names of one kind that may be had only once, each with what stands behind it and the plugin that has it. */
export class Claims<T> {
  readonly #kind: string;
  readonly #isReserved: (name: string) => boolean;
  readonly #held = new Map<string, { readonly pluginId: string; readonly value: T }>();

  /** `isReserved`: names that the product itself has. */
  constructor(kind: string, isReserved: (name: string) => boolean = () => false) {
    this.#kind = kind;
    this.#isReserved = isReserved;
  }

  /** Throws with a sentence that names who has it. */
  take(pluginId: string, name: string, value: T): void {
    const holder = this.#held.get(name)?.pluginId;
    if (holder !== undefined) throw new Error(`${this.#kind} "${name}" is taken by plugin "${holder}"`);
    if (this.#isReserved(name)) throw new Error(`${this.#kind} "${name}" is the product's own`);
    this.#held.set(name, { pluginId, value });
  }

  get(name: string): T | undefined {
    return this.#held.get(name)?.value;
  }

  values(): readonly T[] {
    return [...this.#held.values()].map(({ value }) => value);
  }

  /** Gives back all that a plugin has; returns what that was, in the order in which it was taken. */
  release(pluginId: string): readonly T[] {
    const own = [...this.#held].filter(([, held]) => held.pluginId === pluginId);
    for (const [name] of own) this.#held.delete(name);
    return own.map(([, { value }]) => value);
  }
}
