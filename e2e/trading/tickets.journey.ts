import type { Locator, Page } from '@playwright/test';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { choose } from '../kit/choose.ts';
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

/** What a trader uses to place orders on BTCUSDT of the simulated exchange Aurora, whose tab is the first. */
async function trade(page: Page) {
  const workspace = new Workspace(page);
  await expect(workspace.tab('BTCUSDT', 'Aurora')).toHaveAttribute('aria-pressed', 'true');
  const book = new OrderBook(page);
  await expect.poll(async () => (await book.best('BUY')) !== null).toBe(true);
  const bid = Number((await book.best('BUY'))?.price);
  /** Whole price at a share of the best bid: as it is typed and as it is shown. */
  const priceAt = (share: number) => {
    const typed = String(Math.round(bid * share));
    const whole = Number(typed).toLocaleString('en-US');
    return { typed, shown: `${whole}.00` };
  };
  return { workspace, book, ticket: new OrderTicket(page), priceAt };
}

test('a market order that names what to spend buys at once', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { workspace, ticket } = await trade(page);
  await ticket.chooseType('Market');
  await choose(ticket.choice('Amount in'), 'USDT');
  await expect(ticket.field('Quantity')).toBeHidden();
  await ticket.fill({ Amount: '500' });
  await ticket.submit('Buy BTC for 500 USDT').click();
  await expect(workspace.messages).toContainText(/^Bought .* BTC at /);
  await (await workspace.table('Order history')).shows({ Market: 'BTC/USDT Aurora', Side: 'Buy', Type: 'Market', Status: 'Filled' });
  await (await workspace.table('Fills')).has({ Market: 'BTC/USDT Aurora', Side: 'Buy', Role: 'Taker' });
  const list = await workspace.table('Balances');
  await list.row('USDT').click();
  const balances = await list.read();
  const left = Number(balances.find((row) => row.Asset === 'USDT' && row.Exchange === 'Aurora')?.Total?.replaceAll(',', ''));
  expect(left).toBeGreaterThan(99_499);
  expect(left).toBeLessThan(99_501);
});

test('a stop order waits for its price, and can be moved and canceled', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { workspace, ticket, priceAt } = await trade(page);
  const stop = priceAt(0.9);
  await ticket.side('Sell').click();
  await ticket.chooseType('Stop market');
  await ticket.fill({ 'Trigger price': stop.typed, Quantity: '0.01' });
  await ticket.submit('Sell 0.01 BTC').click();
  const orders = await workspace.table('Open orders');
  await orders.shows({
    Market: 'BTC/USDT Aurora',
    Side: 'Sell',
    Type: 'Stop market',
    Price: 'Market',
    Trigger: stop.shown,
    Quantity: '0.01000',
    Status: 'Waiting',
  });

  const name = orders.row('Stop market').getByText('Stop market', { exact: true });
  expect(await name.evaluate((element) => element.getClientRects().length), 'lines that the type takes').toBe(1);

  const moved = priceAt(0.88);
  await orders.amend(orders.row('Stop market'), 'Trigger price', moved.typed);
  await orders.shows({ Type: 'Stop market', Trigger: moved.shown, Quantity: '0.01000', Status: 'Waiting' });

  await orders.row('Stop market').hover();
  await orders.row('Stop market').getByRole('button', { name: 'Cancel' }).click();
  await orders.shows();
  await (await workspace.table('Order history')).has({ Type: 'Stop market', Status: 'Canceled' });
});

test('the longest type and the status of an order are read on a laptop without scrolling', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await page.setViewportSize({ width: 1366, height: 768 });
  const { workspace, ticket, priceAt } = await trade(page);
  await ticket.side('Sell').click();
  await ticket.chooseType('Take profit market');
  await ticket.fill({ 'Trigger price': priceAt(1.1).typed, Quantity: '0.01' });
  await ticket.submit('Sell 0.01 BTC').click();
  const orders = await workspace.table('Open orders');
  const row = orders.row('Take profit market');
  const isWhole = (text: string) =>
    expect
      .poll(() => row.getByText(text, { exact: true }).evaluate((word) => word.scrollWidth <= word.clientWidth || word.clientWidth === 0))
      .toBe(true);
  await isWhole('Take profit market');
  // Columns take their widths a frame after the row.
  await expect(async () => {
    const [grid, status] = [await orders.grid.boundingBox(), await row.getByText('Waiting', { exact: true }).boundingBox()];
    expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual((grid?.x ?? 0) + (grid?.width ?? 0));
  }).toPass({ timeout: 30_000 });
  await row.hover();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await orders.shows();
});

