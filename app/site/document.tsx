import type { ReactNode } from 'react';
import { type Language, languages } from '../../core/client/settings/language.ts';
import { pathIn } from '../../core/client/settings/site-path.ts';
import { firmDataPlaceholder, firmPlaceholder, originPlaceholder } from '../../core/contract/site.ts';
import { shareFile, shareSize } from './share.ts';

/** Files of the build that every page names. */
export interface SiteAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** In the page itself, so that nothing has to be asked for before its first paint; absent while developing. */
  readonly inline?: InlineAssets;
  /** Asked for before anything says that it is needed; absent while developing. */
  readonly font?: string;
  /** The picture in the tab, in the page itself. */
  readonly mark: string;
}

/** Texts that stand in every page. The pages' policy names them by their hashes, `inlineHashes` of `site.json`. */
export interface InlineAssets {
  /** `first-look.js`. */
  readonly script: string;
  /** What `styles` would name otherwise. */
  readonly style: string;
}

export interface SiteHead {
  readonly language: Language;
  /** Of the page, in every language; of an error the page that shows it, with its query. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** False: for no search engine. */
  readonly indexed: boolean;
  /** Nodes of schema.org that the page brings itself. */
  readonly structured: readonly object[];
}

interface SiteDocumentProps {
  readonly head: SiteHead;
  readonly assets: SiteAssets;
  readonly children: ReactNode;
}

/** As Open Graph writes languages. */
const localeOf = (language: Language): string => (language === 'en' ? 'en_US' : language.replace('-', '_'));

/** One page as a whole. `data-page` and `data-languages` tell `first-look.js` where the page is in other languages; the server leaves out those that are not offered. */
export function SiteDocument({ head, assets, children }: SiteDocumentProps) {
  const { language, path, title, description, indexed } = head;
  return (
    <html lang={language} data-theme="dark" data-density="compact" data-page={path} data-languages={languages.join(' ')}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* A page that is painted while it still comes moves what stands in the middle. */}
        <link rel="expect" href="#content" blocking="render" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content="#0b0e13" />
        <title>{`${title} · ${firmPlaceholder}`}</title>
        <meta name="description" content={description} />
        {indexed ? <Addresses {...head} /> : <meta name="robots" content="noindex" />}
        <link rel="icon" type="image/svg+xml" href={assets.mark} />
        {/* Blocks on purpose: without it another theme or language would flash at the first paint. */}
        {assets.inline === undefined ? <script src="/first-look.js" /> : <Inline {...assets.inline} />}
        {assets.font !== undefined && <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="" />}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

function Inline({ script, style }: InlineAssets) {
  if (/<\/(script|style)/i.test(script + style)) throw new Error('what stands in the pages may not end its own element');
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of this build, looked at above */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of this build, looked at above */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </>
  );
}

/** Where the page is, in which languages, and what it is about, for machines. */
function Addresses({ language, path, title, description, structured: own }: SiteHead) {
  const addressIn = (one: Language): string => originPlaceholder + pathIn(one, path);
  const structured = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `${originPlaceholder}/#organization`, name: firmDataPlaceholder, url: `${originPlaceholder}/home` },
      {
        ...{ '@type': 'WebPage', '@id': addressIn(language), url: addressIn(language), name: title, description, inLanguage: language },
        isPartOf: { '@type': 'WebSite', name: firmDataPlaceholder, url: `${originPlaceholder}/home` },
        about: { '@id': `${originPlaceholder}/#organization` },
      },
      ...own,
    ],
  };
  return (
    <>
      <link rel="canonical" href={addressIn(language)} />
      {languages.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={addressIn(one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn('en')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={firmPlaceholder} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={addressIn(language)} />
      <meta property="og:locale" content={localeOf(language)} />
      {languages.flatMap((one) => (one === language ? [] : <meta key={one} property="og:locale:alternate" content={localeOf(one)} />))}
      <meta property="og:image" content={`${originPlaceholder}/${shareFile({ language, path })}`} />
      <meta property="og:image:width" content={String(shareSize.width)} />
      <meta property="og:image:height" content={String(shareSize.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data of this build; what could end the element is escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(structured).replaceAll('<', '\\u003c') }} />
    </>
  );
}
