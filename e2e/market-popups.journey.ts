import { expect, test } from './kit/journey.ts';
import { JourneyServer } from './kit/journey-server.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('a chart opens as four in a window, each with a timeframe of its own that survives a reload; the book has a window too', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader1');
  await page.goto(`/exmutiplykchart?s=${encodeURIComponent('aurora/BTCUSDT/spot')}&num=4`);
  await expect(page).toHaveTitle(/Charts · BTCUSDT/);
  const charts = page.getByRole('application');
  await expect(charts).toHaveCount(4);
  const names = () => charts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '').join('|'));
  expect(await names()).toMatch(/1m.*5m.*15m.*1h/);
  await page.getByRole('region').nth(1).getByRole('radio', { name: '1h', exact: true }).click();
  await expect.poll(names).toMatch(/1m.*1h.*15m.*1h/);
  // Settings are saved a moment after they changed.
  await page.waitForResponse((response) => response.url().includes('/user/config/save'));
  await page.reload();
  await expect(charts).toHaveCount(4);
  await expect.poll(names).toMatch(/1m.*1h.*15m.*1h/);

  await page.goto(`/exdepth?q=${encodeURIComponent('aurora/BTCUSDT/spot')}`);
  await expect(page).toHaveTitle(/Order book · BTCUSDT/);
  await expect(page.locator('[data-panel="panel-depth/depth"]')).toBeVisible();
  await page.goto('/exkchart?q=nothing');
  await expect(page.getByText('This address names no market.')).toBeVisible();
});
