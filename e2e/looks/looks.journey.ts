import type { Page } from '@playwright/test';
import { type Language, languageKey, languages } from '../../core/client/settings/language.ts';
import { drawsChinese } from '../kit/chinese-letters.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { SignInPage } from '../kit/sign-in.ts';
import { Workspace } from '../kit/workspace.ts';

interface Screen {
  readonly path: string;
  /** Null: a guest. */
  readonly username: string | null;
  /** Waits until the screen shows what it is for. */
  readonly ready: (page: Page) => Promise<void>;
}

const sizes = [
  { width: 1366, height: 768 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
] as const;
/** Letters grow with the window, and signs are as wide in the one Chinese as in the other: what fits the widest in one language does in the others. */
const sizesOf = (language: Language) => sizes.slice(0, { en: 3, 'zh-CN': 2, 'zh-TW': 1 }[language]);

const heading = async (page: Page): Promise<void> => expect(page.getByRole('heading', { level: 1 })).toBeVisible();
const screens: readonly Screen[] = [
  { path: '/home', username: null, ready: heading },
  { path: '/product', username: null, ready: heading },
  { path: '/service/digital-asset-management', username: null, ready: heading },
  { path: '/about-us', username: null, ready: heading },
  { path: '/login', username: null, ready: async (page) => expect(new SignInPage(page).work).not.toBeEmpty() },
  { path: '/error?error=404', username: null, ready: heading },
  { path: '/error?error=403', username: null, ready: heading },
  {
    path: '/dashboard',
    username: 'trader3',
    ready: async (page) => {
      await expect(page.getByRole('form')).toBeVisible();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeAttached();
    },
  },
  {
    path: '/AIdashboard',
    username: 'trader3',
    // The list of running instances, the strategies to choose from, and markets.
    ready: async (page) => {
      await expect(page.getByRole('grid').first()).toBeVisible();
      await expect(page.locator('.lm_stack')).not.toHaveCount(0);
    },
  },
  { path: '/setup', username: 'trader3', ready: heading },
  {
    path: '/admin/plugins',
    username: 'admin',
    ready: async (page) => expect(page.getByText('panel-depth', { exact: true }).first()).toBeVisible(),
  },
  { path: '/invite', username: 'trader3', ready: async (page) => expect(page.getByRole('img').first()).toBeVisible() },
  {
    path: '/admin/users',
    username: 'admin',
    ready: async (page) => expect(page.getByRole('row', { name: /trader1/ })).toBeVisible(),
  },
  { path: '/admin/inbox', username: 'admin', ready: async (page) => expect(page.getByRole('form')).toBeVisible() },
  { path: '/admin/announcements', username: 'admin', ready: heading },
];

/** Table panels by their titles' places; the other panels of the default layout are in front from the start. */
const tables = [
  ['panel-markets', 'title'],
  ['panel-orders', 'open.title'],
  ['panel-orders', 'history.title'],
  ['panel-orders', 'fills.title'],
  ['panel-balances', 'title'],
] as const;

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

for (const language of languages) {
  test(`every screen in ${language} fits every size and shows words of that language only`, async ({ visit, visitIn }) => {
    const foreign = new ForeignTexts(language);
    const people = new Map<string | null, Page>();
    for (const { path, username, ready } of screens) {
      await test.step(`${username ?? 'guest'} on ${path}`, async () => {
        const page = people.get(username) ?? (await (username === null ? visit(server) : visitIn(server, username, language))).page;
        if (username === null && !people.has(null)) await speak(page, language);
        people.set(username, page);
        await page.setViewportSize(sizes[0]);
        await page.goto(path);
        for (const size of sizesOf(language)) {
          await page.setViewportSize(size);
          await ready(page);
          expect(foreign.among(await textsOn(page)), 'keys and words of other languages').toEqual([]);
          await expect.poll(() => sticksOut(page), { message: `what sticks out at ${size.width} px` }).toEqual([]);
        }
      });
    }
  });

  test(`every panel, menu and command in ${language} has its words`, async ({ visitIn }) => {
    const foreign = new ForeignTexts(language);
    const { page } = await visitIn(server, 'trader3', language);
    await page.goto('/dashboard');
    await expect(page.getByRole('form')).toBeVisible();
    const saysNothingForeign = async (): Promise<void> => expect(foreign.among(await textsOn(page))).toEqual([]);
    const workspace = new Workspace(page);
    for (const [plugin, key] of tables) {
      await workspace.table(textIn(language, `plugins/${plugin}`, key));
      await saysNothingForeign();
    }
    for (const key of ['panel.add', 'venues.label', 'language', 'appearance', 'account.menu']) {
      const button = page.getByRole('banner').getByRole('button', { name: textIn(language, 'app', key) });
      await button.click();
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await saysNothingForeign();
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await saysNothingForeign();
  });
}

test('the Chinese headline breaks between its parts alone', async ({ visit }) => {
  const { page } = await visit(server);
  for (const language of ['zh-CN', 'zh-TW'] as const) {
    await speak(page, language);
    for (const size of [{ width: 390, height: 844 }, ...sizes]) {
      await page.setViewportSize(size);
      await page.goto('/home');
      if (!(await drawsChinese(page))) return;
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(textIn(language, 'plugins/site-home', 'hero.title'));
      const lines = await title.evaluate((heading) => {
        const text = heading.firstChild as Text;
        const tops = [...text.data].map((_, at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().top;
        });
        return [...text.data].reduce((all, sign, at) => all + (at > 0 && tops[at] !== tops[at - 1] ? '|' : '') + sign, '').split('|');
      });
      for (const line of lines) expect(line, `at ${size.width} px`).toMatch(/[，。]$/);
    }
  }
});

test('the toolbar of the workspace stays on the screen with many markets open', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await page.setViewportSize(sizes[0]);
  const workspace = new Workspace(page);
  for (const symbol of ['ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'XRPUSDT', 'DOGEUSDT']) {
    await workspace.openMarket(symbol, 'Aurora');
    await workspace.openMarket(symbol, 'Polaris');
  }
  await expect(workspace.tabs).toHaveCount(13);
  await expect(workspace.tab('DOGEUSDT', 'Polaris')).toBeInViewport({ ratio: 1 });
  for (const name of ['Open a market', 'Search or run', 'Add a panel', 'Account'])
    await expect(page.getByRole('banner').getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('menus and popovers are there at once', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await expect(page.getByRole('form')).toBeVisible();
  for (const name of ['Account', 'Appearance', 'Language']) {
    const button = page.getByRole('banner').getByRole('button', { name });
    // The code of the menus has come with the first of them.
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(button).not.toHaveAttribute('aria-expanded', 'true');
    const slow = await button.evaluate(async (opener) => {
      (opener as HTMLElement).click();
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const timings = document.getAnimations().filter(({ playState }) => playState === 'running');
      return timings.map(({ effect }) => Number(effect?.getComputedTiming().duration)).filter((ms) => ms > 120);
    });
    expect(slow, `ms that ${name} moves for`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test.describe('at the smallest desk', () => {
  test.use({ viewport: sizes[0] });

  test('the lists beside the chart show every column next to their scrollbars', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader2');
    const grid = page.getByRole('grid', { name: 'Markets' });
    const hidden = (): Promise<number | null> =>
      grid.evaluate((list) => (list.clientWidth < (list as HTMLElement).offsetWidth ? list.scrollWidth - list.clientWidth : null));
    await expect.poll(hidden, { message: 'px of the markets beyond a scrollbar that takes room' }).toBe(0);
    const tape = page.locator('[data-panel="panel-trades/trades"]');
    for (const title of ['Price (USDT)', 'Qty (BTC)', 'Time']) await expect(tape.getByTitle(title, { exact: true })).toBeVisible();
  });

  test('the list of strategy symbols shows the exchange of every market', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader2');
    await page.goto('/AIdashboard');
    await page.getByRole('button', { name: 'Market', exact: true }).first().click();
    const list = page.getByRole('grid', { name: 'Strategy symbols' });
    await expect(list.getByText('Meridian').first()).toBeVisible();
    const cut = await list.evaluate((grid) =>
      [...grid.querySelectorAll('[role=row] span')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    expect(await list.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  });
});

/** Sets the language as this browser keeps it; it applies from the next page on. */
async function speak(page: Page, language: Language): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/home');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
}
