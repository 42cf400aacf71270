import { beforeEach, describe, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { Notices } from '../../core/contract/client-services.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { PluginsStore } from './plugins-store.ts';

const set = (role: PluginSet['role'], excluded: readonly string[] = []): PluginSet => ({
  role,
  included: ['*'],
  excluded: [...excluded],
  vipOverrides: {},
  locked: [],
});
const access = (role: PluginSet['role'], isOn: boolean) => ({
  role,
  people: 4,
  plugins: [{ plugin: 'panel-a', fromVip: isOn ? 0 : null, shown: isOn, leastVip: 0 }],
});
const none = { panels: 0, pages: 0, strategies: 0, exchanges: 0, others: 0 };
const answerTo = ({ role, excluded }: PluginSet) => ({
  access: access(role, !excluded.includes('panel-a')),
  changes: [],
  losing: 4,
  gaining: 0,
  lost: none,
  gained: none,
  staying: [],
  stayingCount: 0,
});
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

let api: FakeApi;
let timers: FakeTimers;
let told: string[];
let store: PluginsStore;
beforeEach(async () => {
  timers = new FakeTimers();
  told = [];
  api = new FakeApi({
    adminPlugins: () => [],
    adminPluginSets: () => [set('user'), set('risk')],
    adminPluginMatrix: () => [access('user', true), access('risk', true)],
    adminPluginSetPreview: ({ body }) => answerTo(body as PluginSet),
    adminPluginSetSave: ({ body }) => answerTo(body as PluginSet),
  });
  store = new PluginsStore(api, { error: ({ code }: { code: string }) => told.push(code) } as unknown as Notices, timers);
  await store.load();
});
const asked = async (): Promise<void> => {
  timers.advance(200);
  await settle();
};
const saves = (): readonly unknown[] => api.calls.filter(({ name }) => name === 'adminPluginSetSave').map(({ body }) => body);

describe('the plugins of a role', () => {
  it('are saved only once the server has counted what this very draft changes', async () => {
    store.edit({ excluded: ['panel-a'] });
    expect(store.canSave).toBe(false);
    await asked();
    expect([store.canSave, store.accessOf('user', 'panel-a')?.fromVip, store.accessOf('risk', 'panel-a')?.fromVip]).toEqual([
      true,
      null,
      0,
    ]);
    store.edit({ excluded: ['panel-a', 'panel-b'] });
    expect([store.canSave, store.preview?.losing]).toEqual([false, 4]);
    await asked();
    expect(store.canSave).toBe(true);
    store.revert();
    expect([store.canSave, store.preview]).toEqual([false, null]);
  });

  it('are counted once for what is typed in one go', async () => {
    for (const excluded of [['p'], ['pa'], ['panel-a']]) store.edit({ excluded });
    await asked();
    expect(api.names().filter((name) => name === 'adminPluginSetPreview')).toHaveLength(1);
  });

  it('are taken back as they were, and only in place of what was saved here', async () => {
    store.edit({ excluded: ['panel-a'] });
    await asked();
    await store.save('a test');
    expect([store.changed, store.last?.change.losing, store.accessOf('user', 'panel-a')?.fromVip]).toEqual([false, 4, null]);
    await store.undo('a test');
    expect(saves()).toEqual([
      { ...set('user', ['panel-a']), expected: set('user'), reason: 'a test' },
      { ...set('user'), expected: set('user', ['panel-a']), reason: 'a test' },
    ]);
    expect([store.saved, store.accessOf('user', 'panel-a')?.fromVip]).toEqual([set('user'), 0]);
  });

  it('are shown anew when somebody else has saved them meanwhile', async () => {
    store.edit({ excluded: ['panel-a'] });
    await asked();
    api.handlers.adminPluginSetSave = () => refused('PLUGIN_SET_CHANGED');
    api.handlers.adminPluginSets = () => [set('user', ['panel-z']), set('risk')];
    expect(await store.save('a test')).toBe(false);
    expect([told, store.draft]).toEqual([['PLUGIN_SET_CHANGED'], set('user', ['panel-z'])]);
  });

  it('say why they cannot be saved', async () => {
    api.handlers.adminPluginSetPreview = () => refused('CONFIG_INVALID', { field: 'excluded', rule: 'no way back' });
    store.edit({ excluded: ['page-*'] });
    await asked();
    expect([store.refusal?.code, store.canSave]).toEqual(['CONFIG_INVALID', false]);
  });

  it('of another role begin with what is saved, and offer nothing to take back', async () => {
    store.edit({ excluded: ['panel-a'] });
    await asked();
    await store.save('a test');
    store.choose('risk');
    expect([store.draft, store.last, store.preview]).toEqual([set('risk'), null, null]);
  });

  it('of each role keep what was edited and not saved while another is looked at', async () => {
    store.tryVersion({ version: 3, set: set('user', ['panel-a']) });
    await asked();
    store.choose('risk');
    expect([store.draft, store.preview, store.isUnsaved(), store.isUnsaved('risk'), store.isUnsaved('user')]).toEqual([
      set('risk'),
      null,
      true,
      false,
      true,
    ]);
    store.edit({ excluded: ['panel-b'] });
    store.choose('user');
    expect([store.draft, store.draftVersion, store.isUnsaved('risk')]).toEqual([set('user', ['panel-a']), 3, true]);
    await asked();
    expect(store.canSave).toBe(true);
    store.revert();
    store.choose('risk');
    store.revert();
    expect(store.isUnsaved()).toBe(false);
  });

  it('of another role are dropped when somebody else has saved that role meanwhile: saving them would undo what he did', async () => {
    for (const role of ['risk', 'user'] as const) {
      store.choose(role);
      store.edit({ excluded: ['panel-a'] });
    }
    await asked();
    api.handlers.adminPluginSetSave = () => refused('PLUGIN_SET_CHANGED');
    api.handlers.adminPluginSets = () => [set('user'), set('risk')];
    await store.save('a test');
    expect(store.isUnsaved('risk')).toBe(true);
    store.edit({ excluded: ['panel-a'] });
    await asked();
    api.handlers.adminPluginSets = () => [set('user'), set('risk', ['panel-z'])];
    await store.save('a test');
    store.choose('risk');
    expect([store.draft, store.isUnsaved()]).toEqual([set('risk', ['panel-z']), false]);
  });

  it('of an earlier version are a draft that says so, until something of it is edited, undone or saved', async () => {
    const earlier = { version: 3, set: set('user', ['panel-a']) };
    store.tryVersion(earlier);
    expect([store.changed, store.draftVersion, saves()]).toEqual([true, 3, []]);
    store.edit({ excluded: ['panel-b'] });
    expect([store.changed, store.draftVersion]).toEqual([true, null]);
    store.tryVersion(earlier);
    store.revert();
    expect([store.changed, store.draftVersion]).toEqual([false, null]);
    store.tryVersion(earlier);
    await asked();
    await store.save('a test');
    expect([store.changed, store.draftVersion, saves().length]).toEqual([false, null, 1]);
  });

  it('may leave instances running, which are stopped on request, and the page forgets them then', async () => {
    const staying = [{ instanceId: 's1', name: 'It', strategy: 'strategy-a/a', environment: 'production', username: 'ann' }];
    api.handlers.adminPluginSetSave = ({ body }) => ({ ...answerTo(body as PluginSet), staying, stayingCount: 1 });
    api.handlers.adminStayingStop = () => ({ stopped: ['s1'] });
    expect(await store.stopStaying()).toBeNull();
    store.edit({ excluded: ['panel-a'] });
    await asked();
    await store.save('a test');
    expect(await store.stopStaying()).toBe(1);
    expect(api.calls.at(-1)?.body).toEqual({ instanceIds: ['s1'] });
    expect([store.last?.change.staying, store.last?.change.stayingCount]).toEqual([[], 0]);
    expect(await store.stopStaying()).toBeNull();
  });
});
