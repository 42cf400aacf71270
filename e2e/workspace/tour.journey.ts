import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { expectDashboard } from '../kit/sign-in.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('the tour comes by itself to who sees a workspace for the first time, is left by Escape, stays away, and comes when asked for', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader3');
  const title = (name: string) => page.getByRole('dialog', { name, exact: true });
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);

  await test.step('a person opens the page', async () => {
    // The product shows no tour to a program that drives a browser: here the browser says that nobody does.
    await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
    await page.reload();
    await expectDashboard(page);
    await expect(title('Find anything')).toBeVisible();
  });

  await test.step('it locks nothing, and every step stands wholly on the screen', async () => {
    const parts = ['Find anything', 'Your workspaces', 'Panels', 'Orders', 'Messages', 'Help'];
    for (const [at, name] of parts.entries()) {
      await expect(title(name)).toContainText(`${at + 1} of ${parts.length}`);
      await expect(title(name)).toBeInViewport({ ratio: 1 });
      if (at < parts.length - 1) await title(name).getByRole('button', { name: 'Next' }).click();
    }
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);
  });

  await test.step('Escape leaves it, for good', async () => {
    await page.keyboard.press('Escape');
    await expect(title('Help')).toHaveCount(0);
    await page.reload();
    await expectDashboard(page);
    await expect(page.locator('canvas').first()).toBeVisible();
    await expect(title('Find anything')).toHaveCount(0);
  });

  await test.step('the account menu brings it back, with the keyboard in it', async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: /tour/i }).click();
    await expect(title('Find anything').getByRole('button', { name: 'Next' })).toBeFocused();
  });
});
