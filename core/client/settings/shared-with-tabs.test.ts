import { expect, it } from 'vitest';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeChannels } from '../testing/fake-channel.ts';
import { FakeStorage } from '../testing/fake-storage.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { PreferencesStore } from './preferences-store.ts';
import { shareWithTabs } from './shared-with-tabs.ts';
import { SoundStore } from './sound-store.ts';
import { configSaveDelayMs, UserConfigStore } from './user-config-store.ts';

/** Tabs of one browser share its storage. */
async function tabs(...usernames: readonly string[]) {
  const channels = new FakeChannels();
  const storage = new FakeStorage();
  return Promise.all(
    usernames.map(async (username) => {
      const timers = new FakeTimers();
      const api = new FakeApi({ configGet: () => ({ config_json: null }), configSave: () => null });
      const config = new UserConfigStore(api, timers);
      await config.load();
      const preferences = new PreferencesStore(storage, config, 'Europe/Paris');
      const sounds = new SoundStore(
        config,
        () => undefined,
        () => 0,
      );
      shareWithTabs({ channel: channels.open(), config, preferences, username: () => username });
      return { api, config, preferences, sounds, timers };
    }),
  );
}
type Tab = Awaited<ReturnType<typeof tabs>>[number];
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('shows what is chosen in one tab in every tab of the person at once, and only that tab saves it', async () => {
  const [one, other] = (await tabs('ann', 'ann')) as [Tab, Tab];
  one.preferences.setRegional({ zone: 'Asia/Hong_Kong', currency: 'BTC', thousands: 'space' });
  one.preferences.setTheme('light');
  one.preferences.setLanguage('zh-TW');
  one.preferences.setDensity('cosy');
  one.preferences.setRedUp(true);
  one.sounds.change('fill', { on: false });
  one.config.set('shortcuts', { palette: 'Mod+J' });
  one.config.set('notices', { money: { mail: true } });
  expect(other.preferences).toMatchObject({
    timeZone: 'Asia/Hong_Kong',
    currency: 'BTC',
    thousands: 'space',
    theme: 'light',
    density: 'cosy',
    redUp: true,
    language: 'zh-TW',
  });
  expect(['shortcuts', 'notices'].map((name) => other.config.section(name))).toEqual([{ palette: 'Mod+J' }, { money: { mail: true } }]);
  expect(other.sounds.setting('fill').on).toBe(false);
  for (const { timers } of [one, other]) timers.advance(configSaveDelayMs);
  await settled();
  expect([one, other].map(({ api }) => api.names().filter((name) => name === 'configSave').length)).toEqual([1, 0]);
});

it('leaves markets and accounts of each tab alone, and the tabs of somebody else', async () => {
  const [one, own, others] = (await tabs('ann', 'ann', 'bob')) as [Tab, Tab, Tab];
  one.config.set('dashboard', { currentDashBoard: 'aurora/ETHUSDT/spot' });
  one.preferences.setRegional({ zone: 'Asia/Hong_Kong' });
  expect(own.config.section('dashboard')).toBeUndefined();
  expect([own.preferences.timeZone, others.preferences.timeZone]).toEqual(['Asia/Hong_Kong', 'Europe/Paris']);
});

it('goes by the zone of the device until one is chosen, and again for a zone that no device knows', async () => {
  const [tab] = (await tabs('ann')) as [Tab];
  expect(tab.preferences.timeZone).toBe('Europe/Paris');
  tab.preferences.setRegional({ zone: 'Atlantis/Capital' });
  expect(tab.preferences.timeZone).toBe('Europe/Paris');
  tab.preferences.setRegional({ zone: 'Asia/Tokyo', currency: 'drop table', thousands: 'dots' as 'comma' });
  expect(tab.preferences).toMatchObject({ timeZone: 'Asia/Tokyo', currency: 'USDT', thousands: 'comma' });
});

it('begins a page in what was chosen before the account has answered', () => {
  const storage = new FakeStorage();
  const config = new UserConfigStore(new FakeApi(), new FakeTimers());
  new PreferencesStore(storage, config, 'UTC').setRegional({ zone: 'Asia/Tokyo', thousands: 'none' });
  expect(new PreferencesStore(storage, config, 'UTC')).toMatchObject({ timeZone: 'Asia/Tokyo', thousands: 'none' });
});

it('takes the language of the account in a browser where nobody has chosen one', async () => {
  const config = new UserConfigStore(new FakeApi({ configGet: () => ({ config_json: '{"language":"zh-CN"}' }) }), new FakeTimers());
  await config.load();
  const languageWith = (storage: FakeStorage): string => {
    const preferences = new PreferencesStore(storage, config, 'UTC');
    preferences.restore();
    return preferences.language;
  };
  expect([languageWith(new FakeStorage()), languageWith(new FakeStorage({ lang: 'en' }))]).toEqual(['zh-CN', 'en']);
});