test('a pair of which one cancels the other stands as two orders that end together', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const { workspace, ticket, priceAt } = await trade(page);
  const [profit, stop] = [priceAt(1.08), priceAt(0.92)];
  await ticket.chooseType('OCO pair');
  await ticket.side('Sell').click();
  await ticket.fill({ 'Take profit (limit)': stop.typed, 'Stop (trigger)': profit.typed, Quantity: '0.02' });
  await ticket.submit('Sell 0.02 BTC').click();
  await ticket.saysUnder('Stop (trigger)', 'On the wrong side of the take profit');

  await ticket.fill({ 'Take profit (limit)': profit.typed, 'Stop (trigger)': stop.typed });
  await ticket.submit('Sell 0.02 BTC').click();
  const orders = await workspace.table('Open orders');
  await orders.shows(
    { Side: 'Sell', Type: 'Limit', Price: profit.shown, Trigger: '–', Quantity: '0.02000', Status: 'Open' },
    { Side: 'Sell', Type: 'Stop market', Price: 'Market', Trigger: stop.shown, Quantity: '0.02000', Status: 'Waiting' },
  );
  const balances = await workspace.table('Balances');
  await balances.row('BTC').click();
  // As many decimals as the fills before have made.
  await expect(balances.row('BTC', 'Aurora', '0.02')).toBeVisible();

  await workspace.show('Open orders');
  await orders.row('Limit').hover();
  await orders.row('Limit').getByRole('button', { name: 'Cancel' }).click();
  await orders.shows();
  const history = await workspace.table('Order history');
  await history.has({ Type: 'Limit', Price: profit.shown, Status: 'Canceled' });
  await history.has({ Type: 'Stop market', Status: 'Canceled' });
});

test('mistakes are said beside their fields before anything is sent', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const { workspace, ticket, priceAt } = await trade(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/order/doOrder')) sent.push(request.postData() ?? '');
  });

  await expect(ticket.field('Price')).toHaveValue(/^\d+/);
  await ticket.fill({ Price: '' });
  await ticket.submit('Buy BTC').click();
  await ticket.saysUnder('Price', 'Cannot be empty');
  await ticket.saysUnder('Quantity', 'Quantity cannot be empty');
  await ticket.field('Price').pressSequentially('12a,b.5');
  await expect(ticket.field('Price')).toHaveValue(/^12[.,]?5?/);
  await ticket.fill({ Price: '50000.001', Quantity: '0.1' });
  await ticket.saysUnder('Price', 'Must be a multiple of 0.01');
  await ticket.fill({ Price: '50000', Quantity: '0.0000001' });
  await ticket.saysUnder('Quantity', 'Must be a multiple of 0.00001');
  await ticket.fill({ Quantity: '0' });
  await ticket.saysUnder('Quantity', 'At least 0.00001');
  await ticket.fill({ Quantity: '0.00001' });
  await ticket.saysUnder('Quantity', /^Order must be worth at least \d+ USDT$/);
  await ticket.fill({ Quantity: '100' });
  await ticket.saysUnder('Quantity', 'Only 100,000 USDT available');
  await ticket.submit('Buy 100 BTC').click();
  await ticket.side('Sell').click();
  await ticket.saysUnder('Quantity', 'Only 2 BTC available');
  await ticket.submit('Sell 100 BTC').click();
  expect(sent).toEqual([]);

  await ticket.fill({ Price: priceAt(0.7).typed, Quantity: '0.1' });
  await ticket.saysUnder('Price', /^At least [\d.,]+ \(price band\)$/);
  await ticket.submit('Sell 0.1 BTC').click();
  expect(sent).toEqual([]);
  await (await workspace.table('Open orders')).shows();
});

