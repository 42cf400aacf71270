import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformState } from '../../../core/contract/platform.ts';
import { pageHeaders } from '../guards/security-headers.ts';
import { escaped } from './firm-name.ts';

interface Drawn {
  readonly of: PlatformState;
  readonly text: string;
  readonly etag: string;
}

/** The workspace's page, on which stands what the firm says of itself: known before any code of the page runs. */
export class WorkspacePage {
  readonly #source: string;
  readonly #platform: () => PlatformState;
  #drawn: Drawn | null = null;

  constructor(clientFolder: string, platform: () => PlatformState) {
    this.#source = readFileSync(join(clientFolder, 'index.html'), 'utf8');
    this.#platform = platform;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { text, etag } = this.#now();
    void reply.headers({ ...pageHeaders, 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(text);
  }

  #now(): Drawn {
    const of = this.#platform();
    if (this.#drawn?.of !== of) {
      const { firmName, languages, language, registration, currency } = of.settings;
      const said = `data-language="${language}" data-languages="${languages.join(' ')}" data-firm="${escaped(firmName)}" data-registration="${registration}" data-currency="${currency}"`;
      const text = this.#source
        .replace('<html lang="en"', () => `<html lang="${language}" ${said}`)
        .replace('<title>Tessera</title>', () => `<title>${escaped(firmName)}</title>`);
      this.#drawn = { of, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    }
    return this.#drawn;
  }
}
