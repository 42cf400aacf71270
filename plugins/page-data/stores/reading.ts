import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../../core/contract/app-error.ts';

/** An answer of the server that is asked for again and again: what is shown stays until the next one is here. */
export class Reading<T> {
  /** Null before the first answer. */
  value: T | null = null;
  /** The last try failed. */
  failed = false;
  /** What the value answers is no longer what is asked. */
  stale = false;
  #asked = 0;
  #read: (() => Promise<Outcome<T>>) | null = null;

  constructor() {
    makeAutoObservable(this, { value: observableRef }, { autoBind: true });
  }

  /** Another question. */
  async ask(read: () => Promise<Outcome<T>>): Promise<void> {
    this.#read = read;
    this.stale = this.value !== null;
    await this.again();
  }

  /** The same one once more. */
  async again(): Promise<void> {
    const asked = ++this.#asked;
    const outcome = await this.#read?.();
    if (outcome === undefined || asked !== this.#asked) return;
    runInAction(() => {
      this.failed = !outcome.ok;
      if (!outcome.ok) return;
      this.value = outcome.value;
      this.stale = false;
    });
  }
}