test('an order is placed, amended and canceled with the keyboard alone', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const { keyboard } = page;
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  const orders = await test.step('the palette opens a market', async () => {
    await keyboard.press('Control+P');
    await keyboard.type('eth aurora');
    await expect(page.getByRole('option', { name: 'ETHUSDT' }).first()).toBeVisible();
    await keyboard.press('Enter');
    await expect(workspace.tab('ETHUSDT', 'Aurora')).toHaveAttribute('aria-pressed', 'true');
    return workspace.tableInFront('Open orders');
  });

  const price = await test.step('the ladder gives a price', async () => {
    const book = new OrderBook(page);
    await tabTo(page, book.ladder);
    await expect.poll(async () => (await book.best('BUY')) !== null).toBe(true);
    for (let line = 0; line < 5; line += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(ticket.field('Price')).toHaveValue(/^[\d,]+\.\d\d$/);
    return Number((await ticket.field('Price').inputValue()).replaceAll(',', ''));
  });

  await test.step('the ticket sends it with Enter; the arrows step by tick and lot', async () => {
    await tabTo(page, ticket.side('Buy'));
    await keyboard.press('Enter');
    await tabTo(page, ticket.field('Price'));
    await keyboard.press('ArrowDown');
    await expect(ticket.field('Price')).toHaveValue((price - 0.01).toFixed(2));
    await keyboard.press('Shift+ArrowUp');
    await expect(ticket.field('Price')).toHaveValue((price + 0.09).toFixed(2));
    await keyboard.press('Control+A');
    await keyboard.type(String(Math.round(price * 0.95)));
    await tabTo(page, ticket.field('Quantity'));
    await keyboard.type('0.5');
    await keyboard.press('ArrowUp');
    await expect(ticket.field('Quantity')).toHaveValue('0.5001');
    await keyboard.press('Enter');
    await orders.shows({ Market: 'ETH/USDT Aurora', Side: 'Buy', Quantity: '0.5001', Status: 'Open' });
  });

  await test.step('it is amended in its cells and canceled in its row', async () => {
    await tabTo(page, orders.grid);
    await keyboard.press('ArrowDown');
    await keyboard.press('F2');
    await expect(orders.grid.getByRole('textbox', { name: 'Price' })).toBeFocused();
    await keyboard.press('Tab');
    await expect(orders.grid.getByRole('textbox', { name: 'Total quantity' })).toBeFocused();
    await keyboard.type('0.4');
    await keyboard.press('Enter');
    await expect(orders.grid).toBeFocused();
    await orders.shows({ Market: 'ETH/USDT Aurora', Quantity: '0.4000', Status: 'Open' });
    await keyboard.press('Home');
    await keyboard.press('Delete');
    await orders.shows();
  });
});

test('an open ticket follows the terms that an administrator gives its market', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const admin = new HttpClient(server.url);
  await admin.signIn('admin', server.account('admin').password);
  const seller = new HttpClient(server.url);
  await seller.signIn('trader2', server.account('trader2').password);
  const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const api_id = (await seller.call('apiList')).find(({ exchange }) => exchange === market.exchange)?.api_id ?? 0;
  const order = { ...market, api_id, client_order_id: 'off-the-grid-to-come', side: 'SELL', type: 'LIMIT' } as const;
  await seller.call('doOrder', { body: { ...order, price: '61523.07', qty: '0.1', time_in_force: 'GTC' } });

  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  const ticket = new OrderTicket(page);
  await ticket.fill({ Price: '60000', Quantity: '0.0005' });
  await ticket.saysUnder('Quantity', /^At most/);
  await admin.call('adminMarketTerms', { body: { id: 'tessera/BTCUSDT/spot', tick: '1', min_qty: '0.01', reason: 'a test' } });
  await ticket.saysUnder('Quantity', 'At least 0.01');
  await ticket.fill({ Quantity: '0.02' });
  await ticket.saysUnder('Quantity', /^At most/);
  await expect(ticket.form).toContainText('1,200.00 USDT');
  await expect(ticket.form).not.toContainText('would trade at once');
});

/** Presses Tab until the element has the focus; a page where that takes hundreds of stops is not usable. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 150; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached with Tab`);
}
