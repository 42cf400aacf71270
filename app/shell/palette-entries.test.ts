import { expect, it } from 'vitest';
import { matching, type PaletteEntry } from './palette-entries.ts';

const entry = (title: string, detail: string | null = null): PaletteEntry => ({
  id: `${title}${detail}`,
  title,
  detail,
  shortcut: null,
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
  expect(titles('nothing')).toEqual([]);
});

it('puts the start of a title before the middle of one', () => {
  expect(titles('btc aurora')).toEqual(['BTCUSDT Aurora', 'WBTCUSDT Aurora']);
});
