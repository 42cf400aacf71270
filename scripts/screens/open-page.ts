import type { Browser, Page } from '@playwright/test';
import { userKey } from '../../core/client/connection/session-storage.ts';
import { appearanceKey } from '../../core/client/settings/appearance.ts';
import { languageKey } from '../../core/client/settings/language.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';

export type Theme = 'dark' | 'light';
export const themes: readonly Theme[] = ['dark', 'light'];

export interface View {
  readonly language: string;
  readonly theme: Theme;
  readonly size: readonly [width: number, height: number];
  /** Null: a guest. */
  readonly user: SessionUser | null;
}

/** A page of the product in a browser of its own, as this user sees it, and what its console has said. */
export interface OpenedPage {
  readonly page: Page;
  readonly said: readonly string[];
  close(): Promise<void>;
}

export async function openPage(browser: Browser, url: string, view: View): Promise<OpenedPage> {
  const [width, height] = view.size;
  const context = await browser.newContext({ viewport: { width, height } });
  const stored = {
    [languageKey]: view.language,
    [appearanceKey]: JSON.stringify({ theme: view.theme, density: 'compact', redUp: false }),
    ...(view.user === null ? {} : { [userKey]: JSON.stringify(view.user) }),
  };
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  const said = watchConsole(page);
  await page.goto(url);
  // A busy machine shows the mark of loading for longer than a screen takes to settle.
  await page.locator('main').first().waitFor();
  return { page, said, close: () => context.close() };
}

/** Errors in the browser's console are defects. */
function watchConsole(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}
