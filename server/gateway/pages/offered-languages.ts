import type { PlatformSettings } from '../../../core/domain/platform-settings.ts';

type Offer = Pick<PlatformSettings, 'languages' | 'language'>;

const menu = /<details [^>]*data-language-menu=""[^>]*>.*?<\/details>/gs;

/** A drawn page, in whose menus and addresses only the languages stand that the firm offers. Paths of the first of `every` have no prefix. */
export function withOfferedLanguages(page: string, every: readonly string[], { languages, language }: Offer): string {
  const [first] = every;
  const offered: readonly string[] = languages;
  const gone = every.filter((one) => !offered.includes(one));
  if (gone.length === 0) return page;
  const shorter = gone.reduce(
    (text, one) =>
      text
        .replace(new RegExp(`<a [^>]*data-language="${one}"[^>]*>[^<]*</a>`, 'g'), '')
        .replace(new RegExp(`<link rel="alternate" hreflang="${one}"[^>]*>`, 'gi'), '')
        .replace(new RegExp(`<meta property="og:locale:alternate" content="${one.replace('-', '_')}(_[A-Z]+)?"[^>]*>`, 'g'), ''),
    page.replace(/(<html [^>]*data-languages=")[^"]*"/, (_all, before: string) => `${before}${offered.join(' ')}"`),
  );
  const prefix = first === undefined || offered.includes(first) ? '' : `/${language}`;
  // The origin is written before this, or is empty.
  const addressed = shorter.replace(
    /(<link rel="alternate" hreflang="x-default" href="(?:https?:\/\/[^/"]*)?)([^"]*")/i,
    (_all, origin: string, path: string) => origin + prefix + path,
  );
  return offered.length === 1 ? addressed.replace(menu, '') : addressed;
}
