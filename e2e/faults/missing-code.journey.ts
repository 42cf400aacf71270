import type { Page } from '@playwright/test';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
});
test.afterAll(async () => {
  await server.close();
});

const missing = (page: Page) => page.getByRole('status').filter({ hasText: 'Part of this page could not be loaded' });
const replaced = (page: Page) => page.getByRole('status').filter({ hasText: 'There is a new version of Tessera' });

/** Takes the new version. What is looked at next is of the new page: the old one stands for a moment after the click. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('domcontentloaded');
  await replaced(page).getByRole('button', { name: 'Reload' }).click();
  await loaded;
}

/** As after an upgrade: the page has another entry, and the files of the old build are gone. */
async function upgrade(page: Page, gone: string): Promise<void> {
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
  );
}

test('what was never opened before the connection was lost says so, costs nothing, and opens when it is back', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to fetch dynamically imported module|Unable to preload CSS/);
  const ticket = new OrderTicket(page);
  await page.reload();
  await ticket.fill({ Quantity: '0.0234' });

  for (const [name, file, open] of [
    ['Add a panel', 'panel-sketch', () => page.getByRole('button', { name: 'Add a panel' }).click()],
    ['Keyboard shortcuts', 'shortcuts-dialog', () => page.keyboard.press('?')],
  ] as const) {
    await test.step(name, async () => {
      await ticket.field('Quantity').blur();
      await page.context().setOffline(true);
      await open();
      await expect(missing(page)).toBeVisible();
      await expect(ticket.field('Quantity')).toHaveValue('0.0234');
      await missing(page).getByRole('button', { name: 'Try again' }).click();
      await expect(missing(page)).toBeVisible();
      await page.context().setOffline(false);
      await missing(page).getByRole('button', { name: 'Try again' }).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      await expect(missing(page)).toHaveCount(0);
      await expect
        .poll(() => page.evaluate((part) => [...document.styleSheets].some(({ href }) => href?.includes(part)), `/${file}-`))
        .toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
  }
});

test('after an upgrade a part of the old build offers the new one', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/status of 404|Failed to fetch dynamically imported module|Unable to preload CSS/);
  await upgrade(page, '**/assets/shortcuts-dialog-*');
  // The first press can come before the page listens for keys.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(replaced(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(new OrderTicket(page).form).toBeVisible();
  await page.unrouteAll();
  await reload(page);
  await expect(new OrderTicket(page).form).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a whole page that is gone with an upgrade says so in its place', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/status of 404|Failed to fetch dynamically imported module|Unable to preload CSS/);
  await upgrade(page, '**/assets/setup-page-*');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('main').and(page.locator('#main')).getByRole('status')).toContainText('There is a new version of Tessera');
  await page.unrouteAll();
  await reload(page);
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
});

test('a session that ends with an upgrade leads to the login page, whose code every page has', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/status of 40[14]/);
  await page.reload();
  await expect(new OrderTicket(page).form).toBeVisible();
  const account = page.getByRole('banner').getByRole('button', { name: /^Account: / });
  // Menus come after the panels: this upgrade comes after them.
  await expect(account).toBeVisible();
  await upgrade(page, '**/assets/*.js');
  await account.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
