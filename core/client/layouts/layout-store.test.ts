import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../../contract/app-error.ts';
import { passingErrors } from '../may-pass-later.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeStream } from '../testing/fake-stream.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { aiPath, LayoutStore, tabsSaveDelayMs, tradePath } from './layout-store.ts';
import { layoutRetryMs } from './open-layout.ts';
import type { LayoutList } from './saved-layout.ts';

const summary = (id: string) => ({ id, name: id.toUpperCase(), version: 2, revision: 1, updatedMs: 0 });
const shared = { id: 's', role: 'user', name: 'Desk', isDefault: true, updatedMs: 0 } as const;
const list = (changes: Partial<LayoutList> = {}): LayoutList => ({
  layouts: ['a', 'b', 'c', 'd'].map(summary),
  shared: [shared],
  open: ['b', 'a', 'gone', 'c'],
  active: 'a',
  ai: null,
  ...changes,
});

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
let timers: FakeTimers;
let api: FakeApi;
let store: LayoutStore;
let deleted: { readonly name: string; readonly undo: () => void }[];
let made: number;

beforeEach(() => {
  timers = new FakeTimers();
  deleted = [];
  made = 0;
  api = new FakeApi({
    layoutList: () => list(),
    layoutOpen: ({ query }) => ({ ...summary((query as { id: string }).id), content: null }),
    layoutCreate: ({ body }) => {
      made += 1;
      return { ...summary(`n${made}`), name: (body as { name: string }).name };
    },
    layoutDelete: () => null,
    layoutRestore: ({ body }) => summary((body as { id: string }).id),
    layoutRename: () => null,
    layoutTabs: () => null,
  });
  store = new LayoutStore(api, timers, {
    names: { first: () => 'Trade', another: () => 'Workspace', ai: () => 'AI dashboard' },
    onConflict: () => undefined,
    onDeleted: (name, undo) => deleted.push({ name, undo }),
    onFailure: () => undefined,
  });
});

const open = () => store.open.map(({ sourceId }) => sourceId);
const front = () => store.active?.sourceId ?? null;
const sentTabs = () => api.calls.filter(({ name }) => name === 'layoutTabs').map(({ body }) => body);

describe('workspaces', () => {
  it('come back as they were left, and only the front one is loaded', async () => {
    await store.load();
    expect(open()).toEqual(['b', 'a', 'c']);
    expect(front()).toBe('a');
    expect(api.calls.filter(({ name }) => name === 'layoutOpen')).toHaveLength(1);
    expect(store.closed.own.map(({ id }) => id)).toEqual(['d']);
    store.select(store.open[0]?.key ?? '');
    await settle();
    expect(store.active?.loaded).toBe(true);
  });

  it.each(passingErrors)('come a little later when the server cannot give them for the moment: %s', async (code) => {
    api.handlers.layoutList = () => refused(code);
    await store.load();
    expect(store.status).toBe('loading');
    api.handlers.layoutList = () => list();
    timers.advance(layoutRetryMs);
    await settle();
    expect([store.status, front()]).toEqual(['ready', 'a']);
  });

  it('begin with the default of the role, else with the built-in workspace', async () => {
    api.handlers.layoutList = () => list({ layouts: [], open: [], active: null });
    await store.load();
    expect(store.active).toMatchObject({ sourceId: 's', origin: 'shared', name: 'S' });
    api.handlers.layoutList = () => list({ layouts: [], shared: [], open: [], active: null });
    await store.load();
    expect(store.active).toMatchObject({ sourceId: null, origin: 'new', name: 'Trade' });
  });

  it('that are open are only selected, others get a tab at the end', async () => {
    await store.load();
    store.show('c');
    expect(open()).toEqual(['b', 'a', 'c']);
    expect(front()).toBe('c');
    store.show('d');
    expect(open()).toEqual(['b', 'a', 'c', 'd']);
    expect(front()).toBe('d');
  });

  it('select the previous one when the front one is closed, the first after the first; the last stays', async () => {
    await store.load();
    store.close(store.activeKey ?? '');
    expect(front()).toBe('b');
    store.close(store.activeKey ?? '');
    expect([open(), front()]).toEqual([['c'], 'c']);
    store.close(store.activeKey ?? '');
    expect(open()).toEqual(['c']);
  });

  it('are moved among each other, and their order is kept a moment later, once', async () => {
    await store.load();
    store.move(store.open[2]?.key ?? '', 0);
    store.step(1);
    expect([open(), front()]).toEqual([['c', 'b', 'a'], 'c']);
    timers.advance(tabsSaveDelayMs);
    expect(sentTabs()).toEqual([{ open: ['c', 'b', 'a'], active: 'c' }]);
  });

  it('that were in front last stay on the page', async () => {
    api.handlers.layoutList = () => list({ layouts: ['a', 'b', 'c', 'd', 'e', 'f'].map(summary), open: ['a', 'b', 'c', 'd', 'e', 'f'] });
    await store.load();
    for (const one of [...store.open]) store.select(one.key);
    expect(store.warm.map(({ sourceId }) => sourceId)).toEqual(['c', 'd', 'e', 'f']);
  });

  it('are copied under a name, beside the one they were copied from', async () => {
    await store.load();
    await store.saveAs(store.activeKey ?? '', 'Night');
    expect(open()).toEqual(['b', 'a', 'n1', 'c']);
    expect(store.layouts.map(({ name }) => name)).toContain('Night');
  });

  it('are renamed in the tab and in the list', async () => {
    await store.load();
    expect(await store.rename(store.activeKey ?? '', 'Zulu')).toBe(true);
    expect(store.active?.name).toBe('Zulu');
    expect(store.layouts.at(-1)?.name).toBe('Zulu');
  });

  it('that are deleted come back to their place when that is undone', async () => {
    await store.load();
    await store.remove(store.activeKey ?? '');
    expect([open(), front()]).toEqual([['b', 'c'], 'b']);
    expect(store.layouts.some(({ id }) => id === 'a')).toBe(false);
    deleted[0]?.undo();
    await settle();
    expect([open(), front()]).toEqual([['b', 'a', 'c'], 'a']);
  });

  it('are never none: after the last one the next of the list is opened', async () => {
    api.handlers.layoutList = () => list({ open: ['c'], active: 'c' });
    await store.load();
    await store.remove(store.activeKey ?? '');
    expect([open(), front()]).toEqual([['a'], 'a']);
  });

  it('follow what another window saves, and look after a lost connection what they missed', async () => {
    const stream = new FakeStream();
    await store.load();
    const stop = store.follow(stream);
    const opens = () => api.calls.filter(({ name }) => name === 'layoutOpen').map(({ query }) => (query as { id: string }).id);
    stream.say('layouts', { k: 'e', t: 'layouts', d: { id: 'a', revision: 2 } });
    stream.say('layouts', { k: 'e', t: 'layouts', d: { id: 'b', revision: 2 } });
    await settle();
    expect(opens()).toEqual(['a', 'a']);
    api.handlers.layoutList = () => list({ layouts: [{ ...summary('a'), revision: 7 }] });
    timers.advance(60_000);
    stream.say('layouts', { k: 's', t: 'layouts', d: 60_001 });
    await settle();
    expect(opens()).toEqual(['a', 'a']);
    stream.say('layouts', { k: 's', t: 'layouts', d: 2_000 });
    await settle();
    expect(opens()).toEqual(['a', 'a', 'a']);
    void stop();
    expect(stream.topics).toEqual([]);
  });

  it.each([
    ['before the topic was open', 's', 0],
    ['while the list was on its way', 'e', { id: 'a', revision: 2 }],
  ] as const)('show what another window saved %s', async (_when, k, d) => {
    const stream = new FakeStream();
    const stop = store.follow(stream);
    const loading = store.load();
    stream.say('layouts', { k, t: 'layouts', d });
    api.handlers.layoutList = () => list({ layouts: [{ ...summary('a'), revision: 2 }] });
    await loading;
    await settle();
    expect(api.names()).toEqual(['layoutList', 'layoutOpen', 'layoutList', 'layoutOpen']);
    void stop();
  });
});

