import type { Page } from '@playwright/test';
import { type Language, languageKey } from '../../core/client/settings/language.ts';
import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';

test.setTimeout(240_000);

const owner = 'plugins/page-operations';
const parts = ['health', 'venues', 'queues', 'disk', 'errors', 'figures', 'versions'] as const;

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

const tab = (page: Page, part: (typeof parts)[number], language: Language = 'en') =>
  page.getByRole('tab', { name: new RegExp(`^${textIn(language, owner, `part.${part}`)}`) });

test('an administrator reads in one sentence whether all is well, what each part does, and takes a figure home as a file', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/operations');
  const headline = page.getByRole('region', { name: 'State' });
  await expect(headline).toContainText(/All systems are operating normally\.|Needs attention:/, { timeout: 20_000 });
  await expect(page.getByRole('list', { name: 'Health' }).getByText('Exchanges', { exact: true })).toBeVisible();
  await look(page, 'operations-health');

  await tab(page, 'venues').click();
  await expect(page.getByRole('grid', { name: 'Exchanges' }).getByText('Accepting', { exact: true }).first()).toBeVisible();
  await look(page, 'operations-venues');
  await tab(page, 'queues').click();
  await expect(page.getByRole('grid', { name: 'Jobs' }).getByText('service-operations / keep')).toBeVisible();
  await look(page, 'operations-queues');
  await tab(page, 'disk').click();
  await expect(page.getByRole('row', { name: /Journals and snapshots/ })).toContainText(/[kM]B/);
  await look(page, 'operations-disk');
  await tab(page, 'errors').click();
  await expect(page.getByRole('textbox', { name: 'Search the log' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('nobody ever said this');
  await expect(page.getByText('No log lines match.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('');
  await look(page, 'operations-errors');
  await tab(page, 'figures').click();
  await page.getByRole('button', { name: /Memory of the process/ }).click();
  await expect(page.getByRole('img', { name: /^Memory of the process: .* now/ })).toBeVisible({ timeout: 20_000 });
  await look(page, 'operations-figures');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('memory.csv');
  await tab(page, 'versions').click();
  await expect(page.getByText('this one')).toBeVisible();
  await look(page, 'operations-versions');
});

test('what is not well stands first with what to do, and what is old is grey and says so', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'admin');
  errors.expect(/net::ERR_FAILED .*\/admin\/operations\/now/);
  await page.setViewportSize({ width: 1366, height: 768 });
  let isAway = false;
  await page.route('**/sapi/admin/operations/now', async (route) => {
    if (isAway) return route.abort();
    const answer = await route.fetch();
    const body = (await answer.json()) as { readonly data: { checks: { id: string; state: string; detail: object | null }[] } };
    const database = body.data.checks.find(({ id }) => id === 'database');
    if (database !== undefined) {
      database.state = 'down';
      database.detail = { en: 'It does not answer.', 'zh-CN': '数据库没有应答。', 'zh-TW': '資料庫沒有回應。' };
    }
    return route.fulfill({ response: answer, json: body });
  });
  await page.goto('/admin/operations');
  const headline = page.getByRole('region', { name: 'State' });
  await expect(headline).toContainText('Urgent: Database. It does not answer.', { timeout: 20_000 });
  await expect(headline).toContainText('See that the database runs');
  await expect(headline).toContainText('docs/operations.md#postgresql-is-away');
  await expect(page.getByRole('list', { name: 'Health' }).getByRole('listitem').first()).toContainText('Database');
  await look(page, 'operations-down');
  await clean(page, 'operations with something down');
  isAway = true;
  await expect(headline).toContainText(/The server is not answering: this is its state \d+ s ago/, { timeout: 40_000 });
  await expect(page.getByRole('list', { name: 'Health' }).getByText('Exchanges', { exact: true })).toBeVisible();
  await look(page, 'operations-old');
});

test('it can be read in three languages and every theme, on small and large screens, and nothing sticks out', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'admin');
  for (const [language, width, height] of [
    ['en', 2560, 1440],
    ['zh-CN', 1366, 768],
    ['zh-TW', 1366, 768],
  ] as const) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [languageKey, language] as const);
    await page.setViewportSize({ width, height });
    await page.goto('/admin/operations');
    const foreign = new ForeignTexts(language);
    for (const part of parts) {
      await tab(page, part, language).click({ timeout: 20_000 });
      await expect(tab(page, part, language)).toHaveAttribute('aria-selected', 'true');
      if (part === 'figures') await expect(page.locator('canvas').first()).toBeVisible({ timeout: 20_000 });
      expect(foreign.among(await textsOn(page)), `${language} ${part}`).toEqual([]);
      expect(await sticksOut(page), `${language} ${part}`).toEqual([]);
      if (language === 'en' || part === 'health') await clean(page, `operations ${part} in ${language}`);
      await look(page, `operations-${part}-${language}`);
    }
  }
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await tab(page, 'health', 'zh-TW').click();
  await look(page, 'operations-health-light');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of ['health', 'figures'] as const) {
    await tab(page, part, 'zh-TW').click();
    await look(page, `operations-${part}-small`);
  }
});
