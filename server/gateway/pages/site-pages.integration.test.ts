import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { firmPlaceholder, originPlaceholder, type SiteIndex } from '../../../core/contract/site.ts';
import { type PlatformSettings, platformDefaults } from '../../../core/domain/platform-settings.ts';
import { servePages } from './static-pages.ts';

const languages = ['en', 'zh-CN'] as const;
const filesOf = (name: string) => Object.fromEntries(languages.map((language) => [language, `site/${language}/${name}.html`]));
const index: SiteIndex = {
  languages,
  pages: [
    { path: '/home', plugin: 'site-home', files: filesOf('home') },
    { path: '/about-us', plugin: 'site-about', files: filesOf('about-us') },
  ],
  errors: { '404': filesOf('error-404'), '403': filesOf('error-403') },
  inlineHashes: { script: 'sha256-script', style: 'sha256-style' },
};

let app: FastifyInstance;
let folder = '';
let firm = platformDefaults.firmName;
let offer: Partial<PlatformSettings> = {};

/** A server over a client that was built with these two pages; the plugin of the second one is off. */
async function serve(publicUrl: string | null = null): Promise<FastifyInstance> {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(folder, 'index.html'), 'the workspace');
  writeFileSync(join(folder, 'site.json'), JSON.stringify(index));
  for (const language of languages) {
    mkdirSync(join(folder, 'site', language), { recursive: true });
    for (const name of ['home', 'about-us', 'error-404', 'error-403'])
      writeFileSync(join(folder, 'site', language, `${name}.html`), `${name} in ${language} at ${originPlaceholder}/here`);
  }
  app = Fastify();
  const platform = () => ({ settings: { ...platformDefaults, firmName: firm, ...offer }, version: 0 });
  await servePages(app, folder, { publicUrl, social: [], platform, setUp: null, isOn: (plugin) => plugin === 'site-home' });
  return app;
}

afterEach(async () => {
  offer = {};
  firm = platformDefaults.firmName;
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } });

