import { makeAutoObservable, observable } from 'mobx';

/** Parts around the page's content, such as menus and dialogs, whose code could not be loaded: told in one place, tried again together. */
export class MissingParts {
  private readonly retries = observable.set<() => void>([], { deep: false });

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get some(): boolean {
    return this.retries.size > 0;
  }

  /** Until disposed: gone with its part, or tried again. */
  add(retry: () => void): () => void {
    this.retries.add(retry);
    return () => this.remove(retry);
  }

  retry(): void {
    for (const retry of [...this.retries]) retry();
  }

  private remove(retry: () => void): void {
    this.retries.delete(retry);
  }
}
