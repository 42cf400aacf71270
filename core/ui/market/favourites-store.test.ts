import { describe, expect, it } from 'vitest';
import { accepted, refused } from '../../contract/app-error.ts';
import type { DocumentContent, DocumentHandle, DocumentOptions, Documents } from '../../contract/client-services.ts';
import { FavouritesStore } from './favourites-store.ts';

function favouritesOn(saved: DocumentContent | null, reachable = true) {
  const changes: DocumentContent[] = [];
  let options: DocumentOptions = {};
  const handle: DocumentHandle = {
    loaded: Promise.resolve(reachable ? accepted(saved) : refused('CLIENT_OFFLINE')),
    content: saved,
    change: (content) => changes.push(content),
    onChange: () => () => undefined,
    close: () => undefined,
  };
  const documents = {
    open: (_kind: string, _key: string, given: DocumentOptions) => {
      options = given;
      return handle;
    },
  } as unknown as Documents;
  const store = new FavouritesStore(documents);
  store.open();
  return { store, changes, merge: (mine: DocumentContent, theirs: DocumentContent) => options.merge?.(mine, theirs) };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const [a, b, c] = ['x/A/spot', 'x/B/spot', 'x/C/spot'];

describe('favourites', () => {
  it('are what was saved, without what is no market', async () => {
    const { store } = favouritesOn({ ids: [b, 'nonsense', 7, a, b] });
    await settled();
    expect(store.ids).toEqual([b, a]);
  });

  it('are starred, unstarred, and moved by drag or by step', async () => {
    const { store, changes } = favouritesOn(null);
    await settled();
    for (const id of [a, b, c]) store.toggle(id);
    store.moveTo(c, a);
    expect(store.ids).toEqual([c, a, b]);
    store.step(c, 1);
    store.step(b, 1);
    expect(store.ids).toEqual([a, c, b]);
    store.toggle(c);
    expect(changes.at(-1)).toEqual({ ids: [a, b] });
  });

  it('cannot be changed before what was saved is here: it would be lost', async () => {
    const { store, changes } = favouritesOn({ ids: [a] }, false);
    await settled();
    store.toggle(b);
    expect(changes).toEqual([]);
  });

  it('of two windows are united', () => {
    const { merge } = favouritesOn(null);
    expect(merge({ ids: [a, b] }, { ids: [c, a] })).toEqual({ ids: [a, b, c] });
  });
});