describe('the public site', () => {
  it.each([
    ['/home', 200, 'home in en at http://trade.example:8080/here'],
    ['/zh-CN/home', 200, 'home in zh-CN at http://trade.example:8080/here'],
    ['/error?error=403', 200, 'error-403 in en at http://trade.example:8080/here'],
    ['/zh-CN/error?error=404', 200, 'error-404 in zh-CN at http://trade.example:8080/here'],
    ['/error', 200, 'error-404 in en at http://trade.example:8080/here'],
    ['/about-us', 404, 'error-404 in en at http://trade.example:8080/here'],
    ['/zh-CN/about-us', 404, 'error-404 in zh-CN at http://trade.example:8080/here'],
    ['/zh-CN/nothing', 404, 'error-404 in zh-CN at http://trade.example:8080/here'],
    ['/dashboard', 200, 'the workspace'],
  ])('answers %s with %d and the page of its language', async (url, status, text) => {
    await serve();
    const answer = await get(url, { host: 'Trade.example:8080' });
    expect([answer.statusCode, answer.body]).toEqual([status, text]);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('bears the name of the firm, another one from the moment that it has another', async () => {
    await serve();
    writeFileSync(join(folder, 'site', 'zh-CN', 'home.html'), `<title>home · ${firmPlaceholder}</title>`);
    const titleOf = async () => (await get('/zh-CN/home', { host: 'trade.example' })).body;
    expect(await titleOf()).toBe('<title>home · Tessera</title>');
    firm = 'Meridian & Sons';
    expect(await titleOf()).toBe('<title>home · Meridian &amp; Sons</title>');
  });

  it('leads from a language that is not offered to the page in the default, and offers it nowhere', async () => {
    await serve();
    const links = languages.map(
      (one) => `<a href="/x" data-language="${one}">${one}</a><link rel="alternate" hrefLang="${one}" href="/x"/>`,
    );
    const head = `<html lang="en" data-languages="en zh-CN"><link rel="alternate" hrefLang="x-default" href="${originPlaceholder}/home"/>`;
    const drawn = (name: string) => `${head}${links.join('')}<details class="m" data-language-menu="">${name}</details>`;
    for (const language of languages) writeFileSync(join(folder, 'site', language, 'home.html'), drawn(language));
    const leadsTo = async (url: string) => {
      const { statusCode, headers } = await get(url, { host: 'trade.example' });
      return [statusCode, headers.location, headers['cache-control']];
    };
    expect((await leadsTo('/zh-CN/home'))[0]).toBe(200);
    offer = { languages: ['en'], language: 'en' };
    expect(await leadsTo('/zh-CN/home?a=1')).toEqual([302, '/home?a=1', 'no-cache']);
    expect((await get('/zh-CN/nothing', { host: 'trade.example' })).body).toContain('error-404 in en');
    expect((await get('/zh-CN/error', { host: 'trade.example' })).body).toContain('error-404 in en');
    const body = (await get('/home', { host: 'trade.example' })).body;
    expect(body).toBe(
      '<html lang="en" data-languages="en"><link rel="alternate" hrefLang="x-default" href="http://trade.example/home"/><a href="/x" data-language="en">en</a><link rel="alternate" hrefLang="en" href="/x"/>',
    );
    expect((await get('/sitemap.xml')).body).not.toContain('zh-CN');
    offer = { languages: ['zh-CN'], language: 'zh-CN' };
    expect(await leadsTo('/home')).toEqual([302, '/zh-CN/home', 'no-cache']);
    expect((await get('/zh-CN/home', { host: 'trade.example' })).body).toContain(
      'hrefLang="x-default" href="http://trade.example/zh-CN/home"',
    );
    expect((await get('/nothing/', { host: 'trade.example' })).statusCode).toBe(200);
  });

  it('lets the script and the style of their build stand in its pages, and in no other page', async () => {
    await serve();
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    for (const url of ['/home', '/error?error=403', '/zh-CN/nothing']) {
      expect(await policyOf(url), url).toContain("script-src 'self' 'sha256-script';");
      expect(await policyOf(url), url).toContain("style-src 'self' 'sha256-style';");
    }
    expect(await policyOf('/dashboard')).not.toMatch(/sha256-(script|style)/);
  });

  it.each([
    ['/', '/home'],
    ['/index', '/home'],
    ['/index.html', '/home'],
    ['/home/', '/home'],
    ['/zh-CN', '/zh-CN/home'],
    ['/zh-CN/', '/zh-CN/home'],
    ['/zh-CN/home/', '/zh-CN/home'],
    ['/home/?invite_code=0A', '/home?invite_code=0A'],
  ])('leads from %s to %s', async (url, to) => {
    await serve();
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  });

  it('stands at the address of the settings, whatever host a request names', async () => {
    await serve('https://firm.example');
    expect((await get('/home', { host: 'other.example' })).body).toBe('home in en at https://firm.example/here');
  });

  it.each(['"><script>', 'a b', `${'a'.repeat(300)}`, 'x/y'])('writes no host into a page that is none: %s', async (host) => {
    await serve();
    expect((await get('/home', { host })).body).toBe('home in en at /here');
  });

  it('says at once when a page is as it was, and sends it small to whoever takes that', async () => {
    await serve();
    const first = await get('/home', { 'accept-encoding': 'gzip, br' });
    expect([first.headers['content-encoding'], first.headers['cache-control'], first.headers.vary]).toEqual([
      'gzip',
      'no-cache',
      'Accept-Encoding',
    ]);
    expect(gunzipSync(first.rawPayload).toString()).toContain('home in en');
    const again = await get('/home', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get('/zh-CN/home', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200);
  });

  it('gives its files at no other path', async () => {
    await serve();
    expect((await get('/site/en/about-us.html')).body).toBe('the workspace');
    expect((await get('/site.json')).body).toBe('the workspace');
  });

  it('lists what is there for search engines, in every language', async () => {
    await serve('https://firm.example');
    const map = (await get('/sitemap.xml')).body;
    expect(map.match(/<loc>[^<]*/g)).toEqual(['<loc>https://firm.example/home', '<loc>https://firm.example/zh-CN/home']);
    expect(map).toContain('hreflang="zh-CN" href="https://firm.example/zh-CN/home"');
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://firm.example/sitemap.xml');
  });
});
