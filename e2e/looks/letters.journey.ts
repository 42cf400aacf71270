import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { languageKey } from '../../core/client/settings/language.ts';
import { drawsChinese } from '../kit/chinese-letters.ts';
import { chromiumLaunch } from '../kit/chromium.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { SignInPage } from '../kit/sign-in.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('the letters come with the product, and the browser keeps them', async ({ visit }) => {
  const { page } = await visit(server);
  const fonts = new Map<string, string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.woff2')) fonts.set(new URL(response.url()).pathname, response.headers()['cache-control'] ?? '');
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect([...fonts]).toEqual([[expect.stringMatching(/^\/assets\/inter-latin-wght-normal-/), 'public, max-age=31536000, immutable']]);
  expect(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))).toContain(
    'Inter Variable',
  );
});

test('letters that come late move nothing: those of the system stay for the visit', async ({ visit }) => {
  const { page } = await visit(server);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(new SignInPage(page).work).not.toBeEmpty();
  const before = await heading.boundingBox();
  const come = page.waitForResponse('**/*.woff2');
  release();
  await (await come).finished();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await heading.boundingBox()).toEqual(before);
});

test('figures are as wide as each other, in text and on a canvas', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const widths = await page.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.body);
    // Not in the page: nothing is inherited there.
    const context = new OffscreenCanvas(10, 10).getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    context.font = `12px ${fontFamily}`;
    const inText = (text: string): number => {
      const span = Object.assign(document.createElement('span'), { textContent: text });
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    return ['1111', '0000', '8888'].map((text) => [inText(text), context.measureText(text).width]);
  });
  expect(widths[1]).toEqual(widths[0]);
  expect(widths[2]).toEqual(widths[0]);
});

test.describe('each language has letters of its own', () => {
  for (const [language, own, other] of [
    ['zh-CN', 'PingFang SC', 'PingFang TC'],
    ['zh-TW', 'PingFang TC', 'PingFang SC'],
  ] as const) {
    test(language, async ({ visit }) => {
      const { page } = await visit(server);
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
      expect(family).toMatch(/^"?Inter Variable"?,/);
      expect(family).toContain(own);
      expect(family).not.toContain(other);
    });
  }
});

test('a machine without a Chinese font is told of, and boxes are not judged', async () => {
  const config = test.info().outputPath('fonts.conf');
  writeFileSync(config, '<?xml version="1.0"?><fontconfig><dir>/nowhere</dir></fontconfig>');
  const browser = await chromium.launch({ ...chromiumLaunch(), env: { ...process.env, FONTCONFIG_FILE: config } });
  const page = await browser.newPage();
  expect(await drawsChinese(page)).toBe(false);
  await browser.close();
  expect(test.info().annotations).toContainEqual({ type: 'not judged', description: expect.stringContaining('no Chinese font') });
});
