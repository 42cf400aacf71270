import { expect, it } from 'vitest';
import type { StrategyTemplate } from '../../../core/contract/strategies.ts';
import { entriesFor, matching, type PaletteEntry, recentFirst, strategyEntries } from './palette-entries.ts';

const entry = (title: string, detail: string | null = null): PaletteEntry => ({
  id: `${title}${detail}`,
  title,
  icon: null,
  detail,
  shortcut: null,
  market: null,
  recent: false,
  run: () => undefined,
});
const entries = [
  entry('Go to: Settings'),
  entry('Reset the layout'),
  entry('BTCUSDT', 'Aurora'),
  entry('BTCUSDT', 'Meridian'),
  entry('WBTCUSDT', 'Aurora'),
];
const titles = (query: string): readonly string[] =>
  matching(entries, query).map(({ title, detail }) => (detail === null ? title : `${title} ${detail}`));

it('finds every word, wherever it stands', () => {
  expect(titles('btc mer')).toEqual(['BTCUSDT Meridian']);
  expect(titles('layout reset')).toEqual(['Reset the layout']);
  expect(titles('btc/usdt mer')).toEqual(['BTCUSDT Meridian']);
  expect(titles('nothing')).toEqual([]);
});

it('puts the start of a title before the middle of one', () => {
  expect(titles('btc aurora')).toEqual(['BTCUSDT Aurora', 'WBTCUSDT Aurora']);
});

it('takes letters for beginnings of words when no text holds them', () => {
  expect(titles('rtl')).toEqual(['Reset the layout']);
  expect(titles('gose')).toEqual(['Go to: Settings']);
  expect(titles('tgs')).toEqual([]);
});

it('puts what was chosen lately in front, the newest first, and prefers it among equals', () => {
  const recent = recentFirst(entries, ['BTCUSDTMeridian', 'gone', 'Reset the layoutnull']);
  expect(matching(recent, '').map(({ id, recent: chosen }) => `${id} ${chosen}`)).toEqual([
    'BTCUSDTMeridian true',
    'Reset the layoutnull true',
    'Go to: Settingsnull false',
    'BTCUSDTAurora false',
    'WBTCUSDTAurora false',
  ]);
  expect(matching(recent, 'btcusdt').map(({ detail }) => detail)).toEqual(['Meridian', 'Aurora', 'Aurora']);
});

it('lists every command without a query, and as many markets as can be looked through', () => {
  const commands = Array.from({ length: 90 }, (_, n) => entry(`Command ${n}`));
  const markets = Array.from({ length: 90 }, (_, n) => entry(`M${n}USDT`, 'Aurora'));
  expect(entriesFor('commands', '', commands, markets, ['M7USDTAurora'])).toHaveLength(91);
  expect(entriesFor('markets', '', commands, markets, [])).toHaveLength(60);
  expect(entriesFor('commands', 'm', commands, markets, [])).toHaveLength(120);
});

it('has each strategy with its icon, which leads to its form', () => {
  const templates = [
    { strategy: 'strategy-shock-grid/shock-grid', title: 'strategy-shock-grid.title', icon: 'ladder' },
    { strategy: 'strategy-own/own', title: 'strategy-own.title', icon: 'unheard-of' },
  ] as unknown as readonly StrategyTemplate[];
  const texts = { t: (room: string, key: string | string[], params?: object) => `${room}:${String(key)}${JSON.stringify(params ?? {})}` };
  const opened: string[] = [];
  const found = strategyEntries(templates, texts, (strategy) => opened.push(strategy));
  expect(found.map(({ id, icon }) => [id, icon])).toEqual([
    ['strategy.strategy-shock-grid/shock-grid', 'ladder'],
    ['strategy.strategy-own/own', 'panel'],
  ]);
  expect(found[0]?.title).toBe('app:command.strategy{"name":"strategy-shock-grid:title{}"}');
  found[1]?.run();
  expect(opened).toEqual(['strategy-own/own']);
});
