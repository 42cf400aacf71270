import { describe, expect, it } from 'vitest';
import { defineSite, type SitePageProps } from '../../core/contract/site.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { Island } from '../../core/ui/site/island.tsx';
import type { SiteAssets } from './document.tsx';
import { Site } from './render-site.tsx';
import type { SitePlugin } from './site-plugin.ts';

const assets: SiteAssets = { scripts: ['/assets/main.js'], styles: ['/assets/style.css'], mark: 'data:,', font: '/assets/a.woff2' };
const texts = (title: string) => ({ title, text: 'About {{who}}', menu: { label: `${title}!` } });
const manifest = {
  ...{ id: 'site-about', version: '1.0.0', api: '^2.0.0', kind: 'site', title: 'site-about.title', description: 'site-about.title' },
  contributes: {
    site: [
      {
        ...{ id: 'about', title: 'site-about.title', description: 'site-about.title', path: '/about-us' },
        nav: { label: 'site-about.menu.label', section: 'about', order: 1, header: true },
      },
    ],
  },
} as unknown as PluginManifest;

function plugin(Page: (props: SitePageProps) => React.ReactNode, changes: Partial<SitePlugin> = {}): SitePlugin {
  return {
    manifest,
    load: async () => ({ site: defineSite({ pages: { about: { load: async () => ({ Page }) } } }) }),
    texts: { en: texts('About us'), 'zh-CN': texts('关于我们'), 'zh-TW': texts('關於我們') },
    islands: ['curve'],
    ...changes,
  };
}
const About = ({ t, href }: SitePageProps) => (
  <>
    <h1>{t('text', { who: '<us>' })}</h1>
    <a href={href('/about-us#values')}>values</a>
    <a href={href('/login')}>login</a>
    <Island of="curve" props={{ from: 1 }}>
      as drawn
    </Island>
  </>
);
const drawn = async (one: SitePlugin) => (await Site.of([one])).render(assets);

