import { describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { accepted, refused } from '../../core/contract/app-error.ts';
import type { DocumentContent, DocumentHandle, DocumentOptions, Documents } from '../../core/contract/client-services.ts';
import { FavouritesStore } from './favourites-store.ts';
import { SparklineStore } from './sparkline-store.ts';

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

describe('price lines', () => {
  function set(reachable = true) {
    const timers = new FakeTimers();
    const api = new FakeApi({
      sparklines: (input) =>
        reachable ? (input.query as { ids: string }).ids.split(',').map((id) => ({ id, closes: ['1', '2'] })) : refused('CLIENT_OFFLINE'),
    });
    return { timers, api, store: new SparklineStore(api, timers) };
  }

  it('are asked for together, a hundred at most, and once in five minutes', async () => {
    const { timers, api, store } = set();
    for (let at = 0; at < 130; at++) store.want(`x/M${at}/spot`);
    timers.advance(100);
    await settled();
    timers.advance(100);
    await settled();
    expect(api.calls.map((call) => (call.query as { ids: string }).ids.split(',').length)).toEqual([100, 30]);
    expect(store.closes('x/M129/spot')).toEqual(['1', '2']);
    store.want('x/M0/spot');
    timers.advance(100);
    expect(api.calls).toHaveLength(2);
    timers.advance(5 * 60_000);
    store.want('x/M0/spot');
    timers.advance(100);
    expect(api.calls).toHaveLength(3);
  });

  it('are asked for again after a failure', async () => {
    const { timers, api, store } = set(false);
    store.want(a);
    timers.advance(100);
    await settled();
    store.want(a);
    timers.advance(100);
    expect(api.calls).toHaveLength(2);
    expect(store.closes(a)).toBeNull();
  });
});
