import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { DocumentContent, DocumentHandle, Documents } from '../../../core/contract/client-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';

/** What the user has chosen on this page, kept at the server. */
export class Choices {
  readonly #documents: Documents;
  readonly #chosen = observable.map<string, string>();
  /** Chosen before what was saved had come. */
  readonly #early = new Set<string>();
  #handle: DocumentHandle | null = null;
  #isLoaded = false;

  constructor(documents: Documents) {
    this.#documents = documents;
    makeAutoObservable(this, { of: false }, { autoBind: true });
  }

  open(): Disposer {
    const handle = this.#documents.open('data-page', 'choices', { merge: (mine, theirs) => ({ ...theirs, ...mine }) });
    this.#handle = handle;
    const take = (): void => runInAction(() => this.#take(handle.content));
    const stop = handle.onChange(take);
    void handle.loaded.then((outcome) => {
      if (!outcome.ok || this.#handle !== handle) return;
      this.#isLoaded = true;
      take();
      if (this.#early.size > 0) this.#save();
      this.#early.clear();
    });
    return () => {
      void stop();
      this.#handle = null;
      this.#isLoaded = false;
      handle.close();
    };
  }

  /** Observable: one of the words that there are, the first until another was chosen. What was saved is checked against them. */
  of<T extends string>(name: string, words: readonly [T, ...T[]]): T {
    const chosen = this.#chosen.get(name);
    return words.find((word) => word === chosen) ?? words[0];
  }

  choose(name: string, word: string): void {
    this.#chosen.set(name, word);
    if (this.#isLoaded) this.#save();
    else this.#early.add(name);
  }

  #save(): void {
    this.#handle?.change(Object.fromEntries(this.#chosen));
  }

  #take(content: DocumentContent | null): void {
    for (const [name, word] of Object.entries(content ?? {}))
      if (typeof word === 'string' && !this.#early.has(name)) this.#chosen.set(name, word);
  }
}
