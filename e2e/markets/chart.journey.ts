import { readFile } from 'node:fs/promises';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { ChartPanel } from '../kit/panels/chart.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('what a trader puts on a chart is there at every interval and after a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  const chart = new ChartPanel(page);
  await chart.expectBars();

  await test.step('a drawing is taken back, done again, coloured, and removed by key', async () => {
    await chart.draw('Lines', 'Trend line', [0.2, 0.3], [0.5, 0.2]);
    await expect(page.getByRole('toolbar', { name: 'Selected drawing' })).toBeVisible();
    await chart.draw('Fibonacci and Gann', 'Fibonacci retracement', [0.3, 0.6], [0.6, 0.1]);
    await page.getByRole('radio', { name: 'Violet' }).click();
    await chart.canvas.focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('toolbar', { name: 'Selected drawing' })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(chart.button('Redo (Ctrl+Shift+Z)')).toBeEnabled();
  });

  await test.step('an indicator gets other parameters; one that does not fit is told beside its field', async () => {
    await page.getByRole('button', { name: 'Indicators' }).click();
    const dialog = page.getByRole('dialog', { name: 'Indicators' });
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('bollinger');
    await dialog.getByRole('button', { name: /BOLL/ }).first().click();
    await dialog.getByLabel('Deviations').fill('99');
    await expect(dialog.getByRole('alert')).toHaveText('From 0.1 to 10');
    await dialog.getByLabel('Deviations').fill('2.5');
    await dialog.getByLabel('Length').fill('30');
    await dialog.getByRole('checkbox', { name: 'Nine-Turn' }).check();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('another interval, kept in the bar', async () => {
    await chart.button('All intervals').click();
    await page.getByRole('button', { name: 'Keep 30m in the bar' }).click();
    await page.getByRole('button', { name: '30 minutes' }).click();
    await expect(chart.interval('30m')).toBeChecked();
    const scale = page.getByRole('combobox', { name: 'Price scale' });
    await chart.saves(() => choose(scale, 'Log'));
  });

  await page.reload();
  await chart.expectBars();
  await expect(chart.interval('30m')).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Price scale' })).toHaveText('Log');
  await expect(chart.button('Remove all drawings')).toBeEnabled();
  await page.getByRole('button', { name: 'Indicators' }).click();
  const dialog = page.getByRole('dialog', { name: 'Indicators' });
  await expect(dialog.getByRole('button', { name: 'BOLL 30 2.5' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Nine-Turn' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await test.step('a range that is too short cannot be marked, in one sentence', async () => {
    await chart.draw('Marks', 'Nine-Turn', [0.5, 0.3], [0.55, 0.3]);
    await expect(workspace.messages).toContainText('Unable to draw the Nine-Turn, please switch time or redraw.');
  });

  await test.step('keys move the chart and say what is seen', async () => {
    await chart.canvas.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('-');
    await expect(chart.canvas).toHaveAccessibleDescription(/BTCUSDT, 30m: last [\d,.]+, [-−]?[\d.]+% over the visible range/);
  });
});

test('a chart draws by quick clicks and by key alone, and its legend follows the crosshair', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const chart = new ChartPanel(page);
  await chart.expectBars();
  const selected = page.getByRole('toolbar', { name: 'Selected drawing' });

  await test.step('the legend shows the bar under the crosshair until the pointer leaves', async () => {
    const newest = await chart.open();
    await chart.point(0.2, 0.4);
    await expect.poll(() => chart.open()).not.toBe(newest);
    await page.mouse.move(5, 5);
    await expect.poll(() => chart.open()).toBe(newest);
  });

  await test.step('two clicks within half a second are two points', async () => {
    await chart.draw('Lines', 'Trend line', [0.2, 0.3], [0.5, 0.2]);
    await expect(selected).toBeVisible();
    await chart.click(0.75, 0.45);
    await expect(selected).toHaveCount(0);
  });

  await test.step('a rectangle by key', async () => {
    await chart.button('Shapes and brush').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rectangle' }).focus();
    await page.keyboard.press('Enter');
    await expect(chart.canvas).toBeFocused();
    for (const key of ['Shift+ArrowLeft', 'Enter', 'Shift+ArrowLeft', 'Shift+ArrowUp']) await page.keyboard.press(key);
    await expect(chart.canvas).toHaveAccessibleDescription(/Point 2 at [\d,.]+/);
    await page.keyboard.press('Enter');
    await expect(selected).toBeVisible();
    await chart.saves(() => page.keyboard.press('Delete'));
    await expect(selected).toHaveCount(0);
  });
});

