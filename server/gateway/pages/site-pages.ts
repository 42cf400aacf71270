import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformState } from '../../../core/contract/platform.ts';
import { originPlaceholder, type SiteError, type SiteIndex } from '../../../core/contract/site.ts';
import { readIn } from '../../../core/domain/platform-settings.ts';
import { pathOf } from '../failure-reply.ts';
import { pageHeaders, sitePageHeaders } from '../guards/security-headers.ts';
import { withFirmName } from './firm-name.ts';
import { withOfferedLanguages } from './offered-languages.ts';
import { robotsTxt, sitemapXml } from './site-maps.ts';
import { type SocialLink, withSocialLinks } from './social-links.ts';

/** What an operator says of the site. */
export interface SiteSettings {
  /** Where it is on the web (`https://example.com`); null: at the host that a request names. */
  readonly publicUrl: string | null;
  readonly social: readonly SocialLink[];
  /** What the firm says of itself. */
  readonly platform: () => PlatformState;
}

export interface SiteOptions extends SiteSettings {
  /** Null: the set-up is another server's. */
  readonly setUp: { isOpen(): Promise<boolean> } | null;
  /** Whether guests have what the plugin brings. */
  readonly isOn: (pluginId: string) => boolean;
}

interface Made {
  readonly etag: string;
  readonly text: string;
  readonly zipped: Buffer;
}

/** Addresses that are kept ready at once: whoever invents hosts makes us work, and never remember. */
const mostOrigins = 16;
export const firstPaths = ['/', '/index', '/index.html'] as const;
const zip = promisify(gzip);

/** The drawn pages of the public site, as `site.json` of the build lists them. */
export class SitePages {
  readonly index: SiteIndex;
  readonly #folder: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: SiteOptions;
  readonly #sources = new Map<string, string>();
  /** By origin, then by file. */
  readonly #made = new Map<string, Map<string, Promise<Made>>>();
  /** What of the firm stands in what was made. */
  #said = '';

  private constructor(folder: string, index: SiteIndex, options: SiteOptions) {
    this.#folder = folder;
    this.index = index;
    this.#headers = index.inlineHashes === undefined ? pageHeaders : sitePageHeaders(index.inlineHashes);
    this.#options = options;
  }

  /** Null: the site is not built. */
  static read(clientFolder: string, options: SiteOptions): SitePages | null {
    const file = join(clientFolder, 'site.json');
    return existsSync(file) ? new SitePages(clientFolder, JSON.parse(readFileSync(file, 'utf8')) as SiteIndex, options) : null;
  }

  serve(app: FastifyInstance): void {
    const lead = (from: string, to: () => string) =>
      app.get(from, (request, reply) => reply.headers(pageHeaders).redirect(to() + request.url.slice(pathOf(request.url).length)));
    // Whoever names no language reads that of the platform.
    const first = (): string => `${this.#prefixOf(this.#options.platform().settings.language)}/home`;
    for (const language of this.index.languages) {
      const prefix = this.#prefixOf(language);
      for (const path of prefix === '' ? firstPaths : ['', ...firstPaths])
        lead(prefix + path, prefix === '' ? first : () => `${prefix}/home`);
      for (const { path, plugin, files } of this.index.pages) {
        lead(`${prefix}${path}/`, () => prefix + path);
        app.get(prefix + path, (request, reply) => {
          if (!this.#options.isOn(plugin)) return this.sendError(request, reply, '404');
          const read = this.#offered(language);
          if (read === language) return this.#send(request, reply, files[language]);
          // Not for ever: it may be offered again.
          const query = request.url.slice(pathOf(request.url).length);
          return reply.headers({ ...pageHeaders, 'cache-control': 'no-cache' }).redirect(this.#prefixOf(read) + path + query);
        });
      }
      app.get<{ Querystring: { readonly error?: unknown } }>(`${prefix}/error`, (request, reply) => {
        const code: SiteError = request.query.error === '403' ? '403' : '404';
        return this.#send(request, reply, this.index.errors[code][this.#offered(language)]);
      });
    }
    app.get('/sitemap.xml', (request, reply) =>
      reply
        .headers({ ...pageHeaders, 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' })
        .send(sitemapXml(this.index, this.#originOf(request), this.#options.isOn, this.#options.platform().settings.languages)),
    );
    app.get('/robots.txt', (request, reply) =>
      reply
        .headers({ ...pageHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
        .send(robotsTxt(this.#originOf(request))),
    );
  }

  /** Whether what is missing at the path is missing on the site, and not in the signed-in part of the product. */
  isUnder(path: string): boolean {
    return this.index.languages.slice(1).some((language) => path === `/${language}` || path.startsWith(`/${language}/`));
  }

  /** In the language of the path where it is offered. */
  sendError(request: FastifyRequest, reply: FastifyReply, code: SiteError): Promise<FastifyReply> {
    const word = pathOf(request.url).split('/')[1] ?? '';
    const language = this.#offered(this.index.languages.find((one) => one === word) ?? this.index.languages[0] ?? '');
    return this.#send(request, reply.code(Number(code)), this.index.errors[code][language]);
  }

  async #send(request: FastifyRequest, reply: FastifyReply, file = ''): Promise<FastifyReply> {
    const { etag, text, zipped } = await this.#page(file, this.#originOf(request));
    void reply.headers({ ...this.#headers, 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag });
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    void reply.type('text/html; charset=utf-8');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
    return reply.header('content-encoding', 'gzip').send(zipped);
  }

  #page(file: string, origin: string): Promise<Made> {
    const { firmName, languages, language } = this.#options.platform().settings;
    const said = JSON.stringify([firmName, languages, language]);
    if (said !== this.#said) this.#made.clear();
    this.#said = said;
    let files = this.#made.get(origin);
    if (files === undefined) {
      if (this.#made.size >= mostOrigins) this.#made.clear();
      files = new Map();
      this.#made.set(origin, files);
    }
    let made = files.get(file);
    if (made === undefined) {
      const asked = files;
      made = this.#make(file, origin);
      asked.set(file, made);
      // What failed is tried again by whoever asks next.
      made.catch(() => asked.delete(file));
    }
    return made;
  }

  async #make(file: string, origin: string): Promise<Made> {
    const source = this.#sources.get(file) ?? withSocialLinks(readFileSync(join(this.#folder, file), 'utf8'), this.#options.social);
    this.#sources.set(file, source);
    const { settings } = this.#options.platform();
    const offered = withOfferedLanguages(source.replaceAll(originPlaceholder, origin), this.index.languages, settings);
    const text = withFirmName(offered, settings.firmName);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    return { etag, text, zipped: await zip(text) };
  }

  #originOf({ headers: { host = '' } }: FastifyRequest): string {
    if (this.#options.publicUrl !== null) return this.#options.publicUrl;
    // It stands in the page: nothing that is no host name gets there.
    return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host) && host.length <= 255
      ? `http://${host.toLowerCase()}`
      : '';
  }

  /** The language itself, or the one that stands for it while it is not offered. */
  #offered(language: string): string {
    return readIn(this.#options.platform().settings, language);
  }

  #prefixOf(language: string): string {
    return language === this.index.languages[0] ? '' : `/${language}`;
  }
}
