import type { Page } from '@playwright/test';
import { themeNames } from '../core/contract/theme.ts';
import { seriousFindings } from './kit/axe.ts';
import { expect, test } from './kit/journey.ts';
import { JourneyServer } from './kit/journey-server.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** Every rule in the theme on the screen; in the others only colours can differ. */
async function findings(page: Page): Promise<readonly string[]> {
  const found = [...(await seriousFindings(page))];
  for (const theme of themeNames) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    found.push(...(await seriousFindings(page, ['color-contrast'])).map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

test('a checker finds nothing serious on the public pages and no weak colour on the dashboard, in any theme', async ({
  visit,
  visitAs,
}) => {
  const guest = (await visit(server)).page;
  for (const path of ['/home', '/login', '/error?error=404']) {
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await findings(guest), path).toEqual([]);
  }
  const { page } = await visitAs(server, 'trader3');
  await expect(page.getByRole('form')).toBeVisible();
  // Rules of structure and size are still broken there (docs/status.md).
  expect((await findings(page)).filter((finding) => finding.includes('color-contrast:'))).toEqual([]);
});

test('the keyboard goes straight to the work', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await expect(page.getByRole('form')).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to the workspace' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