test('what a button of a bar or a table opens takes the focus and gives it back, and closes by a second press', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const chart = new ChartPanel(page);
  await chart.expectBars();
  const intervals = chart.button('All intervals');
  const surface = page.getByRole('dialog', { name: 'All intervals' });
  await intervals.click();
  await expect(surface.getByRole('button', { name: '1 minute', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(surface).toHaveCount(0);
  await expect(intervals).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(surface).toBeVisible();
  // What lies behind the surface is hidden from readers by now, and still there for a hand.
  const behind = page.getByRole('button', { name: 'All intervals', exact: true, includeHidden: true });
  await behind.filter({ visible: true }).click();
  await expect(surface).toHaveCount(0);

  const orders = await new Workspace(page).table('Open orders');
  const columns = orders.frame.getByRole('button', { name: 'Columns' });
  await columns.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  await columns.click();
  await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
  await columns.click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0);
});

test('a picture of the chart is named after what it shows, and says so above the bars', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const chart = new ChartPanel(page);
  await chart.expectBars();
  const canvas = await chart.canvas.boundingBox();
  await chart.button('Screenshot').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^BTCUSDT-\w+\.png$/);
  // Width and height stand in the first bytes of a PNG.
  const bytes = await readFile(await download.path());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.floor(canvas?.width ?? 0), Math.floor(canvas?.height ?? 0) + 32]);
});

test('a chart whose connection was cut has every bar again, and stays where it was scrolled to', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/WebSocket/);
  let cut: () => Promise<void> = async () => undefined;
  await page.routeWebSocket(/\/wssapi\/stream/, (socket) => {
    socket.connectToServer();
    cut = () => socket.close({ code: 1012 });
  });
  const histories: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/client/klines/list/history')) histories.push(request.url());
  });
  await page.reload();
  const chart = new ChartPanel(page);
  await chart.expectBars();
  await chart.canvas.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  const seen = await chart.highAndLow();
  const before = histories.length;
  await cut();
  // The end is read again, and the live candles go on.
  await expect.poll(() => histories.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await expect(page.getByText('No connection to the server')).toHaveCount(0);
  await expect
    .poll(async () => {
      await chart.canvas.blur();
      await chart.canvas.focus();
      return chart.highAndLow();
    })
    .toBe(seen);
});

test('another market stands beside the own one in percent, and older bars come in while the chart is scrolled', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const histories: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/client/klines/list/history')) histories.push(request.url());
  });
  await page.reload();
  const chart = new ChartPanel(page);
  await chart.expectBars();
  const legend = page.locator('[class*=legend]').filter({ hasText: 'ETHUSDT' }).first();
  await test.step('compared', async () => {
    await chart.button('Compare').click();
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('ETH');
    await chart.saves(() => dialog.getByRole('checkbox', { name: 'ETHUSDT Aurora' }).check());
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(legend).toContainText(/ETHUSDT [+−][\d.]+%/);
    await expect(page.getByRole('combobox', { name: 'Price scale' })).toHaveText('Percent');
    await page.reload();
    await chart.expectBars();
    await expect(legend).toContainText(/ETHUSDT [+−][\d.]+%/);
    await expect(page.getByRole('combobox', { name: 'Price scale' })).toHaveText('Percent');
  });
  await test.step('scrolled', async () => {
    const before = histories.length;
    await chart.canvas.focus();
    for (let press = 0; press < 60 && histories.length === before; press += 1) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => histories.length).toBeGreaterThan(before);
  });
});

test('own fills stand on the chart, and are said', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const chart = new ChartPanel(page);
  const ticket = new OrderTicket(page);
  await chart.expectBars();
  // An earlier story of this trader may have left the chart in the past.
  await chart.canvas.focus();
  await page.keyboard.press('End');
  await ticket.chooseType('Market');
  await ticket.fill({ Quantity: '0.01' });
  await ticket.submit('Buy 0.01 BTC').click();
  await expect(new Workspace(page).messages).toContainText('Bought 0.01 BTC');
  await expect
    .poll(async () => {
      await chart.canvas.blur();
      await chart.canvas.focus();
      const id = await chart.canvas.getAttribute('aria-describedby');
      return page.locator(`[id="${id}"]`).textContent();
    })
    .toMatch(/marks: \d+, newest .*B 0\.01 @ [\d,.]+/);
});

test('the view of a market is there again: the width of its bars, and where it was scrolled to', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  const chart = new ChartPanel(page);
  await chart.expectBars();
  await chart.canvas.focus();
  await page.keyboard.press('+');
  await chart.saves(async () => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  });
  const seen = await chart.highAndLow();
  await test.step('after another market', async () => {
    await workspace.tab('BTCUSDT', 'Meridian').click();
    await chart.expectBars();
    await workspace.tab('BTCUSDT', 'Aurora').click();
    await chart.expectBars();
    await chart.canvas.focus();
    await expect.poll(() => chart.highAndLow()).toBe(seen);
  });
  await test.step('after a reload', async () => {
    await page.reload();
    await chart.expectBars();
    await chart.canvas.focus();
    await expect.poll(() => chart.highAndLow()).toBe(seen);
  });
});

test('a browser that draws no canvas is told so, in the place of each picture', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  const sentence = "The current user's browser does not support Canvas, please change the browser and try again!";
  for (const panel of ['panel-chart/chart', 'panel-depth/depth', 'panel-trades/trades']) {
    await expect(page.locator(`[data-panel="${panel}"]`).getByText(sentence)).toBeVisible();
  }
});
