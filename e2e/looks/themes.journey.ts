import type { Page } from '@playwright/test';
import { appearanceKey } from '../../core/client/settings/appearance.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';

/** The ground behind everything, as the browser paints it. */
const grounds = { dark: 'rgb(11, 14, 19)', light: 'rgb(238, 241, 245)', contrast: 'rgb(0, 0, 0)' } as const;
const ground = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
/** Colour of the sign of what rises, which is the theme's alone. */
const rising = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tessera-up').trim());
/** Some pixels of every canvas, to see it painted anew. */
const pictures = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('canvas')].filter((one) => one.width > 0).map((one) => one.toDataURL().slice(0, 4_000)),
  );

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('the appearance changes at once everywhere, and is kept for the user in every browser', async ({ visitAs, visit }) => {
  const { page } = await visitAs(server, 'trader3');
  await expect(page.getByRole('form')).toBeVisible();
  const menu = page.getByRole('banner').getByRole('button', { name: 'Appearance' });
  await expect.poll(async () => (await pictures(page)).length).toBeGreaterThan(0);
  const painted = await pictures(page);

  await menu.click();
  await page.getByRole('radio', { name: 'Light', exact: true }).check();
  await expect.poll(() => ground(page)).toBe(grounds.light);
  await page.getByRole('radio', { name: 'High contrast' }).check();
  await expect.poll(() => ground(page)).toBe(grounds.contrast);
  await page.getByRole('radio', { name: 'Blue and orange' }).check();
  await expect.poll(() => rising(page)).toBe('#48c6ef');
  await page.getByRole('radio', { name: 'Red rises' }).check();
  await expect.poll(() => rising(page)).toBe('#f08024');
  await page.getByRole('radio', { name: 'Cosy' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'cosy');
  await expect.poll(async () => (await pictures(page)).some((one, at) => one !== painted[at])).toBe(true);

  await page.getByRole('radio', { name: 'As the system' }).check();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => ground(page)).toBe(grounds.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).toBe(grounds.dark);
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/config/save') && /theme\W+light/.test(response.request().postData() ?? ''),
  );
  await page.getByRole('radio', { name: 'Light', exact: true }).check();
  await saved;

  const elsewhere = await visit(server, server.sessions.get('trader3'));
  await elsewhere.page.addInitScript((key) => localStorage.removeItem(key), appearanceKey);
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('radio', { name: 'Light', exact: true })).toBeChecked();
  await expect(elsewhere.page.locator('html')).toHaveAttribute('data-red-up', 'true');
});

test('a page starts in its theme before any script has come', async ({ visit }) => {
  const { page, errors } = await visit(server);
  errors.expect(/net::ERR_FAILED/);
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    appearanceKey,
    JSON.stringify({ theme: 'light', density: 'compact', redUp: false }),
  ] as const);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/home');
  await expect.poll(() => ground(page)).toBe(grounds.light);
});

test('nothing moves for those who want no motion', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const begun: string[] = [];
    const note = ({ type, target }: Event): void => {
      const { animationDuration, transitionDuration } = getComputedStyle(target as Element);
      const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat));
      if (longest > 0.02) begun.push(`${type} of ${(target as Element).className}: ${longest} s`);
    };
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true);
    Object.assign(window, { begun });
  });
  for (const name of ['Appearance', 'Language', 'Add a panel']) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Order history' }).click();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { begun: readonly string[] }).begun)).toEqual([]);
});
