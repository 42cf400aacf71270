import { test as base, expect, type Page } from '@playwright/test';
import type { JourneyServer } from './journey-server.ts';
import { PageErrors } from './page-errors.ts';
import { signIn } from './sign-in.ts';

export { expect };

/** Somebody at a browser of their own. */
export interface Visitor {
  readonly page: Page;
  /** What the page complained about; must be empty at the end of the test. */
  readonly errors: PageErrors;
}

export interface Journey {
  /** Opens a browser window of its own as a guest, on no page yet. */
  readonly visit: (server: JourneyServer) => Promise<Visitor>;
  /** The same, signed in through the login page and on the dashboard. */
  readonly visitAs: (server: JourneyServer, username: string) => Promise<Visitor>;
}

/** Every window is closed at the end of its test, which fails when a page said an error or called another host. */
export const test = base.extend<Journey>({
  visit: async ({ browser }, use) => {
    const visitors: Visitor[] = [];
    await use(async (server) => {
      const context = await browser.newContext({ baseURL: server.url });
      const page = await context.newPage();
      const visitor = { page, errors: new PageErrors(context, server.url) };
      visitors.push(visitor);
      return visitor;
    });
    for (const { page } of visitors) await page.context().close();
    for (const { errors } of visitors) expect(errors.unexpected, 'errors of the page').toEqual([]);
  },
  visitAs: async ({ visit }, use) => {
    await use(async (server, username) => {
      const visitor = await visit(server);
      await signIn(visitor.page, server.account(username));
      return visitor;
    });
  },
});