describe('the drawn site', () => {
  it('has each page and each error in every language, and an index of them', async () => {
    const { files, index } = await drawn(plugin(About));
    expect([...files.keys()].filter((file) => file.startsWith('site/zh-TW/'))).toEqual([
      'site/zh-TW/about-us.html',
      'site/zh-TW/error-404.html',
      'site/zh-TW/error-403.html',
    ]);
    expect(index.pages).toEqual([
      {
        ...{ path: '/about-us', plugin: 'site-about' },
        files: { en: 'site/en/about-us.html', 'zh-CN': 'site/zh-CN/about-us.html', 'zh-TW': 'site/zh-TW/about-us.html' },
      },
    ]);
  });

  it('says in its head what it is called, where it is, and where it is in other languages', async () => {
    const page = (await drawn(plugin(About))).files.get('site/zh-CN/about-us.html') ?? '';
    expect(page).toMatch(/^<!doctype html><html lang="zh-CN"[^>]* data-page="\/about-us"/);
    expect(page).toContain('<title>关于我们 · __SITE_FIRM__</title>');
    expect(page).toContain('<link rel="canonical" href="__SITE_ORIGIN__/zh-CN/about-us"/>');
    for (const [language, path] of [
      ['en', '/about-us'],
      ['zh-TW', '/zh-TW/about-us'],
      ['x-default', '/about-us'],
    ])
      expect(page).toContain(`<link rel="alternate" hrefLang="${language}" href="__SITE_ORIGIN__${path}"/>`);
    expect(page).toContain('<meta property="og:locale" content="zh_CN"/>');
    expect(page).toContain('<meta property="og:image" content="__SITE_ORIGIN__/share/zh-CN/about-us.png"/>');
    expect(page).toContain('"inLanguage":"zh-CN"');
  });

  it('has in it what its first paint needs', async () => {
    const inline = { script: 'first("<look>")', style: 'a > b { color: red }' };
    const page = (await Site.of([plugin(About)])).page('/about-us', 'en', { ...assets, styles: [], inline }) ?? '';
    expect(page).toContain('<script>first("<look>")</script><style>a > b { color: red }</style>');
    expect(page, 'and paints nothing before all of it is there').toContain('<link rel="expect" href="#content" blocking="render"/>');
    expect(page).toContain('<main id="content"');
    expect(page).not.toMatch(/first-look\.js|rel="stylesheet"/);
    for (const broken of [
      { ...inline, script: '"</SCRIPT>"' },
      { ...inline, style: '</style >' },
    ])
      await expect(async () => (await Site.of([plugin(About)])).page('/about-us', 'en', { ...assets, inline: broken })).rejects.toThrow(
        'may not end its own element',
      );
  });

  it('writes texts as text, leads to pages in the same language, and to the rest of the product as it is', async () => {
    const page = (await drawn(plugin(About))).files.get('site/zh-CN/about-us.html') ?? '';
    expect(page).toContain('<h1>About &lt;us&gt;</h1>');
    expect(page).toContain('<a href="/zh-CN/about-us#values">');
    expect(page).toContain('<a href="/login">login</a>');
    expect(page).toContain('data-island="site-about/curve" data-props="{&quot;from&quot;:1}"');
    expect(page).toMatch(/aria-current="page">关于我们!</);
  });

  it('has pages below one of the manifest, with heads of their own, in no menu, and in the place of the page above them', async () => {
    const said = { en: 'How', 'zh-CN': '怎样', 'zh-TW': '怎樣' };
    const subpages = [{ path: 'work/how', title: said, description: said }];
    const Page = ({ subpage, href }: SitePageProps) => <a href={href('/about-us/work/how')}>{subpage}</a>;
    const load: SitePlugin['load'] = async () => ({ site: defineSite({ pages: { about: { load: async () => ({ Page, subpages }) } } }) });
    const { files, index } = await drawn(plugin(Page, { load }));
    expect(index.pages.map(({ path }) => path)).toEqual(['/about-us', '/about-us/work/how']);
    const page = files.get('site/zh-TW/about-us.work.how.html') ?? '';
    expect(page).toContain('<title>怎樣 · __SITE_FIRM__</title>');
    expect(page).toContain('<a href="/zh-TW/about-us/work/how">work/how</a>');
    expect(page.match(/<a href="[^"]*" aria-current="true">關於我們!/)).not.toBeNull();
    for (const [changed, message] of [
      [{ title: { en: 'How' } }, /"\/about-us\/how" has no title in zh-CN/],
      [{ path: 'Work' }, /"\/about-us\/Work" is no path/],
    ] as const) {
      const faulty: SitePlugin['load'] = async () => ({
        site: defineSite({
          pages: { about: { load: async () => ({ Page, subpages: [{ path: 'how', title: said, description: said, ...changed }] }) } },
        }),
      });
      await expect(drawn(plugin(Page, { load: faulty }))).rejects.toThrow(message);
    }
  });

  it('tells search engines nothing of errors', async () => {
    const page = (await drawn(plugin(About))).files.get('site/en/error-403.html') ?? '';
    expect(page).toContain('<meta name="robots" content="noindex"/>');
    expect(page).not.toContain('canonical');
    expect(page).toContain('data-page="/error?error=403"');
  });

  it.each<[string, SitePlugin, RegExp]>([
    ['a text that a language lacks', plugin(About, { texts: { en: texts('About us') } }), /"title" of "site-about" is missing in zh-CN/],
    ['an island without a file', plugin(About, { islands: [] }), /has no file islands\/curve\.ts/],
    [
      'a style attribute',
      plugin(() => <p style={{ color: 'red' }}>red</p>),
      /style attribute, which browsers are told to ignore: <p style/,
    ],
    ['a page without code', plugin(About, { load: async () => ({ site: defineSite({ pages: {} }) }) }), /names the page "about" in site/],
    [
      'two pages at one path',
      plugin(About, {
        load: async () => {
          const twice = { path: 'x', title: {}, description: {} };
          return { site: defineSite({ pages: { about: { load: async () => ({ Page: About, subpages: [twice, twice] }) } } }) };
        },
      }),
      /two pages at the path "\/about-us\/x"/,
    ],
    ['no site at all', plugin(About, { load: async () => ({}) }), /exports no "site"/],
  ])('ends the build for %s', async (_, one, message) => {
    await expect(drawn(one)).rejects.toThrow(message);
  });
});
