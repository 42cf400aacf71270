import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawnPages } from '../../tests/kit/site.ts';

it('tells the product in three languages, with a panel of the workspace for each step and one way on', async () => {
  const pages = Object.values(await drawnPages(fileURLToPath(new URL('.', import.meta.url)), '/product'));
  expect(pages).toHaveLength(3);
  for (const page of pages) {
    expect(page.match(/<h1/g)).toHaveLength(1);
    const named = (attribute: string) => [...page.matchAll(new RegExp(`data-${attribute}="(\\w+)"`, 'g'))].map(([, name]) => name);
    expect(named('panel')).toEqual(named('step'));
    const main = /<main.*<\/main>/s.exec(page)?.[0] ?? '';
    expect(new Set([...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to))).toEqual(new Set(['/login', '/start']));
  }
});
