import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawnPages } from '../../tests/kit/site.ts';

it('tells mission, values and teams in three languages', async () => {
  const pages = await drawnPages(fileURLToPath(new URL('.', import.meta.url)), '/about-us');
  const headings = (page = '') => [...page.matchAll(/<h2[^>]*>([^<]*)/g)].slice(0, 3).map(([, text]) => text);
  expect(headings(pages.en)).toEqual(['Values', 'Teams', 'Where we stand']);
  expect(headings(pages['zh-CN'])).toEqual(['价值观', '团队', '我们的资质']);
  expect(headings(pages['zh-TW'])).toEqual(['價值觀', '團隊', '我們的資格']);
  for (const page of Object.values(pages)) expect(page.match(/<h1/g)).toHaveLength(1);
});
