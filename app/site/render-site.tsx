import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, languages } from '../../core/client/settings/language.ts';
import { pathIn } from '../../core/client/settings/site-path.ts';
import {
  type SiteError,
  type SiteIndex,
  type SiteLink,
  type SitePageModule,
  type SitePageProps,
  type SiteSubpage,
  siteErrors,
} from '../../core/contract/site.ts';
import { sitePagesOf } from '../../core/kernel/manifest-site.ts';
import { type HouseText, HouseTextContext } from '../../core/ui/site/house-text.tsx';
import { IslandOwnerContext } from '../../core/ui/site/island.tsx';
import { type SiteAssets, SiteDocument, type SiteHead } from './document.tsx';
import { ErrorPage } from './error-page.tsx';
import { SiteFrame } from './frame.tsx';
import type { SharedPage } from './share.ts';
import type { SitePlugin } from './site-plugin.ts';
import { frameRoom, SiteTexts } from './site-texts.ts';

const pathPattern = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/;

interface FoundPage {
  readonly plugin: SitePlugin;
  readonly part: ReturnType<typeof sitePagesOf>[number];
  /** Of the manifest's page; null: that page itself. */
  readonly subpage: SiteSubpage | null;
  readonly path: string;
  readonly module: SitePageModule;
}

export interface RenderedSite {
  /** File below the client's folder → its text. */
  readonly files: ReadonlyMap<string, string>;
  readonly index: SiteIndex;
  /** Pages that want a picture for those who share them. */
  readonly shared: readonly SharedPage[];
}

/** The pages of these plugins, ready to be drawn in any language. */
export class Site {
  readonly #pages: readonly FoundPage[];
  readonly #texts: SiteTexts;

  private constructor(pages: readonly FoundPage[], texts: SiteTexts) {
    this.#pages = pages;
    this.#texts = texts;
  }

  static async of(plugins: readonly SitePlugin[]): Promise<Site> {
    const pages = (await Promise.all(plugins.map(pagesIn))).flat();
    const twice = pages.find(({ path }, at) => pages.findIndex((other) => other.path === path) !== at);
    if (twice !== undefined) throw new Error(`${twice.plugin.manifest.id}: there are two pages at the path "${twice.path}"`);
    return new Site(pages, new SiteTexts(plugins));
  }

  get paths(): readonly string[] {
    return this.#pages.map(({ path }) => path);
  }

  /** A page as a whole document; null: there is none at the path. */
  page(path: string, language: Language, assets: SiteAssets): string | null {
    const found = this.#pages.find((one) => one.path === path);
    if (found === undefined) return null;
    const { plugin, subpage, module } = found;
    const { id } = plugin.manifest;
    const title = this.#said('title', found, language);
    const description = this.#said('description', found, language);
    const props: SitePageProps = {
      ...{ language, subpage: subpage?.path ?? null, t: this.#texts.of(id, language), links: this.#links(language) },
      href: (to) => this.#href(language, to),
    };
    const head = { language, path, title, description, indexed: true, structured: module.structured?.(props) ?? [] };
    const houseText: HouseText = (room, key, values) => this.#texts.of(room, language)(key, values);
    return this.#document(
      head,
      assets,
      <IslandOwnerContext value={{ pluginId: id, islands: plugin.islands }}>
        <HouseTextContext value={houseText}>
          <module.Page {...props} />
        </HouseTextContext>
      </IslandOwnerContext>,
    );
  }

  error(code: SiteError, language: Language, assets: SiteAssets): string {
    const t = this.#texts.of(frameRoom, language);
    const title = t(`error.${code}.title`);
    const head = { language, path: `/error?error=${code}`, title, description: t(`error.${code}.text`), indexed: false, structured: [] };
    return this.#document(head, assets, <ErrorPage code={code} t={t} href={(to) => this.#href(language, to)} />);
  }

