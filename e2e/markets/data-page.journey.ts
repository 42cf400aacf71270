import { mkdirSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { textIn } from '../kit/page-texts.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** For eyes: `TESSERA_LOOKS=<folder>` keeps a picture of every step. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.TESSERA_LOOKS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/data-${name}.png` });
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function saved(page: Page, name: string, file: 'CSV' | 'PNG'): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), card(page, name).getByRole('button', { name: file }).click()]);
  return download;
}

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

test('a trader reads the figures of the market as pictures, as tables and as files, and finds the page as he left it', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Data' }).click();
  await expect(page.getByRole('img', { name: /The index is \d+ of 100/ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('table', { name: /Each part is scored/ }).getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('form', { name: 'Import a series' })).toHaveCount(0);
  await look(page, 'fear-greed');

  const history = 'History and BTC’s price';
  expect((await textOf(await saved(page, history, 'CSV'))).split('\r\n')[0]).toBe('day,value,regime,close');
  expect((await saved(page, history, 'PNG')).suggestedFilename()).toBe('fear-greed.png');
  await card(page, history).getByRole('button', { name: 'Table' }).press('Enter');
  await expect(card(page, history).getByRole('columnheader', { name: 'Regime' })).toBeVisible();

  const sections = page.getByRole('navigation', { name: 'Sections of this page' });
  for (const [section, ...cards] of [
    ['Breadth and movers', 'Pairs above their own average', 'Movers'],
    ['Correlation', 'Correlation of log returns'],
    ['Volatility', 'Volatility cone', 'Volatility by hour of the week'],
    ['Spreads between exchanges', 'Widest spreads now, in basis points'],
  ] as const) {
    await sections.getByRole('button', { name: section, exact: true }).click();
    for (const name of cards) {
      await expect(card(page, name).getByRole('img')).toBeVisible({ timeout: 20_000 });
      await expect(card(page, name).getByRole('button', { name: 'PNG' })).toBeEnabled();
      expect((await textOf(await saved(page, name, 'CSV'))).split('\r\n').length).toBeGreaterThan(3);
    }
    await look(page, section.split(' ')[0]?.toLowerCase() ?? '');
  }
  await choose(page.getByLabel('Time of the returns'), '7 days, by the hour');
  await expect(card(page, 'Correlation of log returns')).toContainText('168 of them');
  await choose(page.getByLabel('Pair of the volatilities'), 'ETH/USDT');
  const kept = page.waitForResponse(/document\/save/);
  await card(page, 'Volatility cone').getByRole('button', { name: 'Table' }).click();
  await expect(card(page, 'Volatility cone').getByRole('row')).toHaveCount(6);
  await kept;
  // What another choice has made old is pale until the new figures come.
  await expect(card(page, 'Volatility cone').first()).toHaveAttribute('aria-busy', 'false');
  expect(await seriousFindings(page)).toEqual([]);

  await page.reload();
  await expect(card(page, history).getByRole('columnheader', { name: 'Regime' })).toBeVisible({ timeout: 20_000 });
  await sections.getByRole('button', { name: 'Correlation', exact: true }).click();
  await expect(page.getByLabel('Time of the returns')).toHaveText('7 days, by the hour');
});

test('an administrator puts a series in the place of the index, is told what is wrong with it, and takes it away, on a phone and in Chinese', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/setup');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.getByRole('radio', { name: textIn('zh-CN', 'app', 'theme.light'), exact: true }).click();
  const t = (key: string): string => textIn('zh-CN', 'plugins/page-data', key);
  await page.goto('/data');
  const form = page.getByRole('form', { name: t('import.title') });
  await form.getByLabel(t('import.name')).fill('Alternative');
  const choose = (csv: string) =>
    form.getByLabel(t('import.file')).setInputFiles({ name: 'series.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose('date,value\n2026-01-01,50\n2026-01-02,500');
  await expect(form).toContainText(t('import.rule.value'));
  await choose('date,value\n2025-01-01,50\n2025-01-02,77');
  await look(page, 'phone-import');
  await form.getByRole('button', { name: t('import.send') }).click();
  await expect(page.getByText('Alternative').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /77/ })).toBeVisible();
  await look(page, 'phone');
  await form.getByRole('button', { name: t('import.remove') }).click();
  await expect(page.getByText(t('fng.own'))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
});
