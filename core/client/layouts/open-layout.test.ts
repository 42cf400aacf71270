import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../../contract/app-error.ts';
import { passingErrors } from '../may-pass-later.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { type LayoutContent, layoutVersion } from './layout-content.ts';
import { type LayoutOrigin, layoutRetryMs, layoutSaveDelayMs, OpenLayout } from './open-layout.ts';
import type { LayoutSummary, SavedLayout } from './saved-layout.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const content = (mark: string): LayoutContent => ({
  root: { kind: 'stack', size: 100, active: 0, panels: [{ id: 'p1', type: mark, version: 1, config: {}, linkGroup: 'blue' }] },
  maximised: null,
  accounts: {},
  popouts: [],
});
const stored = (changes: Partial<SavedLayout> = {}): SavedLayout => ({
  id: 'x',
  name: 'Trade',
  version: layoutVersion,
  revision: 4,
  content: content('stored'),
  updatedMs: 0,
  ...changes,
});

let timers: FakeTimers;
let api: FakeApi;
let conflicts: (string | null)[];
let failures: string[];

beforeEach(() => {
  timers = new FakeTimers();
  conflicts = [];
  failures = [];
  api = new FakeApi({
    layoutOpen: () => stored(),
    layoutSave: ({ body }) => ({ revision: (body as { revision: number }).revision + 1 }),
    layoutCreate: ({ body }) => ({
      id: 'copy',
      updatedMs: 0,
      revision: 1,
      version: layoutVersion,
      name: `${(body as { name: string }).name} 2`,
    }),
    layoutReset: () => stored({ revision: 9, content: null }),
  });
});

async function opened(origin: LayoutOrigin = 'own', sourceId: string | null = 'x'): Promise<OpenLayout> {
  const layout = new OpenLayout(
    { key: 'w1', sourceId, name: 'Trade', origin },
    {
      api,
      timers,
      onSaved: () => undefined,
      onConflict: (_: OpenLayout, copy: LayoutSummary | null) => conflicts.push(copy?.name ?? null),
      onFailure: ({ code }) => failures.push(code),
    },
  );
  await layout.load();
  return layout;
}

const sent = (name: string) => api.calls.filter((call) => call.name === name).map((call) => call.body);

describe('an open layout', () => {
  it('is saved 800 ms after the last change, and names the revision it started from', async () => {
    const layout = await opened();
    layout.changed(content('a'));
    expect(layout.saveState).toBe('saving');
    timers.advance(layoutSaveDelayMs - 1);
    layout.changed(content('b'));
    timers.advance(layoutSaveDelayMs - 1);
    expect(sent('layoutSave')).toEqual([]);
    timers.advance(1);
    await settle();
    expect(sent('layoutSave')).toEqual([{ id: 'x', version: layoutVersion, revision: 4, content: content('b') }]);
    expect(layout.saveState).toBe('saved');
    layout.changed(content('c'));
    await layout.flush();
    expect(sent('layoutSave').at(-1)).toMatchObject({ revision: 5 });
  });

  it('gives way to another window and keeps its own version as a copy', async () => {
    const layout = await opened();
    api.handlers.layoutSave = () => refused('LAYOUT_CONFLICT', { revision: 7 });
    api.handlers.layoutOpen = () => stored({ revision: 7, content: content('theirs') });
    const before = layout.generation;
    layout.changed(content('mine'));
    await layout.flush();
    expect(sent('layoutCreate')).toEqual([{ name: 'Trade', version: layoutVersion, content: content('mine') }]);
    expect(conflicts).toEqual(['Trade 2']);
    expect(layout.content).toEqual(content('theirs'));
    expect(layout.generation).toBe(before + 1);
    api.handlers.layoutSave = () => ({ revision: 8 });
    layout.changed(content('later'));
    await layout.flush();
    expect(sent('layoutSave').at(-1)).toMatchObject({ revision: 7 });
  });

  it('says so when its version could not be kept', async () => {
    const layout = await opened();
    api.handlers.layoutSave = () => refused('LAYOUT_CONFLICT', { revision: 7 });
    api.handlers.layoutCreate = () => refused('LAYOUT_TOO_MANY', { limit: 50 });
    layout.changed(content('mine'));
    await layout.flush();
    expect(conflicts).toEqual([null]);
  });

  it.each(passingErrors)('tries again when the server cannot take it for the moment (%s), and keeps the newest', async (code) => {
    const layout = await opened();
    api.handlers.layoutSave = () => refused(code);
    layout.changed(content('a'));
    await layout.flush();
    expect(layout.saveState).toBe('waiting');
    expect(failures).toEqual([]);
    layout.changed(content('b'));
    api.handlers.layoutSave = () => ({ revision: 5 });
    timers.advance(layoutRetryMs);
    await settle();
    expect(sent('layoutSave').at(-1)).toMatchObject({ content: content('b') });
    expect(layout.saveState).toBe('saved');
  });

  it('is failed, and told so once, when the server does not want it', async () => {
    const layout = await opened();
    api.handlers.layoutSave = () => refused('LAYOUT_TOO_LARGE', { field: 'content', limitKb: 256 });
    layout.changed(content('large'));
    await layout.flush();
    timers.advance(layoutRetryMs);
    await settle();
    expect([layout.saveState, failures.length, sent('layoutSave').length]).toEqual(['failed', 1, 1]);
  });

  it('is never saved before what was saved is here', async () => {
    delete api.handlers.layoutOpen;
    const layout = await opened();
    layout.changed(content('empty'));
    timers.advance(layoutSaveDelayMs);
    await settle();
    expect(sent('layoutSave')).toEqual([]);
    api.handlers.layoutOpen = () => stored();
    timers.advance(layoutRetryMs);
    await settle();
    expect(layout.content).toEqual(content('stored'));
  });

  it('goes on as a layout of its own when another window deleted it', async () => {
    const layout = await opened();
    api.handlers.layoutSave = () => refused('LAYOUT_UNKNOWN');
    layout.changed(content('mine'));
    await layout.flush();
    expect(layout.ownId).toBe('copy');
  });

  it('shows the default again after a reset, without saving what waited', async () => {
    const layout = await opened();
    layout.changed(content('a'));
    await layout.reset();
    timers.advance(layoutSaveDelayMs);
    expect(layout.content).toBeNull();
    expect(sent('layoutSave')).toEqual([]);
    layout.changed(content('b'));
    await layout.flush();
    expect(sent('layoutSave')).toMatchObject([{ revision: 9 }]);
  });
});

