import { test as base, expect, type Page } from '@playwright/test';
import { type Language, languageKey } from '../../core/client/settings/language.ts';
import type { JourneyServer, Session } from './journey-server.ts';
import { PageErrors } from './page-errors.ts';
import { expectDashboard, signIn } from './sign-in.ts';

export { expect };

/** Somebody at a browser of their own. */
interface Visitor {
  readonly page: Page;
  /** What the page complained about; must be empty at the end of the test. */
  readonly errors: PageErrors;
}

export interface Journey {
  /** Opens a browser window of its own as a guest, on no page yet. */
  readonly visit: (server: Pick<JourneyServer, 'url'>, session?: Session) => Promise<Visitor>;
  /** The same, signed in and on the dashboard: the first time through the login page, then with the session of that time. */
  readonly visitAs: (server: JourneyServer, username: string) => Promise<Visitor>;
  /** Signed in, and with pages in a language from the next on. */
  readonly visitIn: (server: JourneyServer, username: string, language: Language) => Promise<Visitor>;
}

/** Every window is closed at the end of its test, which fails when a page said an error or called another host. */
export const test = base.extend<Journey>({
  visit: async ({ browser }, use, testInfo) => {
    const visitors: Visitor[] = [];
    await use(async (server, session) => {
      const context = await browser.newContext({ baseURL: server.url, ...(session === undefined ? {} : { storageState: session }) });
      const page = await context.newPage();
      const visitor = { page, errors: new PageErrors(context, server.url) };
      visitors.push(visitor);
      return visitor;
    });
    const isBroken = testInfo.status !== testInfo.expectedStatus;
    for (const [index, { page, errors }] of isBroken ? visitors.entries() : []) {
      // Said rather than attached: of an attachment a run shows the first lines, and of a journey that passes at its second try nothing.
      const waits = [page.url(), errors.underWay, await codeOf(page)].filter((text) => text !== '');
      console.log(`"${testInfo.title}", try ${testInfo.retry + 1}: visitor ${index + 1} waits for\n${waits.join('\n')}`);
    }
    for (const { page } of visitors) await page.context().close();
    for (const { errors } of visitors) expect(errors.unexpected, 'errors of the page').toEqual([]);
  },
  visitAs: async ({ visit }, use) => {
    await use(async (server, username) => {
      const session = server.sessions.get(username);
      const visitor = await visit(server, session);
      const { page } = visitor;
      if (session === undefined) {
        await signIn(page, server.account(username));
        server.sessions.set(username, await page.context().storageState());
      } else {
        await page.goto('/dashboard');
        await expectDashboard(page);
      }
      return visitor;
    });
  },
  visitIn: async ({ visit, visitAs }, use) => {
    await use(async (server, username, language) => {
      const session = server.sessions.get(username);
      const visitor = await (session === undefined ? visitAs(server, username) : visit(server, session));
      await visitor.page.addInitScript(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
      return visitor;
    });
  },
});

/** What of the page's code and style sheets was slow, came last, or is not there yet; how long ago the page began, and what it shows instead of its content. */
async function codeOf(page: Page): Promise<string> {
  const read = page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname));
    const slow = files.filter(({ duration }, index) => duration > 2_000 || index >= files.length - 5);
    const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null);
    return [
      `open for ${Math.round(performance.now())} ms, ${document.readyState}, ${files.length} files of code`,
      ...slow.map(({ name, startTime, duration }) => `${Math.round(startTime)}+${Math.round(duration)} ms ${new URL(name).pathname}`),
      ...missing.map(({ href }) => `no sheet yet ${new URL(href).pathname}`),
      `main: ${document.querySelector('main')?.innerHTML.slice(0, 400) ?? 'none'}`,
    ].join('\n');
  });
  return Promise.race([read, page.waitForTimeout(5_000).then(() => 'the page does not answer')]).catch(String);
}
