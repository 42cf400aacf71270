import type { Page } from '@playwright/test';
import { languageKey } from '../../core/client/settings/language.ts';
import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { sticksOut } from '../kit/page-texts.ts';

test.setTimeout(120_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** When the person came in, as his list of sessions says it. */
const signedIn = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' }).locator('time').first();

test('what a trader chooses in the settings counts at once in his other tab, and on every other device', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  const other = await page.context().newPage();
  await other.goto('/user?part=security');
  await expect(signedIn(other)).toBeVisible();

  await page.goto('/setup');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.pressSequentially('kathmandu');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue(/UTC\+5:45/);
  const hours = async (): Promise<string> => (await signedIn(other).getAttribute('title')) ?? '';
  const utc = await signedIn(other).getAttribute('datetime');
  const shifted = new Date(Date.parse(utc ?? '') + (5 * 60 + 45) * 60_000).toISOString();
  await expect.poll(hours).toContain(shifted.slice(11, 19));

  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1\u{202f}234\u{202f}567.89').click();
  await page.getByRole('combobox', { name: 'Valuation' }).click();
  await page.getByRole('option', { name: 'BTC', exact: true }).click();
  await other.goto('/dashboard');
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u).first()).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('1234567.89').click();
  await expect(other.getByText(/\d\u{202f}\d{3}\.\d/u)).toHaveCount(0);
  await expect(other.getByText(/(?<!\d)\d{5}\.\d/).first()).toBeVisible();

  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/UTC\+5:45/);
  await expect(elsewhere.page.getByRole('combobox', { name: 'Valuation' })).toHaveText('BTC');
});

test('a trader chooses by kind which ways he is told by, and it stays chosen', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/setup');
  const deals = page.getByRole('checkbox', { name: 'Deals: Devices' });
  await deals.scrollIntoViewIfNeeded();
  const before = await deals.isChecked();
  await deals.click();
  await expect(deals).toBeChecked({ checked: !before });
  await expect(page.getByText('No mail server is set: emails wait in the outbox.')).toBeVisible();
  await look(page, 'settings-notices');
  await page.reload();
  await expect(deals).toBeChecked({ checked: !before });
  const elsewhere = await visitAs(server, 'trader1');
  await elsewhere.page.goto('/setup');
  await expect(elsewhere.page.getByRole('checkbox', { name: 'Deals: Devices' })).toBeChecked({ checked: !before });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await deals.scrollIntoViewIfNeeded();
  await look(page, 'settings-notices-light');
});

test('the settings can be read in every theme and in Chinese, and nothing sticks out', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/setup');
    await expect(page.getByRole('combobox', { name: 'Valuation' })).toBeVisible();
    // The tabs of markets above go beneath each other where there is no room for them all.
    expect((await sticksOut(page)).filter((text) => !text.includes('Polaris'))).toEqual([]);
    await clean(page, `settings at ${width}`);
    await look(page, `settings-${width}`);
  }
  await page.evaluate((key) => localStorage.setItem(key, 'zh-CN'), languageKey);
  await page.goto('/setup');
  await expect(page.getByText('语言与地区')).toBeVisible();
});
