import { describe, expect, it } from 'vitest';
import { refused } from '../contract/app-error.ts';
import { readStoredUser } from './connection/session-storage.ts';
import { passingErrors } from './may-pass-later.ts';
import { NoticesStore } from './notices-store.ts';
import { CommandRegistry } from './settings/command-registry.ts';
import { NoticeSettingsStore } from './settings/notice-settings-store.ts';
import { PreferencesStore } from './settings/preferences-store.ts';
import { matchesShortcut, shortcutText } from './settings/shortcut.ts';
import { configRetryMs, configSaveDelayMs, UserConfigStore } from './settings/user-config-store.ts';
import { FakeApi } from './testing/fake-api.ts';
import { FakeStorage } from './testing/fake-storage.ts';
import { FakeTimers } from './testing/fake-timers.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const defaultKeys = { changed: new Map<string, string | null>() };
const press = (key: string, changes: object = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...changes });

describe('notices', () => {
  const store = (timers: FakeTimers): NoticesStore => new NoticesStore({ timers, serverTime: { in: () => null } });

  it('go after a while, errors stay', () => {
    const timers = new FakeTimers();
    const notices = store(timers);
    notices.show('success', 'Filled');
    notices.show('error', 'Refused');
    timers.advance(10_000);
    expect(notices.notices.map((notice) => notice.text)).toEqual(['Refused']);
  });

  it('are at most three, and errors go last', () => {
    const notices = store(new FakeTimers());
    notices.show('error', 'e');
    for (const text of ['a', 'b', 'c']) notices.show('info', text);
    expect(notices.notices.map((notice) => notice.text)).toEqual(['e', 'b', 'c']);
  });

  it('count the same text instead of repeating it', () => {
    const notices = store(new FakeTimers());
    notices.show('info', 'a');
    notices.show('info', 'a');
    expect(notices.notices.map((notice) => notice.count)).toEqual([2]);
  });

  it('replace the one of the same order, and stay to be read later', () => {
    const timers = new FakeTimers();
    const notices = store(timers);
    notices.show('success', 'Order accepted', { order: { apiId: 1, orderId: '1' } });
    notices.show('success', 'Bought 2', { order: { apiId: 1, orderId: '1' } });
    notices.show('success', 'Bought 3', { order: { apiId: 2, orderId: '1' } });
    expect(notices.notices.map((notice) => notice.text)).toEqual(['Bought 2', 'Bought 3']);
    timers.advance(10_000);
    expect(notices.notices).toEqual([]);
    expect(notices.past.map((notice) => notice.text)).toEqual(['Bought 3', 'Bought 2']);
  });

  it('of what happened while nobody was there stand among the past ones by their time, and are not shown', () => {
    const timers = new FakeTimers();
    const notices = store(timers);
    notices.show('success', 'Now');
    notices.show('success', 'Bought 1', { order: { apiId: 1, orderId: '7' }, pastMs: timers.nowMs() - 60_000 });
    notices.show('success', 'Bought 2', { order: { apiId: 1, orderId: '7' }, pastMs: timers.nowMs() - 30_000 });
    expect(notices.notices.map(({ text }) => text)).toEqual(['Now']);
    expect(notices.past.map(({ text }) => text)).toEqual(['Now', 'Bought 2']);
  });
});

