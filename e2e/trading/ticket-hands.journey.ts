import type { Page } from '@playwright/test';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
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
  let bid = 0;
  const readBid = async (): Promise<number> => {
    bid = Number((await book.best('BUY'))?.price);
    return bid;
  };
  await expect.poll(readBid).toBeGreaterThan(0);
  return { workspace, ticket, orders: await workspace.table('Open orders'), far: String(Math.round(bid * 0.9)) };
}

test('a limit order takes five keys from anywhere on the page', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { workspace, ticket, orders, far } = await before(page);
  await ticket.fill({ Price: far });
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  let strokes = 0;
  for (const key of ['b', '0', '.', '5', 'Enter']) {
    await page.keyboard.press(key);
    strokes += 1;
  }
  expect(strokes).toBeLessThanOrEqual(6);
  await expect(workspace.messages).toContainText('BTCUSDT order accepted');
  await expect(ticket.outcomes).toBeEmpty();
  await orders.has({ Side: 'Buy', Quantity: '0.50000', Status: 'Open' });
  await expect(ticket.field('Quantity')).toBeFocused();
});

test('an order is asked about until its kind is silenced, and again once it is switched back on', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { workspace, ticket, far } = await before(page);
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
  await expect(workspace.messages).toContainText('BTCUSDT order accepted');
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

test('the same order goes to several accounts in proportion, and one message tells what became of them', async ({ visitAs }) => {
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
  await expect(workspace.messages).toContainText('BTCUSDT orders accepted at 2 accounts');
  // The next order begins with this account alone.
  await expect(ticket.form.getByText('Accounts: 1 of 4')).toBeVisible();
  await workspace.show('Open orders');
  await orders.has({ Market: 'BTC/USDT Aurora', Quantity: '0.20000' });
  await orders.has({ Market: 'BTC/USDT Meridian', Quantity: '0.1000' });
});

test('a ticket is saved as a template, filled in from it, and comes back after it was deleted', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const { ticket } = await before(page);
  await ticket.chooseType('Stop market');
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
  await ticket.chooseType('Limit');
  await ticket.side('Buy').click();
  templates = await ticket.open('Templates');
  await templates.getByRole('button', { name: /^Quarter out/ }).click();
  await expect(ticket.type('Stop market')).toHaveAttribute('aria-selected', 'true');
  await expect(ticket.side('Sell')).toHaveAttribute('aria-pressed', 'true');
  await expect(ticket.field('Quantity')).toHaveValue('0.5');
});

test('an order whose answer is lost is looked up and found, and exists once', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader3');
  const { workspace, ticket, orders, far } = await before(page);
  errors.expect(/ERR_FAILED/);
  await page.route('**/order/doOrder', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ticket.chooseType('Limit');
  await ticket.side('Buy').click();
  await ticket.fill({ Price: far, Quantity: '0.03' });
  await ticket.submit('Buy 0.03 BTC').click();
  await expect(workspace.messages).toContainText('BTCUSDT order accepted');
  await expect(ticket.outcomes).toBeEmpty();
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
  await expect(ticket.field('Price')).toHaveValue(formatDecimal(far, 2));
});

test('nothing that the market, a check or an answer says moves a control of the ticket', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const { workspace, ticket, far } = await before(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await ticket.chooseType('Limit');
  await ticket.side('Buy').click();
  const controls = ticket.form.locator('button:visible, input:visible, select:visible, summary:visible');
  const places = (): Promise<readonly string[]> =>
    controls.evaluateAll((all) =>
      all.map((one) => {
        const { x, y, height } = one.getBoundingClientRect();
        return `${one.getAttribute('aria-label') ?? one.closest('[data-field]')?.getAttribute('data-field') ?? one.className} ${x} ${y} ${height}`;
      }),
    );
  await ticket.fill({ Price: far, Quantity: '' });
  const start = await places();
  const nothingMoved = async (): Promise<void> => expect(await places()).toEqual(start);

  await test.step('an empty field, one that is off the grid, one that nobody can pay', async () => {
    await ticket.field('Quantity').press('Enter');
    await ticket.saysUnder('Quantity', 'Quantity cannot be empty');
    await nothingMoved();
    await ticket.fill({ Quantity: '0.0000001' });
    await nothingMoved();
    await ticket.fill({ Quantity: '100' });
    await ticket.saysUnder('Quantity', /available$/);
    await nothingMoved();
  });

  await test.step('a price that would trade at once, and one beyond the band', async () => {
    await ticket.fill({ Price: String(Math.round(Number(far) * 1.15)), Quantity: '0.01' });
    await expect(ticket.form).toContainText('would trade at once as taker');
    await nothingMoved();
    await ticket.fill({ Price: String(Math.round(Number(far) * 2)) });
    await ticket.saysUnder('Price', /price band/);
    await nothingMoved();
  });

  await test.step('the market goes on, an order is accepted and another one traded', async () => {
    await page.waitForTimeout(2_000);
    await nothingMoved();
    await ticket.fill({ Price: far });
    await ticket.field('Quantity').press('Enter');
    await expect(workspace.messages).toContainText('BTCUSDT order accepted');
    await nothingMoved();
    await ticket.fill({ Price: String(Math.round(Number(far) * 1.15)), Quantity: '0.01' });
    await ticket.field('Quantity').press('Enter');
    await expect(workspace.messages).toContainText('Bought 0.01 BTC');
    await nothingMoved();
  });
});

test('take profit and stop are typed as prices or as distances, and say what they risk', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const { ticket, orders } = await before(page);
  await ticket.chooseType('Limit');
  await ticket.side('Buy').click();
  await ticket.form.getByRole('checkbox', { name: 'Take profit and stop' }).check();
  await ticket.fill({ Price: '50000', Quantity: '0.02' });
  await ticket.form.getByRole('textbox', { name: 'Gain', exact: true }).fill('50');
  await expect(ticket.field('Take profit (limit)')).toHaveValue('75,000.00');
  await ticket.fill({ 'Stop (trigger)': '40000' });
  await expect(ticket.form.getByRole('textbox', { name: 'Loss', exact: true })).toHaveValue('20');
  await expect(ticket.form).toContainText('1 : 2.5');
  await expect(ticket.form).toContainText('+500.00 · −200.00 USDT');
  await ticket.fill({ Price: '52000' });
  await expect(ticket.field('Take profit (limit)')).toHaveValue('78,000.00');
  await expect(ticket.field('Stop (trigger)')).toHaveValue('40,000.00');
  await ticket.field('Quantity').press('Enter');
  await orders.has({ Side: 'Buy', Price: '52,000.00', Quantity: '0.02000', Status: 'Open' });
});

test('whoever may not trade finds no switch that lets clicks send orders', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'observer');
  await expect(page.getByRole('listbox', { name: /^Order book of/ })).toBeVisible();
  await expect(page.getByRole('application', { name: /BTCUSDT/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(One-click trading|Click to trade)/ })).toHaveCount(0);
});