describe('what another window saves', () => {
  const saveElsewhere = (revision: number): void => {
    api.handlers.layoutOpen = () => stored({ revision, content: content('theirs') });
  };

  it('is shown in place, and what this window does next builds on it', async () => {
    const layout = await opened();
    const { generation } = layout;
    saveElsewhere(5);
    layout.heard(5);
    await settle();
    expect(layout).toMatchObject({ content: content('theirs'), edition: 1, generation, saveState: 'saved' });
    layout.changed(content('mine'));
    await layout.flush();
    expect(sent('layoutSave')).toMatchObject([{ revision: 5 }]);
    expect(conflicts).toEqual([]);
  });

  it('is not asked for when it is this window’s own, or known already', async () => {
    const layout = await opened();
    layout.changed(content('mine'));
    const saved = layout.flush();
    layout.heard(5);
    await saved;
    layout.heard(5);
    layout.heard(3);
    await settle();
    expect(api.names().filter((name) => name === 'layoutOpen')).toHaveLength(1);
  });

  it('replaces nothing that waits to be saved here: the save finds out and keeps both', async () => {
    const layout = await opened();
    layout.changed(content('mine'));
    saveElsewhere(5);
    layout.heard(5);
    await settle();
    expect(layout.content).toEqual(content('mine'));
    api.handlers.layoutSave = () => refused('LAYOUT_CONFLICT', { revision: 5 });
    await layout.flush();
    expect(conflicts).toEqual(['Trade 2']);
    expect(layout.content).toEqual(content('theirs'));
  });

  it('that came while a save was on its way is shown after it', async () => {
    const layout = await opened();
    layout.changed(content('mine'));
    const saved = layout.flush();
    saveElsewhere(6);
    layout.heard(6);
    await saved;
    await settle();
    expect(layout.content).toEqual(content('theirs'));
  });
});

describe('a layout that is left as it is', () => {
  it.each([
    ['from an admin', 'shared', stored({ revision: 0 }), 'shared'],
    ['made by a newer version', 'own', stored({ version: layoutVersion + 1 }), 'newer'],
    ['damaged', 'own', stored({ content: { root: 5 } }), 'damaged'],
    ['foreign', 'own', stored({ version: 1, content: { something: 'else' } }), 'damaged'],
  ] as const)('because it is %s becomes a copy with the first change', async (_, origin, saved, seen) => {
    api.handlers.layoutOpen = () => saved;
    const layout = await opened(origin);
    expect(layout.origin).toBe(seen);
    expect(layout.kept).toMatchObject({ version: saved.version, content: saved.content });
    layout.changed(content('mine'));
    await layout.flush();
    expect(sent('layoutSave')).toEqual([]);
    expect(sent('layoutCreate')).toEqual([{ name: 'Trade', version: layoutVersion, content: content('mine') }]);
    expect(layout).toMatchObject({ origin: 'own', ownId: 'copy', name: 'Trade 2' });
    expect(layout.kept.content).toEqual(content('mine'));
    layout.changed(content('more'));
    await layout.flush();
    expect(sent('layoutSave')).toMatchObject([{ id: 'copy', revision: 1 }]);
  });

  it('because there is none yet is made with the first change', async () => {
    const layout = await opened('new', null);
    expect(sent('layoutOpen')).toEqual([]);
    layout.changed(content('first'));
    await layout.flush();
    expect(layout.ownId).toBe('copy');
  });
});