describe('commands', () => {
  it('run by shortcut and report what they throw', async () => {
    const failed: string[] = [];
    const registry = new CommandRegistry(defaultKeys, (id) => failed.push(id));
    let runs = 0;
    const remove = registry.register({
      id: 'a',
      place: 'general',
      title: () => 'A',
      shortcut: 'Mod+K',
      run: () => {
        runs += 1;
        throw new Error('no');
      },
    });
    expect(registry.handleKey(press('k', { ctrlKey: true }) as KeyboardEvent, false)).toBe(true);
    expect(registry.handleKey(press('k', { ctrlKey: true, shiftKey: true }) as KeyboardEvent, false)).toBe(false);
    await registry.run('a');
    expect([runs, failed]).toEqual([2, ['a', 'a']]);
    expect(() => registry.register({ id: 'a', place: 'general', title: () => 'A', run: () => undefined })).toThrow('registered already');
    void remove();
    expect(registry.all).toEqual([]);
  });

  it('give way to typing when their key is a plain letter', () => {
    const registry = new CommandRegistry(defaultKeys, () => undefined);
    registry.register({ id: 'buy', place: 'trading', title: () => 'Buy', shortcut: 'B', run: () => undefined });
    registry.register({ id: 'palette', place: 'general', title: () => 'Palette', shortcut: 'Mod+K', run: () => undefined });
    const inField = { target: { closest: () => ({}) } as unknown as EventTarget };
    const onPage = { target: { closest: () => null } as unknown as EventTarget };
    const handled = (event: object): boolean => registry.handleKey(event as KeyboardEvent, false);
    expect([handled({ ...press('b'), ...onPage }), handled({ ...press('b'), ...inField })]).toEqual([true, false]);
    expect(handled({ ...press('k', { ctrlKey: true }), ...inField })).toBe(true);
    // Nothing is typed with F1: it works in a field, and not behind a dialog.
    registry.register({ id: 'help', place: 'panels', title: () => 'Help', shortcut: 'F1', run: () => undefined });
    const inDialog = { target: { closest: (places: string) => (places.includes('dialog') ? {} : null) } as unknown as EventTarget };
    const inInput = { target: { closest: (places: string) => (/\binput\b/.test(places) ? {} : null) } as unknown as EventTarget };
    expect([handled({ ...press('F1'), ...inInput }), handled({ ...press('F1'), ...inDialog })]).toEqual([true, false]);
  });

  it('write their keys as the machine does', () => {
    expect(shortcutText('Mod+Shift+K', true)).toBe('⌘⇧K');
    expect(shortcutText('Mod+Shift+K', false)).toBe('Ctrl+Shift+K');
    expect(matchesShortcut('Mod+K', press('K', { metaKey: true }), true)).toBe(true);
  });
});

