import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawnPages } from '../../tests/kit/site.ts';

it('is the first page in three languages, with one way on for guests and one for the signed-in', async () => {
  const pages = await drawnPages(fileURLToPath(new URL('.', import.meta.url)), '/home');
  expect(Object.keys(pages)).toEqual(['en', 'zh-CN', 'zh-TW']);
  for (const page of Object.values(pages)) {
    expect(page.match(/<h1/g)).toHaveLength(1);
    const main = /<main.*<\/main>/s.exec(page)?.[0] ?? '';
    expect([...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['/login', '/start']);
  }
});
