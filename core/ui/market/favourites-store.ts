import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { DocumentContent, DocumentHandle, Documents } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import { type InstrumentId, parseInstrumentId } from '../../domain/markets/instrument.ts';

/** More than this nobody looks at, and the document stays small. */
const mostFavourites = 500;

/** The user's starred markets in their own order, kept at the server; all markets panels share them. */
export class FavouritesStore {
  ids: readonly InstrumentId[] = [];
  /** Nothing can be starred before what was saved is here. */
  ready = false;
  private readonly documents: Documents;
  private handle: DocumentHandle | null = null;

  constructor(documents: Documents) {
    this.documents = documents;
    makeAutoObservable<this, 'documents' | 'handle'>(this, { ids: observableRef, documents: false, handle: false }, { autoBind: true });
  }

  /** Loads and follows the document until disposed. */
  open(): Disposer {
    const handle = this.documents.open('markets', 'favourites', { merge: united });
    this.handle = handle;
    const take = (): void =>
      runInAction(() => {
        this.ids = idsOf(handle.content);
      });
    const stop = handle.onChange(take);
    void handle.loaded.then((outcome) => {
      if (!outcome.ok || this.handle !== handle) return;
      take();
      runInAction(() => (this.ready = true));
    });
    return () => {
      void stop();
      this.handle = null;
      handle.close();
    };
  }

  has(id: InstrumentId): boolean {
    return this.ids.includes(id);
  }

  toggle(id: InstrumentId): void {
    this.save(this.has(id) ? this.ids.filter((one) => one !== id) : [...this.ids, id].slice(-mostFavourites));
  }

  /** Puts a favourite in the place of another. */
  moveTo(id: InstrumentId, target: InstrumentId): void {
    const to = this.ids.indexOf(target);
    if (to < 0 || !this.has(id)) return;
    const others = this.ids.filter((one) => one !== id);
    this.save([...others.slice(0, to), id, ...others.slice(to)]);
  }

  /** Moves a favourite by one place. */
  step(id: InstrumentId, by: 1 | -1): void {
    const target = this.ids[this.ids.indexOf(id) + by];
    if (target !== undefined) this.moveTo(id, target);
  }

  private save(ids: readonly InstrumentId[]): void {
    if (!this.ready) return;
    this.ids = ids;
    this.handle?.change({ ids });
  }
}

function idsOf(content: DocumentContent | null): readonly InstrumentId[] {
  const saved = content?.ids;
  if (!Array.isArray(saved)) return [];
  return [...new Set(saved.filter((id): id is InstrumentId => typeof id === 'string' && parseInstrumentId(id) !== null))].slice(
    0,
    mostFavourites,
  );
}

/** Another window starred something too: nothing starred is lost. */
const united = (mine: DocumentContent, theirs: DocumentContent): DocumentContent => ({
  ids: [...new Set([...idsOf(mine), ...idsOf(theirs)])],
});
