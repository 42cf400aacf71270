import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';

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
  await expect.poll(names).toMatch(/1m.*5m.*15m.*1h/);
  // Settings are saved a moment after they changed.
  const saved = page.waitForResponse((response) => response.url().includes('/user/config/save'));
  await page.getByRole('region').nth(1).getByRole('radio', { name: '1h', exact: true }).click();
  await expect.poll(names).toMatch(/1m.*1h.*15m.*1h/);
  await saved;
  await page.reload();
  await expect(charts).toHaveCount(4);
  await expect.poll(names).toMatch(/1m.*1h.*15m.*1h/);

  await page.goto(`/exdepth?q=${encodeURIComponent('aurora/BTCUSDT/spot')}`);
  await expect(page).toHaveTitle(/Order book · BTCUSDT/);
  await expect(page.locator('[data-panel="panel-depth/depth"]')).toBeVisible();
  await page.goto('/exkchart?q=nothing');
  await expect(page.getByText('This address names no market.')).toBeVisible();
});

test('charts of a window share their crosshair, and go together in time once told, also after a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await page.goto(`/exmutiplykchart?s=${encodeURIComponent('aurora/BTCUSDT/spot')}&num=4`);
  const charts = page.getByRole('application');
  await expect(charts).toHaveCount(4);
  const legend = (at: number) => page.getByRole('region').nth(at).locator('[class*=legend] b').first();
  await expect(legend(2)).not.toBeEmpty();
  await expect(legend(3)).not.toBeEmpty();
  const seen = async (at: number): Promise<string> => {
    await charts.nth(at).focus();
    await expect(charts.nth(at)).toHaveAccessibleDescription(/over the visible range/);
    const id = await charts.nth(at).getAttribute('aria-describedby');
    return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
  };
  const scrollBack = async (at: number): Promise<void> => {
    await charts.nth(at).focus();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  };
  const lowOf = (text: string): string => text.slice(text.indexOf('high'));

  await test.step('the crosshair stands on the bar of the same time in another timeframe', async () => {
    const newest = await legend(2).innerText();
    const box = (await charts.nth(3).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.3);
    await expect.poll(() => legend(2).innerText()).not.toBe(newest);
    const crossed = await legend(2).innerText();
    await page.mouse.move(1, 1);
    // Not what the newest bar said before: trades go on.
    await expect.poll(() => legend(2).innerText()).not.toBe(crossed);
  });

  await test.step('time is shared only on demand', async () => {
    // Back from the newest bar, whose high and low live trades move.
    await scrollBack(0);
    const before = lowOf(await seen(0));
    await scrollBack(1);
    expect(lowOf(await seen(0))).toBe(before);
    const saved = page.waitForResponse((response) => response.url().includes('/user/config/save'));
    await page.getByRole('button', { name: 'Sync time' }).click();
    await scrollBack(1);
    await expect.poll(async () => lowOf(await seen(0))).not.toBe(before);
    await saved;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sync time' })).toHaveAttribute('aria-pressed', 'true');
  });
});
