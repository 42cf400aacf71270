import type { SiteIndex } from '../../../core/contract/site.ts';
import { httpBase, socketBase } from '../../../schemas/wire/index.ts';

/** Every page in every language that is offered, with what it is called in the others. */
export function sitemapXml(
  { languages, pages }: SiteIndex,
  origin: string,
  isOn: (pluginId: string) => boolean,
  offered: readonly string[] = languages,
): string {
  const told = languages.filter((one) => offered.includes(one));
  const addressIn = (language: string, path: string): string => `${origin}${language === languages[0] ? '' : `/${language}`}${path}`;
  const alternates = (path: string): string =>
    told.map((one) => `    <xhtml:link rel="alternate" hreflang="${one}" href="${addressIn(one, path)}"/>`).join('\n');
  const entries = pages
    .filter(({ plugin }) => isOn(plugin))
    .flatMap(({ path }) => told.map((one) => `  <url>\n    <loc>${addressIn(one, path)}</loc>\n${alternates(path)}\n  </url>`));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** The calls, the sockets and what only the signed-in see are nothing to find. */
export const robotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    `Disallow: ${httpBase}/`,
    `Disallow: ${socketBase}/`,
    'Disallow: /dashboard',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