  /** All of it as files. */
  render(assets: SiteAssets): RenderedSite {
    const files = new Map<string, string>();
    const drawn = (name: string, draw: (language: Language) => string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        languages.map((language) => {
          const file = `site/${language}/${name}.html`;
          files.set(file, draw(language));
          return [language, file];
        }),
      );
    const pages = this.#pages.map(({ plugin, path }) => ({
      ...{ path, plugin: plugin.manifest.id },
      files: drawn(path.slice(1).replaceAll('/', '.'), (language) => this.page(path, language, assets) ?? ''),
    }));
    const errors = siteErrors.map((code) => [code, drawn(`error-${code}`, (language) => this.error(code, language, assets))]);
    const shared = this.#pages.flatMap((page) =>
      languages.map((language) => ({ language, path: page.path, title: this.#said('title', page, language) })),
    );
    return { files, shared, index: { languages, pages, errors: Object.fromEntries(errors) } };
  }

  #document(head: SiteHead, assets: SiteAssets, content: ReactNode): string {
    const { language, path } = head;
    const t = this.#texts.of(frameRoom, language);
    const html = renderToStaticMarkup(
      <SiteDocument head={head} assets={assets}>
        <SiteFrame language={language} path={path} t={t} links={this.#links(language)} href={(to) => this.#href(language, to)}>
          {content}
        </SiteFrame>
      </SiteDocument>,
    );
    // The pages' policy lets no such attribute pass: it would be seen in a test only, or by nobody.
    const inline = /<[^>]*\sstyle="[^>]*>/.exec(html)?.[0];
    if (inline !== undefined) throw new Error(`the page "${path}" has a style attribute, which browsers are told to ignore: ${inline}`);
    return `<!doctype html>${html}`;
  }

  #said(what: 'title' | 'description', { plugin, part, subpage, path }: FoundPage, language: Language): string {
    if (subpage === null) return this.#texts.ofManifest(plugin.manifest.id, part[what], language);
    const text = subpage[what][language];
    if (text === undefined) throw new Error(`the page "${path}" has no ${what} in ${language}`);
    return text;
  }

  #href(language: Language, to: string): string {
    const [path = ''] = to.split(/[?#]/);
    return this.paths.includes(path) ? pathIn(language, to) : to;
  }

  #links(language: Language): readonly SiteLink[] {
    return this.#pages
      .flatMap(({ plugin, subpage, part: { path, nav } }) =>
        nav === undefined || subpage !== null ? [] : [{ pluginId: plugin.manifest.id, path, ...nav }],
      )
      .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
      .map(({ pluginId, path, label, section, header }) => ({
        ...{ path, section, href: pathIn(language, path), inHeader: header === true },
        label: this.#texts.ofManifest(pluginId, label, language),
      }));
  }
}

/** What the manifest and `site.tsx` name, which has to be the same. */
async function pagesIn(plugin: SitePlugin): Promise<readonly FoundPage[]> {
  const { manifest, load } = plugin;
  const { site } = await load();
  if (site === undefined) throw new Error(`${manifest.id}: site.tsx exports no "site"; write: export const site = defineSite({ … })`);
  const parts = sitePagesOf(manifest);
  const unknown = Object.keys(site.pages).find((id) => !parts.some((part) => part.id === id));
  if (unknown !== undefined) throw new Error(`${manifest.id}: site.tsx names the page "${unknown}", plugin.json does not`);
  const pages = await Promise.all(
    parts.map(async (part) => {
      const module = await site.pages[part.id]?.load();
      if (module === undefined) throw new Error(`${manifest.id}: plugin.json names the page "${part.id}" in site, site.tsx does not`);
      const { subpages = [] } = module;
      const below = subpages.map((subpage) => ({ ...{ plugin, part, subpage, module }, path: `${part.path}/${subpage.path}` }));
      return [{ ...{ plugin, part, subpage: null, module }, path: part.path }, ...below];
    }),
  );
  const strange = pages.flat().find(({ path }) => !pathPattern.test(path));
  if (strange !== undefined) throw new Error(`${manifest.id}: "${strange.path}" is no path of lower-case words, digits and hyphens`);
  return pages.flat();
}
