import { gzipSync } from 'node:zlib';
import { languageKey } from '../../core/client/settings/language.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const titles = { en: /^Market making/, 'zh-CN': /^做市/, 'zh-TW': /^造市/ } as const;

test('the first page is there in three languages without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  for (const [path, language] of [
    ['/', 'en'],
    ['/zh-CN/home', 'zh-CN'],
    ['/zh-TW/home', 'zh-TW'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(titles[language]);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}${path === '/' ? '/home' : path}`);
  }
  await context.close();
});

test('a guest chooses a language and a theme, and both are kept from page to page', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/home');
  const banner = page.getByRole('banner');
  await banner.locator('summary', { hasText: 'English' }).click();
  await banner.getByRole('link', { name: '繁體中文' }).click();
  await expect(page).toHaveURL(/\/zh-TW\/home$/);
  await page.goto('/home?from=elsewhere#content');
  await expect(page).toHaveURL(/\/zh-TW\/home\?from=elsewhere#content$/);
  await banner.getByRole('button', { name: '切換至淺色主題' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('/error?error=403');
  await expect(page).toHaveURL(/\/zh-TW\/error\?error=403$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.evaluate((key) => localStorage.setItem(key, 'en'), languageKey);
  await page.reload();
  await expect(page).toHaveURL(/:\d+\/error\?error=403$/);
});

test('the menu of languages closes by Escape, and by a click elsewhere', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/home');
  const menu = page.getByRole('banner').locator('details', { hasText: 'English' });
  for (const close of [() => page.keyboard.press('Escape'), () => page.getByRole('heading', { level: 1 }).click()]) {
    await menu.locator('summary').click();
    await expect(menu).toHaveAttribute('open', '');
    await close();
    await expect(menu).not.toHaveAttribute('open', '');
  }
});

test('the book and the figures on the first page are live ones, and the page with them weighs little', async ({ visit }) => {
  const { page } = await visit(server);
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const isFont = response.url().endsWith('.woff2');
    const size = response.body().then((body) => (isFont ? body.length : gzipSync(body).length) / 1_000);
    sizes.set(
      response.url(),
      size.catch(() => 0),
    );
  });
  await page.goto('/home');
  const book = page.locator('[data-island="site-home/order-book"]');
  await expect(book).toHaveAttribute('data-live', '');
  const best = book.locator('[data-row="bid-0"] [data-part="price"]');
  await expect(best).toHaveText(/^\d{1,3}(,\d{3})*(\.\d+)?$/);
  await expect(book.locator('[data-part="status"]')).toHaveText(/^Simulated · \w+$/);
  const figures = page.locator('[data-island="site-home/figures"]');
  await figures.scrollIntoViewIfNeeded();
  // The books are summed up some seconds after a start.
  await expect(figures).toHaveAttribute('data-live', '', { timeout: 30_000 });
  await expect(figures.locator('[data-part="status"]')).toHaveText(/^Simulated/);
  await expect(figures.locator('[data-figure="orders"]')).toHaveText(/^[\d,]+$/);
  let scripts = 0;
  let all = 0;
  for (const [url, size] of sizes) {
    all += await size;
    if (url.endsWith('.js')) scripts += await size;
  }
  expect(scripts).toBeLessThanOrEqual(70);
  expect(all).toBeLessThanOrEqual(300);
});

test('a page that is not there says so in its language, with the number of the answer', async ({ visit }) => {
  const { page, errors } = await visit(server);
  errors.expect(/status of 404/);
  const answer = await page.goto('/zh-CN/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/zh-CN\/home$/);
});

test('on a phone, a guest finds a service in the menu, and sees the workspace compose itself', async ({ visit }) => {
  const { page } = await visit(server);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/product');
  const opacity = (panel: string) => page.locator(`[data-panel="${panel}"]`).evaluate((one) => Number(getComputedStyle(one).opacity));
  await expect.poll(() => opacity('backtest')).toBe(0);
  await page.locator('[data-step="backtest"]').evaluate((step) => step.scrollIntoView({ block: 'center' }));
  for (const panel of ['chart', 'book', 'ticket', 'strategy', 'backtest']) await expect.poll(() => opacity(panel)).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/product');
  expect(await opacity('backtest')).toBe(1);
  const banner = page.getByRole('banner');
  await banner.locator('summary:visible').last().click();
  await banner.getByRole('link', { name: 'Market making' }).click();
  await expect(page).toHaveURL(/\/service\/marketmaker$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
