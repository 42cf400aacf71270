import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { careerRules, openJobs } from '../../core/domain/forms/career-form.ts';
import { drawnPages } from '../../tests/kit/site.ts';

const languages = ['en', 'zh-CN', 'zh-TW'] as const;
const prefixOf = (language: string): string => (language === 'en' ? '' : `/${language}`);
const pagesAt = (path: string) => drawnPages(fileURLToPath(new URL('.', import.meta.url)), path);
const linksOf = (page: string): readonly (string | undefined)[] =>
  [...(/<main.*<\/main>/s.exec(page)?.[0] ?? '').matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);

interface Posting {
  readonly '@type': string;
  readonly title?: string;
  readonly employmentType?: string;
  readonly jobLocation?: { readonly address: { readonly addressCountry: string } };
}
const nodesOf = (page: string): readonly Posting[] =>
  (JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as { readonly '@graph': readonly Posting[] })[
    '@graph'
  ];

describe('the career pages', () => {
  it('list the three jobs, each a full-time one in Hong Kong with a page of its own', async () => {
    const pages = await pagesAt('/about-career');
    for (const language of languages)
      expect(linksOf(pages[language] ?? '')).toEqual(openJobs.map((job) => `${prefixOf(language)}/about-career/${job}`));
    expect(pages.en?.match(/Full-time · Hong Kong/g)).toHaveLength(3);
  });

  it.each(openJobs)('say of the %s what there is to do and to bring, lead to the form, and tell search engines of the job', async (job) => {
    const pages = await pagesAt(`/about-career/${job}`);
    for (const language of languages) {
      const page = pages[language] ?? '';
      expect(page.match(/<h2>/g)).toHaveLength(2);
      expect(linksOf(page)).toEqual([`${prefixOf(language)}/about-career/application?job=${job}`, `${prefixOf(language)}/about-career`]);
      const posting = nodesOf(page).find((node) => node['@type'] === 'JobPosting');
      expect(posting).toMatchObject({ employmentType: 'FULL_TIME', jobLocation: { address: { addressCountry: 'HK' } } });
      expect(page).toContain(`>${posting?.title}</h1>`);
    }
  });

  it.each(
    languages,
  )('ask in %s for every field of an application and one resume, and need four of them and the resume', async (language) => {
    const page = (await pagesAt('/about-career/application'))[language] ?? '';
    const needed = [...page.matchAll(/<(?:input|select|textarea)[^>]*>/g)].filter(([tag]) => tag.includes('required'));
    for (const field of Object.keys(careerRules)) expect(page, field).toContain(`name="${field}"`);
    expect(needed.map(([tag]) => /name="(\w+)"/.exec(tag)?.[1])).toEqual(['job', 'name', 'email', 'phone', 'resume']);
    expect(page).toContain('accept=".pdf,.doc"');
  });
});
