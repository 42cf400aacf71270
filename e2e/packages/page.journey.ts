import type { Page } from '@playwright/test';
import { seriousFindings } from '../kit/axe.ts';
import {
  breaking,
  breakingPackage,
  cancelPackage,
  frameOf,
  guestPage,
  guestPanel,
  installAll,
  openFromGallery,
  pagePackage,
} from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { SmallWorkspace } from '../kit/small-workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

/** Pages of packages, and packages on a phone. */

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
  await installAll(server, [pagePackage(), cancelPackage(), breakingPackage()]);
});
test.afterAll(() => server.close());

async function wear(page: Page, theme: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: theme, exact: true }).check();
  await page.keyboard.press('Escape');
}

async function speak(page: Page, menu: string, language: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitemradio', { name: language, exact: true }).click();
}

test('a page of a package is opened from the menu, follows theme and language, and gives the keyboard back', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const inside = frameOf(page, guestPage.id);
  const menu = page.getByRole('navigation', { name: 'Main menu' });

  await test.step('until its code is there its place says that it loads', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/packages/page-guest/*/client.js', async (route) => {
      await held;
      await route.continue();
    });
    // The only page of its group stands under the group's name.
    await menu.getByRole('link', { name: 'Trade Data' }).click();
    await expect(page).toHaveURL(/\/guest$/);
    await expect(page.getByText(`From outside: ${guestPage.id}`)).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toBeVisible();
    release();
    await expect(inside.getByRole('heading', { name: 'Good morning' })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  });

  await test.step('its ground and its words change with the page’s, and what was typed stays', async () => {
    await inside.getByRole('textbox', { name: 'Note' }).fill('kept');
    const html = inside.locator('html');
    const ground = () =>
      inside
        .locator('#root > * > *')
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    const dark = await ground();
    await wear(page, 'Light');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await expect.poll(ground).not.toBe(dark);
    await wear(page, 'Dark');
    await expect.poll(ground).toBe(dark);
    await speak(page, 'Language', '繁體中文');
    await expect(inside.getByRole('heading', { name: '早安' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'zh-TW');
    await speak(page, '語言', 'English');
    await expect(inside.getByRole('heading', { name: 'Good morning' })).toBeVisible();
    await expect(inside.getByRole('textbox', { name: 'Note' })).toHaveValue('kept');
  });

  await test.step('Tab goes from the page into the frame, through it, and out the way it came', async () => {
    await page.locator('#main').focus();
    await page.keyboard.press('Tab');
    const line = page.getByRole('button', { name: `From outside: ${guestPage.id}` });
    await expect(line).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(inside.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(inside.getByRole('button', { name: 'Break' })).toBeFocused();
    // Behind the last element of the frame is the browser itself: out goes as in.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(line).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(inside.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /palette|command/i });
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  });

  await test.step('a popover of the building blocks asks within the frame', async () => {
    await inside.getByRole('button', { name: 'Agreed 0' }).click();
    await inside.getByRole('button', { name: 'Yes' }).click();
    await expect(inside.getByRole('button', { name: 'Agreed 1' })).toBeFocused();
  });

  await test.step('nothing serious is wrong with it', async () => {
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test('a page of a package that breaks or does not come says so in its place, and is tried again', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  const inside = frameOf(page, guestPage.id);
  errors.expect(/it fell over|status of 404|Failed to fetch dynamically imported module|plugin page-guest/);

  await page.goto(guestPage.path);
  for (const gone of ['client.js', 'client.css']) {
    await test.step(`at its own address, with ${gone} gone`, async () => {
      await page.route(`**/packages/page-guest/*/${gone}`, (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await expect(page.getByRole('main').getByText(/^It stopped: /)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect(inside.getByRole('heading', { name: 'Good morning' })).toHaveCSS('letter-spacing', '2px');
    });
  }

  await test.step('one that throws while it draws', async () => {
    await inside.getByRole('button', { name: 'Break' }).click();
    await expect(inside.getByText('This panel stopped with an error.')).toBeVisible();
    await inside.getByRole('button', { name: 'Try again' }).click();
    await expect(inside.getByRole('heading', { name: 'Good morning' })).toBeVisible();
  });
});

test('a panel of a package that breaks on the answer to its only popover says so to screen readers too', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader3');
  errors.expect(/it fell over/);
  await openFromGallery(page, breaking.title);
  const inside = frameOf(page, breaking.id);
  await inside.getByRole('button', { name: 'Ask' }).click();
  await inside.getByRole('button', { name: 'Yes' }).click();
  // By its role it is found only where nothing hides it.
  await expect(inside.getByRole('alert')).toContainText('This panel stopped with an error.');
  // What the library does late must not cover it again.
  await page.waitForTimeout(1_000);
  await inside.getByRole('button', { name: 'Try again' }).click();
  await expect(inside.getByRole('button', { name: 'Ask' })).toBeVisible();
});

test('on a phone a page of a package is opened from the menu, and its panel is one of the panels', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await test.step('at the desk its user adds the panel', async () => {
    await openFromGallery(page, guestPanel.title);
    await expect(frameOf(page, guestPanel.id).getByText('nothing yet')).toBeVisible();
    await new WorkspaceTabs(page).saved();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const small = new SmallWorkspace(page);
  const noOverflow = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  await test.step('the panel is chosen in the strip and fills the place', async () => {
    await small.choose(guestPanel.title);
    await expect(frameOf(page, guestPanel.id).getByText('nothing yet')).toBeVisible();
    await expect(page.getByText(`From outside: ${guestPanel.id}`)).toBeVisible();
    await noOverflow();
    await small.choose('Chart');
    await small.choose(guestPanel.title);
    await expect(frameOf(page, guestPanel.id).getByText('nothing yet')).toBeVisible();
  });

  await test.step('the page is in the menu', async () => {
    const menu = await small.openMenu();
    await menu.getByRole('link', { name: guestPage.title }).click();
    const inside = frameOf(page, guestPage.id);
    await expect(inside.getByRole('heading', { name: 'Good morning' })).toBeVisible();
    await inside.getByRole('textbox', { name: 'Note' }).fill('typed by thumb');
    await noOverflow();
    await look(page, 'package-page-phone');
  });
});
