import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawnPages } from '../../tests/kit/site.ts';

const paths = ['/service/marketmaker', '/service/digital-asset-management', '/service/advisory'] as const;

it.each(paths)('%s sells a service in three languages, and leads to the others', async (path) => {
  const pages = await drawnPages(fileURLToPath(new URL('.', import.meta.url)), path);
  expect(Object.keys(pages)).toEqual(['en', 'zh-CN', 'zh-TW']);
  for (const [language, page] of Object.entries(pages)) {
    expect(page.match(/<h1/g)).toHaveLength(1);
    const main = /<main.*<\/main>/s.exec(page)?.[0] ?? '';
    const ways = new Set([...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to));
    const prefix = language === 'en' ? '' : `/${language}`;
    // Without a contact form, the way on is into the product.
    expect(ways).toEqual(new Set(['/login', '/start', ...paths.filter((one) => one !== path).map((one) => prefix + one)]));
  }
});
