import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { placesOf } from '../kit/places.ts';
import { expectDashboard } from '../kit/sign-in.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
});
test.afterAll(async () => {
  await server.close();
});

/** A line that can be made to say nothing, in both directions, without being closed. */
class Line {
  isSilent = false;
  opened = 0;

  async on(page: Page): Promise<void> {
    await page.routeWebSocket(/\/stream$/, (socket: WebSocketRoute) => {
      this.opened += 1;
      const other = socket.connectToServer();
      socket.onMessage((message) => void (this.isSilent || other.send(message)));
      other.onMessage((message) => void (this.isSilent || socket.send(message)));
    });
  }
}

const old = (page: Page) => page.locator('[data-old]');

test('prices of a silent line are grey with their age, the order button says so, and both are well again with the line', async ({
  visitAs,
}) => {
  const { page, errors } = await visitAs(server, 'trader3');
  errors.expect(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const line = new Line();
  await line.on(page);
  await page.reload();
  await expectDashboard(page);
  const ticket = new OrderTicket(page);
  const submit = ticket.form.locator('[type=submit]');
  await ticket.fill({ Quantity: '0.01' });
  await expect(submit).toHaveText('Buy 0.01 BTC');
  await expect(page.getByRole('button', { name: /^Venues: \d+ ms$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open a workspace' })).toBeVisible();
  await expect(old(page)).toHaveCount(0);

  await test.step('a line that says nothing: the book, the trades, the chart and the tabs are grey, and orders may still be sent', async () => {
    const before = await placesOf(page);
    line.isSilent = true;
    await expect(old(page).first()).toBeVisible({ timeout: 15_000 });
    await expect(submit).toHaveText(/^Buy 0\.01 BTC · prices \d+ s old$/);
    for (const panel of ['panel-depth/depth', 'panel-chart/chart', 'panel-markets/markets'])
      await expect(page.locator(`[data-panel="${panel}"]`).locator('[data-old]').first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Markets' }).locator('[data-old]').first()).toBeVisible();
    await expect(page.locator('[data-panel="panel-chart/chart"]').getByRole('group').first()).toContainText(/\d+ s old/);
    expect(await placesOf(page)).toEqual(before);
  });

  await test.step('once the line is given up the page says so; orders go by their own calls and may still be sent', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'No connection to the server' })).toBeVisible();
    await expect(submit).toHaveText(/^Buy 0\.01 BTC · prices \d+ s old$/);
    await expect(submit).toBeEnabled();
  });

  await test.step('the network comes back: the line is opened at once, however long it had been waited', async () => {
    line.isSilent = false;
    const before = line.opened;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => line.opened, { timeout: 10_000 }).toBeGreaterThan(before);
    await expect(old(page)).toHaveCount(0, { timeout: 15_000 });
    await expect(submit).toHaveText('Buy 0.01 BTC');
  });

  await test.step('without a network prices are old at once, and hold again with it', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await expect(old(page).first()).toBeVisible({ timeout: 10_000 });
    await expect(submit).toHaveText('Not connected: no orders now');
    await expect(submit).toBeDisabled();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(old(page)).toHaveCount(0, { timeout: 10_000 });
    await expect(submit).toBeEnabled();
  });
});
