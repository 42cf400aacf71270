import { expect, it } from 'vitest';
import { WindowLink, type WindowRole } from '../layouts/window-link.ts';
import { WorkspaceStore } from '../layouts/workspace-store.ts';
import type { MarketsStore } from '../markets/markets-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeChannels } from '../testing/fake-channel.ts';
import { FakeStorage } from '../testing/fake-storage.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { PreferencesStore } from './preferences-store.ts';
import { shareSettings } from './shared-settings.ts';
import { configSaveDelayMs, UserConfigStore } from './user-config-store.ts';

async function window(role: WindowRole, channels: FakeChannels, workspaceId = 'one') {
  const timers = new FakeTimers();
  const api = new FakeApi({ configGet: () => ({ config_json: null }), configSave: () => null });
  const config = new UserConfigStore(api, timers);
  await config.load();
  const link = new WindowLink(role, channels.open(), workspaceId);
  const preferences = new PreferencesStore(new FakeStorage(), config, 'UTC');
  const workspace = new WorkspaceStore(config, { instrument: () => null, instruments: [] } as unknown as MarketsStore);
  shareSettings({ link, config, preferences, workspace });
  return { config, link, preferences, workspace, api, timers };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('keeps a pop-out on the market, the looks, the language and the picked price of its workspace, and the other way round', async () => {
  const channels = new FakeChannels();
  const main = await window('main', channels);
  const out = await window('popOut', channels);
  main.workspace.openTab('aurora/ETHUSDT/spot');
  main.preferences.setTheme('light');
  main.preferences.setLanguage('zh-CN');
  await settled();
  expect(out.workspace.activeKey).toBe('aurora/ETHUSDT/spot');
  expect([out.preferences.theme, out.preferences.language]).toEqual(['light', 'zh-CN']);

  out.workspace.setGroupInstrument('teal', 'aurora/SOLUSDT/spot');
  out.workspace.pickPrice('aurora/SOLUSDT/spot', '12.5');
  await settled();
  expect(main.workspace.groupInstrument('teal')).toBe('aurora/SOLUSDT/spot');
  expect(main.workspace.pickedPrice).toMatchObject({ price: '12.5', at: 1 });
  expect(out.workspace.pickedPrice?.at).toBe(1);
});

it('lets only the window that changed something save it, and tells a new window everything', async () => {
  const channels = new FakeChannels();
  const main = await window('main', channels);
  const out = await window('popOut', channels);
  main.workspace.openTab('aurora/ETHUSDT/spot');
  await settled();
  for (const { timers } of [main, out]) timers.advance(configSaveDelayMs);
  await settled();
  expect([main, out].map(({ api }) => api.names().filter((name) => name === 'configSave').length)).toEqual([1, 0]);
  const late = await window('popOut', channels);
  late.link.post({ type: 'here', id: 'w-1' });
  await settled();
  expect(late.workspace.activeKey).toBe('aurora/ETHUSDT/spot');
});

it('leaves workspaces in two tabs of a browser to themselves', async () => {
  const channels = new FakeChannels();
  const one = await window('main', channels);
  const other = await window('main', channels, 'other');
  const out = await window('popOut', channels, 'other');
  one.workspace.openTab('aurora/ETHUSDT/spot');
  await settled();
  expect(other.workspace.activeKey).toBeNull();
  expect(out.workspace.activeKey).toBeNull();
  other.workspace.openTab('aurora/SOLUSDT/spot');
  await settled();
  expect(out.workspace.activeKey).toBe('aurora/SOLUSDT/spot');
});
