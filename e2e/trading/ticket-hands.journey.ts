import type { Page } from '@playwright/test';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** A trader before the first market of the simulated exchange Aurora, whose prices are known. */
async function before(page: Page) {
  const workspace = new Workspace(page);
  const book = new OrderBook(page);
  const ticket = new OrderTicket(page);
  await expect(ticket.field('Price')).toBeVisible();
  await expect.poll(async () => (await book.best('BUY')) !== null).toBe(true);
  const bid = Number((await book.best('BUY'))?.price);
  return { workspace, ticket, orders: await workspace.table('Open orders'), far: String(Math.round(bid * 0.9)) };
}

test('a limit order takes five keys from anywhere on the page', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { ticket, orders, far } = await before(page);
  await ticket.fill({ Price: far });
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  let strokes = 0;
  for (const key of ['b', '0', '.', '5', 'Enter']) {
    await page.keyboard.press(key);
    strokes += 1;
  }
  expect(strokes).toBeLessThanOrEqual(6);
  await expect(ticket.outcomes).toContainText(/Order \d+: open/);
  await orders.has({ Side: 'Buy', Quantity: '0.50000', Status: 'Open' });
  await expect(ticket.field('Quantity')).toBeFocused();
});

test('an order is asked about until its kind is silenced, and again once it is switched back on', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { ticket, far } = await before(page);
  await ticket.mode('Quick').click();
  await expect(ticket.mode('Quick')).toHaveAttribute('aria-pressed', 'false');
  const dialog = page.getByRole('dialog', { name: 'Send this limit order?' });
  const send = async (): Promise<void> => {
    await ticket.fill({ Price: far, Quantity: '0.01' });
    await ticket.field('Quantity').press('Enter');
  };
  await send();
  await expect(dialog).toContainText('Buy 0.01 BTC');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ticket.outcomes).toBeEmpty();

  await send();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Buy 0.01 BTC' }).click();
  await expect(ticket.outcomes).toContainText(/Order \d+: open/);
  await send();
  await expect(ticket.field('Quantity')).toHaveValue('');
  await expect(dialog).toBeHidden();

  await test.step('another window of the same user goes by it too', async () => {
    const other = await visitAs(server, 'trader1');
    const elsewhere = await new OrderTicket(other.page).open('Confirmations');
    await expect(elsewhere.getByRole('checkbox', { name: 'Limit orders' })).not.toBeChecked();
    await other.page.close();
  });

  const settings = await ticket.open('Confirmations');
  await settings.getByRole('checkbox', { name: 'Limit orders' }).check();
  await page.keyboard.press('Escape');
  await send();
  await expect(dialog).toBeVisible();
});

test('the same order goes to several accounts in proportion, and each tells what became of it', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const { workspace, ticket, orders, far } = await before(page);
  await ticket.form.getByText('Accounts: 1 of 4').click();
  await ticket.form.getByRole('checkbox', { name: /^Meridian/ }).check();
  await ticket.form.getByRole('textbox', { name: 'Ratio of Meridian in percent' }).fill('50');
  // Nothing has traded at the house yet, and its account takes a part too small to be an order.
  await ticket.form.getByRole('checkbox', { name: /^Tessera/ }).check();
  await ticket.form.getByRole('textbox', { name: 'Largest amount of Tessera in USDT' }).fill('1');
  await ticket.fill({ Price: far, Quantity: '0.2' });
  await expect(ticket.form).toContainText('Not sent. Quantity: Order must be worth at least');
  await ticket.submit('Buy 0.3 BTC · 0.2 + 0.1').click();
  await expect(ticket.outcomes.getByText(/Order \d+: open/)).toHaveCount(2);
  // The next order begins with this account alone.
  await expect(ticket.form.getByText('Accounts: 1 of 4')).toBeVisible();
  await workspace.show('Open orders');
  await orders.has({ Market: 'BTC/USDT Aurora', Quantity: '0.20000' });
  await orders.has({ Market: 'BTC/USDT Meridian', Quantity: '0.1000' });
});

test('a ticket is saved as a template, filled in from it, and comes back after it was deleted', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const { ticket } = await before(page);
  await ticket.choice('Type').selectOption('Stop market');
  await ticket.side('Sell').click();
  await ticket.form.getByRole('button', { name: '25%' }).click();
  await expect(ticket.field('Quantity')).toHaveValue('0.5');
  let templates = await ticket.open('Templates');
  await templates.getByRole('textbox', { name: 'Save this ticket as' }).fill('Quarter out');
  await templates.getByRole('textbox', { name: 'Save this ticket as' }).press('Enter');
  await expect(templates.getByRole('button', { name: /^Quarter out/ })).toContainText('25%');
  await templates.getByRole('button', { name: 'Delete Quarter out' }).click();
  await expect(templates.getByRole('button', { name: /^Quarter out/ })).toBeHidden();
  await templates.getByRole('button', { name: 'Undo' }).click();
  await expect(templates.getByRole('button', { name: /^Quarter out/ })).toBeVisible();

  await page.reload();
  await ticket.choice('Type').selectOption('Limit');
  await ticket.side('Buy').click();
  templates = await ticket.open('Templates');
  await templates.getByRole('button', { name: /^Quarter out/ }).click();
  await expect(ticket.choice('Type')).toHaveValue('STOP_MARKET');
  await expect(ticket.side('Sell')).toHaveAttribute('aria-pressed', 'true');
  await expect(ticket.field('Quantity')).toHaveValue('0.5');
});

test('an order whose answer is lost is looked up and found, and exists once', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader3');
  const { ticket, orders, far } = await before(page);
  errors.expect(/ERR_FAILED/);
  await page.route('**/order/doOrder', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ticket.choice('Type').selectOption('Limit');
  await ticket.side('Buy').click();
  await ticket.fill({ Price: far, Quantity: '0.03' });
  await ticket.submit('Buy 0.03 BTC').click();
  await expect(ticket.outcomes).toContainText(/No answer yet|Order \d+: open/);
  await expect(ticket.outcomes).toContainText(/Order \d+: open/);
  await orders.shows({ Market: 'BTC/USDT Aurora', Quantity: '0.03000', Status: 'Open' });
});

test('what was typed waits for its market and survives a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const { workspace, ticket, far } = await before(page);
  await ticket.fill({ Price: far, Quantity: '0.07' });
  await workspace.tab('BTCUSDT', 'Meridian').click();
  await expect(ticket.field('Quantity')).toHaveValue('');
  await workspace.tab('BTCUSDT', 'Aurora').click();
  await expect(ticket.field('Quantity')).toHaveValue('0.07');
  await page.reload();
  await expect(ticket.field('Quantity')).toHaveValue('0.07');
  await expect(ticket.field('Price')).toHaveValue(far);
});