describe('settings', () => {
  it('save together a moment after the last change, and never before they were loaded', async () => {
    const timers = new FakeTimers();
    const api = new FakeApi({ configGet: () => ({ config_json: '{"other":1}' }), configSave: () => null });
    const config = new UserConfigStore(api, timers);
    config.set('a', 0);
    timers.advance(10_000);
    expect(api.names()).toEqual([]);
    await config.load();
    config.set('a', 1);
    config.set('b', 2);
    timers.advance(configSaveDelayMs);
    await settled();
    expect(JSON.parse((api.calls.at(-1)?.body as { config_json: string }).config_json)).toEqual({ a: 1, b: 2, other: 1 });
    expect(api.names()).toEqual(['configGet', 'configGet', 'configSave']);
  });

  it('leave what another window has saved meanwhile, and try again when the server cannot be reached', async () => {
    const timers = new FakeTimers();
    let stored = '{"mine":1,"theirs":1}';
    let isThere = true;
    const api = new FakeApi({
      configGet: () => (isThere ? { config_json: stored } : refused('CLIENT_OFFLINE')),
      configSave: ({ body }) => {
        if (!isThere) return refused('CLIENT_OFFLINE');
        stored = (body as { config_json: string }).config_json;
        return null;
      },
    });
    const config = new UserConfigStore(api, timers);
    await config.load();
    stored = '{"mine":1,"theirs":2}';
    config.set('mine', 2);
    timers.advance(configSaveDelayMs);
    await settled();
    expect(JSON.parse(stored)).toEqual({ mine: 2, theirs: 2 });
    expect(config.section('theirs')).toBe(2);

    isThere = false;
    config.set('mine', 3);
    timers.advance(configSaveDelayMs);
    await settled();
    await config.flush();
    isThere = true;
    stored = '{"mine":2,"theirs":3}';
    timers.advance(configRetryMs);
    await settled();
    expect(JSON.parse(stored)).toEqual({ mine: 3, theirs: 3 });
  });

  it.each(passingErrors)('are neither lost nor saved over what other windows have when the server answers %s', async (code) => {
    const timers = new FakeTimers();
    let stored = '{"mine":1,"theirs":1}';
    let trouble: 'asking' | 'saving' | null = null;
    const api = new FakeApi({
      configGet: () => (trouble === 'asking' ? refused(code) : { config_json: stored }),
      configSave: ({ body }) => {
        if (trouble === 'saving') return refused(code);
        stored = (body as { config_json: string }).config_json;
        return null;
      },
    });
    const config = new UserConfigStore(api, timers);
    await config.load();
    stored = '{"mine":1,"theirs":2}';
    config.set('mine', 2);
    for (const [inTrouble, waitMs] of [
      ['asking', configSaveDelayMs],
      ['saving', configRetryMs],
    ] as const) {
      trouble = inTrouble;
      timers.advance(waitMs);
      await settled();
      expect(JSON.parse(stored)).toEqual({ mine: 1, theirs: 2 });
    }
    trouble = null;
    timers.advance(configRetryMs);
    await settled();
    expect(JSON.parse(stored)).toEqual({ mine: 2, theirs: 2 });
  });

  it('that the server refuses are not saved over what other windows have, and go with the next change', async () => {
    const timers = new FakeTimers();
    let stored = '{"mine":1,"theirs":1}';
    let isRefused = true;
    const api = new FakeApi({
      configGet: () => ({ config_json: stored }),
      configSave: ({ body }) => {
        if (isRefused) return refused('REQUEST_TOO_LARGE', { limit: 1 });
        stored = (body as { config_json: string }).config_json;
        return null;
      },
    });
    const config = new UserConfigStore(api, timers);
    await config.load();
    config.set('mine', 2);
    timers.advance(configSaveDelayMs);
    await settled();
    timers.advance(configRetryMs);
    await settled();
    expect(api.names().filter((name) => name === 'configSave')).toHaveLength(1);
    isRefused = false;
    config.set('other', 1);
    timers.advance(configSaveDelayMs);
    await settled();
    expect(JSON.parse(stored)).toEqual({ mine: 2, theirs: 1, other: 1 });
  });

  it('keep the language in the browser, with English for anything else', () => {
    const config = new UserConfigStore(new FakeApi(), new FakeTimers());
    const storage = new FakeStorage({ lang: 'zh-TW' });
    const preferences = new PreferencesStore(storage, config, 'UTC');
    expect(preferences.language).toBe('zh-TW');
    preferences.setLanguage('zh-CN');
    expect(storage.getItem('lang')).toBe('zh-CN');
    expect(new PreferencesStore(new FakeStorage({ lang: 'fr' }), config, 'UTC').language).toBe('en');
    const offer = { languages: ['zh-CN', 'zh-TW'], language: 'zh-TW', currency: 'USDT' } as const;
    const withdrawn = new PreferencesStore(new FakeStorage({ lang: 'en' }), config, 'UTC', 'dark', offer);
    withdrawn.takeLanguage('en');
    expect([withdrawn.language, withdrawn.languages]).toEqual(['zh-TW', ['zh-CN', 'zh-TW']]);
  });
});

it('takes a damaged stored user for none', () => {
  expect(readStoredUser(new FakeStorage({ user: '{"token":"x"' }))).toBeNull();
  expect(readStoredUser(new FakeStorage({ user: '{"token":"x","role":"king"}' }))).toBeNull();
});

describe('what a user does not want to be told of on the page', () => {
  it('goes to the list of messages without being shown, heard or counted away', () => {
    const timers = new FakeTimers();
    const config = new UserConfigStore(new FakeApi(), timers);
    const settings = new NoticeSettingsStore(config);
    const heard: string[] = [];
    const notices = new NoticesStore({
      timers,
      serverTime: { in: () => null },
      wants: (subject) => settings.wants(subject, 'page'),
      onShown: (kind) => heard.push(kind),
    });
    notices.show('success', 'Bought 1', { of: 'deal' });
    settings.choose('deal', 'page', false);
    notices.show('success', 'Bought 2', { of: 'deal' });
    notices.show('warning', 'BTCUSDT: 1', { of: 'alert' });
    notices.show('info', 'Saved');
    expect(notices.notices.map(({ text }) => text)).toEqual(['Bought 1', 'BTCUSDT: 1', 'Saved']);
    expect(notices.past.map(({ text }) => text).sort()).toEqual(['BTCUSDT: 1', 'Bought 1', 'Bought 2', 'Saved']);
    expect(heard).toEqual(['success', 'warning', 'info']);
    settings.choose('alert', 'mail', true);
    expect([settings.wants('alert', 'mail'), settings.wants('deal', 'page')]).toEqual([true, false]);
  });
});
