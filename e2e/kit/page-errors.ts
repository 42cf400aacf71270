import type { BrowserContext, Request } from '@playwright/test';

/** Collects what no page of a window may do: console errors, uncaught exceptions, calls to any host but its own. */
export class PageErrors {
  readonly #said: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #underWay = new Map<Request, number>();

  constructor(context: BrowserContext, origin: string) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#said.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      this.#said.push(`uncaught: ${error.stack ?? error.message}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) this.#said.push(`called ${url.href}`);
      this.#underWay.set(request, performance.now());
    });
    context.on('requestfinished', (request) => this.#underWay.delete(request));
    context.on('requestfailed', (request) => this.#underWay.delete(request));
  }

  /** The browser itself reports refused calls and lost connections as errors: a journey names those that it provokes. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Requests that nothing has answered yet, one a line with how long they have waited: what an empty page waits for. */
  get underWay(): string {
    const waited = [...this.#underWay].map(
      ([request, since]) => `${Math.round(performance.now() - since)} ms ${request.method()} ${request.url()}`,
    );
    return waited.join('\n');
  }

  get unexpected(): readonly string[] {
    return this.#said.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}