describe('the AI dashboard', () => {
  const content = { root: null, maximised: null, accounts: {}, popouts: [] };

  it('is a new workspace at the first visit, kept once it was changed, and found again at the next', async () => {
    await store.load();
    store.enter(aiPath);
    expect([store.active?.name, store.active?.origin, store.path]).toEqual(['AI dashboard', 'new', aiPath]);
    store.active?.changed(content);
    await store.flush();
    timers.advance(tabsSaveDelayMs);
    expect(sentTabs().at(-1)).toEqual({ open: ['b', 'a', 'c', 'n1'], active: 'n1', ai: 'n1' });
    expect(api.calls.find(({ name }) => name === 'layoutCreate')?.body).toMatchObject({ name: 'AI dashboard', ai: true });

    api.handlers.layoutList = () => list({ layouts: [...['a', 'b'].map(summary), summary('n1')], open: ['a'], ai: 'n1' });
    await store.load();
    expect(store.path).toBe(tradePath);
    store.enter(aiPath);
    expect([open(), front(), store.path]).toEqual([['a', 'n1'], 'n1', aiPath]);
  });

  it('gives way to the workspace that was in front last when its user goes back to trading', async () => {
    await store.load();
    store.select(store.open[2]?.key ?? '');
    store.enter(aiPath);
    store.enter(tradePath);
    expect(front()).toBe('c');
    store.enter(tradePath);
    expect(front()).toBe('c');
  });

  it('is never what trading begins with', async () => {
    api.handlers.layoutList = () => list({ layouts: [summary('n1')], shared: [], open: ['n1'], active: 'n1', ai: 'n1' });
    await store.load();
    expect([store.path, store.open.map(({ name }) => name)]).toEqual([aiPath, ['Trade', 'N1']]);
    store.enter(tradePath);
    expect(store.active).toMatchObject({ sourceId: null, name: 'Trade' });
  });

  it('begins anew after it was deleted, and comes back with the undo', async () => {
    api.handlers.layoutList = () => list({ open: ['a', 'b'], active: 'a', ai: 'b' });
    await store.load();
    store.enter(aiPath);
    await store.remove(store.activeKey ?? '');
    expect([front(), store.path]).toEqual(['a', tradePath]);
    deleted[0]?.undo();
    await settle();
    expect([front(), store.path]).toEqual(['b', aiPath]);
  });
});
