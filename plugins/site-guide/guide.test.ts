import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { termsOfUseVersion } from '../../core/domain/accounts/terms-of-use.ts';
import { readSource, repositoryFiles, root } from '../../tests/architecture/reading/source-files.ts';
import { chineseFaults, languages, readTexts } from '../../tests/architecture/reading/texts.ts';
import { drawnSite } from '../../tests/kit/site.ts';
import { Book } from './book.ts';
import { chapterIds } from './outline.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = repositoryFiles();

describe('the guide', () => {
  it('has its first page and every chapter in each language, one after the other', async () => {
    const { files: pages } = await drawnSite([folder]);
    for (const language of languages) {
      const prefix = language === 'en' ? '' : `/${language}`;
      for (const id of chapterIds) expect(pages.get(`site/${language}/guide.html`)).toContain(`href="${prefix}/guide/${id}"`);
    }
    const last = pages.get(`site/zh-TW/guide.${chapterIds.at(-1)?.replace('/', '.')}.html`) ?? '';
    expect(last).toContain('rel="prev"');
    expect(last).not.toContain('rel="next"');
    expect(last.match(/<h1/g)).toHaveLength(1);
  });
});

it('has other terms of use only as another version, which the audit keeps of whoever accepts them', () => {
  const words = languages.map((language) => readSource(`plugins/site-guide/chapters/${language}/trader/terms.md`)).join('');
  expect([termsOfUseVersion, createHash('sha256').update(words).digest('hex')]).toEqual([
    '2026-11-28',
    'f3206f7349c71e2f474321306a218fa22ff85cff56a4337d96fbf5177cb7a768',
  ]);
});

it('begins with words: a picture in the first view of a page would be what a slow line waits for', () => {
  const opens = languages.flatMap((language) =>
    chapterIds.map((id) => [`${language}/${id}`, readSource(`plugins/site-guide/chapters/${language}/${id}.md`)]),
  );
  expect(opens.filter(([, text]) => text?.split(/^## /m).slice(0, 2).join().includes('/pictures/')).map(([id]) => id)).toEqual([]);
});

it('has pictures that are small, and no more of them than chapters show', () => {
  const pictures = files.filter((file) => /^plugins\/site-guide\/pictures\/.*\.webp$/.test(file));
  const sizes = pictures.map((file) => statSync(join(root, file)).size);
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(60_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_500_000);
  const shown = chapterIds.map((id) => readSource(`plugins/site-guide/chapters/en/${id}.md`)).join('\n');
  expect(pictures.filter((file) => !shown.includes(`/${/([^/.]+)\.\w+\.webp$/.exec(file)?.[1]}.dark.webp`))).toEqual([]);
});

describe.each(languages)('the chapters in %s', (language) => {
  const said = new Set(
    files
      .filter((file) => new RegExp(`^(locales/${language}/.*|plugins/[^_/][^/]*/locales/${language})\\.json$`).test(file))
      .flatMap((file) => [...readTexts(file).values()]),
  );
  const chapters = chapterIds.map((id) => [id, readSource(`plugins/site-guide/chapters/${language}/${id}.md`)] as const);

  it.each(chapters)('call things as the product does: %s', (_, text) => {
    const names = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !said.has(name))).toEqual([]);
  });

  it.each(chapters)('name no document that is not there: %s', (_, text) => {
    const named = [...text.matchAll(/`(docs\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  if (language === 'en') return;
  it.each(chapters)('are set as Chinese is: %s', (_, text) => {
    const prose = text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|\{#[^}]*\}/g, '');
    expect(chineseFaults(prose, language)).toEqual([]);
  });
});

describe('a book', () => {
  const chapter = (text: string) => `# One\n\nWhat it is about.\n\n${text}\n`;
  const bookOf = (en: string, zh = en) => new Book({ 'en/a/one.md': chapter(en), 'zh/a/one.md': chapter(zh) }, ['en', 'zh'], ['a/one']);

  it('leads from a chapter to another one, to a heading and to parts of the product', () => {
    const files = { 'en/a/one.md': chapter('## Two {#two}'), 'en/b/far.md': chapter('') };
    const book = new Book(files, ['en'], ['a/one', 'b/far']);
    const from = book.chapter('en', 'b/far');
    expect(['../a/one.md#two', '/setup'].map((link) => book.address(from, link))).toEqual(['/guide/a/one#two', '/setup']);
    expect(book.address(book.chapter('en', 'a/one'), '#two')).toBe('/guide/a/one#two');
    for (const link of ['one.md', '#nowhere', '../a/one.md#three', 'https://elsewhere.example', '/nowhere'])
      expect(() => book.address(from, link)).toThrow(/links to/);
  });

  it.each<[string, () => Book, RegExp]>([
    ['a heading that a language lacks', () => bookOf('## Two {#two}', ''), /zh\/a\/one\.md has other headings .* "2 two"/],
    ['a heading that only a translation has', () => bookOf('', '## Two {#two}'), /has other headings .* "2 two"/],
    ['a heading without an id', () => bookOf('## Two'), /with an id behind it/],
    ['two headings of one id', () => bookOf('## Two {#two}\n\n## Three {#two}'), /two headings with the id "two"/],
    ['a chapter that is missing', () => new Book({}, ['en'], ['a/one']), /chapters\/en\/a\/one\.md is missing/],
    ['a file outside the outline', () => new Book({ 'en/a/one.md': chapter('') }, ['en'], []), /stands in no outline/],
    ['a chapter without a lead', () => new Book({ 'en/a/one.md': '# One\n' }, ['en'], ['a/one']), /needs a paragraph/],
  ])('is refused with %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
