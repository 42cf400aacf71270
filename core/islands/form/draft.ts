export type DraftValues = Readonly<Record<string, string>>;

/** What was typed into a form, kept in the window until it is sent or closed: a page that is loaded again, or in another language, has it. */
export class Draft {
  readonly #key: string;
  readonly #storage: Storage | null;

  constructor(path: string, target: Window) {
    this.#key = `form:${path}`;
    this.#storage = storageOf(target);
  }

  read(): DraftValues {
    try {
      const values: unknown = JSON.parse(this.#storage?.getItem(this.#key) ?? '{}');
      return Object.fromEntries(Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch {
      return {};
    }
  }

  keep(values: DraftValues): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(values));
    } catch (error) {
      // Full: what is typed stands in the page all the same.
      console.warn(error);
    }
  }

  clear(): void {
    this.#storage?.removeItem(this.#key);
  }
}

/** Null where a browser keeps nothing: asking it throws there. */
function storageOf(target: Window): Storage | null {
  try {
    return target.sessionStorage;
  } catch {
    return null;
  }
}
