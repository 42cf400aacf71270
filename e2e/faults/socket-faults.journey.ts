import type { Page } from '@playwright/test';
import { userKey } from '../../core/client/connection/session-storage.ts';
import { SocketProxy } from '../../tests/kit/servers/socket-proxy.ts';
import { expect, type Journey, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { HouseBook } from '../kit/panels/house-book.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { expectDashboard } from '../kit/sign-in.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;
let line: SocketProxy;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
  line = await SocketProxy.start(server.url);
});
test.afterAll(async () => {
  await line.close();
  await server.close();
});
test.afterEach(() => {
  line.fault = null;
});

/** The only trader of the house behind the line, with the house's book on the screen. */
async function open({ visit }: Pick<Journey, 'visit'>) {
  const { book, user } = await HouseBook.of(server, 'trader1');
  const { page } = await visit(line);
  await page.addInitScript(([key, stored]) => localStorage.setItem(key, stored), [userKey, JSON.stringify(user)] as const);
  await page.goto('/dashboard');
  await expectDashboard(page);
  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  await book.stir();
  await book.isShown(page);
  return { page, book, workspace };
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection to the server' });

test('a line that stalls is noticed and told in one sentence; orders go out, and afterwards nothing is missing', async ({ visit }) => {
  const { page, book, workspace } = await open({ visit });
  line.fault = { kind: 'stall' };
  await book.stir();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(1);

  await test.step('the rest of the workspace goes on', async () => {
    const ticket = new OrderTicket(page);
    await ticket.fill({ Price: '39000', Quantity: '0.123' });
    // Beside what it does it says how old the prices are.
    await ticket.submit(/^Buy 0\.123 BTC/).click();
    await (await workspace.table('Open orders')).has({ Price: '39,000.00', Quantity: '0.12300' });
    await workspace.show('Balances');
    await workspace.show('Order history');
  });

  line.fault = null;
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });
  await book.isShown(page);
  await book.stir();
  await book.isShown(page);
});

for (const [kind, says] of [
  ['repeat', 'repeats every frame'],
  ['swap', 'turns neighbours round'],
] as const) {
  test(`a line that ${says} shows what the server has, while it does so and without a reconnection`, async ({ visit }) => {
    const { page, book } = await open({ visit });
    const { opened, spoiled } = line;
    line.fault = { kind };
    for (let round = 0; round < 3; round += 1) {
      await book.stir();
      await book.isShown(page);
    }
    await expect.poll(() => line.spoiled - spoiled).toBeGreaterThan(20);
    expect(line.opened).toBe(opened);
    await expect(banner(page)).toHaveCount(0);
  });
}

test('a line that loses frames is left for a new one, is told of while it goes on losing, and nothing is missing afterwards', async ({
  visit,
}) => {
  const { page, book } = await open({ visit });
  const { opened } = line;
  line.fault = { kind: 'drop', every: 9 };
  await book.stir();
  await expect(banner(page)).toBeVisible({ timeout: 30_000 });
  await book.stir();
  line.fault = null;
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });
  expect(line.opened).toBeGreaterThan(opened);
  await book.isShown(page);
  await book.stir();
  await book.isShown(page);
});

test('a line that is slow is shown as slow, and what it brings late is right', async ({ visit }) => {
  const { page, book } = await open({ visit });
  line.fault = { kind: 'delay', byMs: 1_500 };
  await book.stir();
  await book.isShown(page);
  await expect(page.getByRole('button', { name: 'Venues' })).toContainText(/1[5-9]\d\d ms/);
  await expect(banner(page)).toHaveCount(0);
});
