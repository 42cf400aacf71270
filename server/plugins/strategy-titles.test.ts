import { expect, it } from 'vitest';
import { strategyTitles } from './strategy-titles.ts';

const strategies = ['grid', 'rows'].map((id) => ({ key: `my-pack/${id}`, pluginId: 'my-pack', manifest: { title: `my-pack.${id}.name` } }));
const texts: Readonly<Record<string, string>> = { 'en grid.name': 'Grid', 'zh-TW grid.name': '網格', 'en rows.name': 'Rows' };

it('calls each strategy of a plugin by a title of its own, in the language of who is told', async () => {
  const titleOf = strategyTitles(
    () => strategies,
    async (_plugin, key, _values, language) => texts[`${language} ${key}`] ?? key,
  );
  expect([await titleOf('my-pack/grid', 'en'), await titleOf('my-pack/grid', 'zh-TW'), await titleOf('my-pack/rows', 'en')]).toEqual([
    ...['Grid', '網格', 'Rows'],
  ]);
  expect([await titleOf('my-pack/rows', 'zh-TW'), await titleOf('gone/grid', 'en')], 'by its key').toEqual(['my-pack/rows', 'gone/grid']);
});

it('calls it by its key where texts cannot be read, and throws nothing', async () => {
  const titleOf = strategyTitles(
    () => strategies,
    async () => Promise.reject(new Error('half a file')),
  );
  expect(await titleOf('my-pack/grid', 'en')).toBe('my-pack/grid');
});
