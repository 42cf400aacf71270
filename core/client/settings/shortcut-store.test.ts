import { expect, it } from 'vitest';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { CommandHistory } from './command-history.ts';
import { CommandRegistry } from './command-registry.ts';
import { isKeptByBrowsers, matchesShortcut, shortcutOf, shortcutText } from './shortcut.ts';
import { ShortcutStore } from './shortcut-store.ts';
import { configSaveDelayMs, UserConfigStore } from './user-config-store.ts';

const press = (key: string, changes: object = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...changes });

async function userConfig(saved: object) {
  const timers = new FakeTimers();
  const api = new FakeApi({ configGet: () => ({ config_json: JSON.stringify(saved) }), configSave: () => null });
  const config = new UserConfigStore(api, timers);
  await config.load();
  return {
    config,
    saved: async (): Promise<unknown> => {
      timers.advance(configSaveDelayMs);
      await new Promise((resolve) => setTimeout(resolve));
      return JSON.parse((api.calls.at(-1)?.body as { config_json: string }).config_json);
    },
  };
}

it('reads pressed keys as they are written in a shortcut', () => {
  expect(shortcutOf(press('k', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod+Shift+K');
  expect(shortcutOf(press('k', { metaKey: true }), true)).toBe('Mod+K');
  expect(shortcutOf(press('Control', { ctrlKey: true }), false)).toBeNull();
  expect(shortcutOf(press('+', { shiftKey: true, ctrlKey: true }), false)).toBe('Mod+Plus');
  expect(shortcutOf(press(' '), false)).toBe('Space');
});

it('takes a sign for itself, whichever keys type it, and a letter typed with ⌥ for the key', () => {
  expect(matchesShortcut('?', press('?', { shiftKey: true }), false)).toBe(true);
  expect(shortcutOf(press('¡', { altKey: true, code: 'Digit1' }), true)).toBe('Alt+1');
});

it('writes arrows as arrows, and knows the keys that browsers keep', () => {
  expect(shortcutText('Alt+ArrowRight', false)).toBe('Alt+→');
  expect(['Mod+W', 'Ctrl+W', 'Mod+K'].map(isKeptByBrowsers)).toEqual([true, true, false]);
});

it('lets the user’s keys win over the default ones, keeps them, and gives the default back', async () => {
  const { config, saved } = await userConfig({ shortcuts: { buy: 'Alt+B', odd: 7 } });
  const shortcuts = new ShortcutStore(config);
  const registry = new CommandRegistry(shortcuts, () => undefined);
  const runs: string[] = [];
  for (const [id, shortcut] of [
    ['buy', 'B'],
    ['sell', 'S'],
  ] as const)
    registry.register({ id, place: 'trading', title: () => id, shortcut, run: () => void runs.push(id) });
  const handled = (event: object): boolean => registry.handleKey({ target: null, ...event } as unknown as KeyboardEvent, false);

  expect([handled(press('b')), handled(press('b', { altKey: true }))]).toEqual([false, true]);
  shortcuts.set('sell', 'Alt+B');
  expect(registry.withShortcut('alt+b').map(({ id }) => id)).toEqual(['buy', 'sell']);
  shortcuts.set('buy', null);
  expect(registry.shortcutOf('buy')).toBeNull();
  handled(press('b', { altKey: true }));
  expect(runs).toEqual(['buy', 'sell']);
  expect(await saved()).toMatchObject({ shortcuts: { buy: null, sell: 'Alt+B' } });

  shortcuts.reset('buy');
  expect([registry.shortcutOf('buy'), registry.shortcutOf('sell')]).toEqual(['B', 'Alt+B']);
  shortcuts.resetAll();
  expect(registry.shortcutOf('sell')).toBe('S');
  expect(await saved()).toMatchObject({ shortcuts: {} });
});

it('keeps what was chosen last with the user, each once, and not more than a dozen', async () => {
  const { config, saved } = await userConfig({ recentCommands: ['a', 3, 'b'] });
  const history = new CommandHistory(config);
  expect(history.recent).toEqual(['a', 'b']);
  history.note('b');
  expect(await saved()).toMatchObject({ recentCommands: ['b', 'a'] });
  for (let at = 0; at < 20; at++) history.note(`c${at}`);
  expect(history.recent).toHaveLength(12);
  expect(history.recent[0]).toBe('c19');
});
