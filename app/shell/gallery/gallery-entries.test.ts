import { expect, it } from 'vitest';
import type { PanelEntry } from '../../../core/kernel/index.ts';
import { galleryGroups, panelTitle } from './gallery-entries.ts';

const words: Readonly<Record<string, readonly string[]>> = {
  'a.title': ['Depth', '深度'],
  'a.description': ['The order book', '订单簿'],
  'b.title': ['Order', '下单'],
  'c.title': ['Extra', '附加'],
};
const texts = {
  t: (namespace: string, key: string): string => words[`${namespace}.${key}`]?.[0] ?? '',
  inEveryLanguage: (namespace: string, key: string): readonly string[] => words[`${namespace}.${key}`] ?? [],
};
const panel = (id: string, manifest: object, minVip: number | null = null): PanelEntry =>
  ({
    key: `${id}/x`,
    manifest: { id: 'x', icon: 'panel', version: 1, title: `${id}.title`, ...manifest },
    decision: minVip === null ? { outcome: 'granted' } : { outcome: 'locked', minVip },
  }) as unknown as PanelEntry;
const panels = [
  panel('c', {}),
  panel('b', { category: 'trading', preview: 'form' }, 1),
  panel('a', { category: 'market', description: 'a.description' }),
];
const found = (query: string): readonly string[] =>
  galleryGroups(panels, texts, query).flatMap(({ entries }) => entries.map(({ key }) => key));

it('groups panels by category, those without one last, and names the level that opens a locked one', () => {
  expect(
    galleryGroups(panels, texts, '').map(({ category, entries }) => [category, entries.map((one) => [one.title, one.lockedAt])]),
  ).toEqual([
    ['market', [['Depth', null]]],
    ['trading', [['Order', 1]]],
    ['other', [['Extra', null]]],
  ]);
});

it('finds words of name and description in every language', () => {
  expect(found('order')).toEqual(['a/x', 'b/x']);
  expect(found('订单')).toEqual(['a/x']);
  expect(found('depth 订单簿')).toEqual(['a/x']);
  expect(found('nothing')).toEqual([]);
});

it('names a panel in the language of now, and one that is gone not at all', () => {
  const chinese = { t: (namespace: string, key: string): string => words[`${namespace}.${key}`]?.[1] ?? '' };
  expect([panelTitle(panels, texts, 'a/x'), panelTitle(panels, chinese, 'a/x'), panelTitle(panels, chinese, 'gone/x')]).toEqual([
    'Depth',
    '深度',
    null,
  ]);
});
