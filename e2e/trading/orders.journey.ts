import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { userKey } from '../../core/client/connection/session-storage.ts';
import type { OrderRequest } from '../../schemas/wire/order.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

/** Orders at the house that the journey is not about are placed past the ticket. */
async function place(
  page: Page,
  ...orders: readonly (Pick<OrderRequest, 'side' | 'price' | 'qty'> & { readonly symbol?: string })[]
): Promise<void> {
  const token = await page.evaluate((key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string }).token ?? '', userKey);
  const headers = { authorization: token };
  const accounts = (await (await page.request.get('/sapi/user/api/list', { headers })).json()) as {
    data: readonly { api_id: number; exchange: string }[];
  };
  const api_id = accounts.data.find(({ exchange }) => exchange === 'tessera')?.api_id;
  for (const order of orders) {
    const reply = await page.request.post('/sapi/order/doOrder', { headers, data: { api_id, ...market, type: 'LIMIT', ...order } });
    expect(reply.status()).toBe(200);
  }
}

test('orders are filtered, canceled together, amended in the cell, looked into and exported', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  await place(
    page,
    { side: 'BUY', price: '50000', qty: '0.1' },
    { side: 'BUY', price: '49000', qty: '0.1' },
    { side: 'SELL', price: '60000', qty: '0.2' },
  );
  const orders = await workspace.table('Open orders');

  await test.step('a filter narrows the list; its chip says so, and takes it back', async () => {
    await orders.shows({ Side: 'Buy' }, { Side: 'Buy' }, { Side: 'Sell' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await choose(page.getByRole('combobox', { name: 'Side' }), 'Sell');
    await orders.shows({ Side: 'Sell', Price: '60,000.00' });
    await page.getByRole('button', { name: 'Remove filter Sell' }).click();
    await orders.shows({ Side: 'Buy' }, { Side: 'Buy' }, { Side: 'Sell' });
  });

  await test.step('what the filter shows is chosen with the keyboard and canceled together', async () => {
    await choose(page.getByRole('combobox', { name: 'Side' }), 'Buy');
    await orders.shows({ Price: '50,000.00' }, { Price: '49,000.00' });
    await orders.grid.focus();
    await page.keyboard.press('Control+A');
    await page.getByRole('button', { name: 'Cancel chosen (2)' }).click();
    await page.getByRole('button', { name: 'Cancel 2', exact: true }).click();
    await expect(workspace.messages).toContainText('2 orders canceled');
    await expect(orders.frame.getByText('No open orders match. Clear the filters to see all.')).toBeVisible();
    await orders.frame.getByRole('button', { name: 'Clear filters' }).click();
    await orders.shows({ Side: 'Sell', Price: '60,000.00' });
  });

  await test.step('a price is amended where it stands; a refusal stands there too, and Esc restores', async () => {
    const row = orders.row('BTC/USDT');
    await row.getByTitle('Price', { exact: true }).click();
    const input = row.getByRole('textbox', { name: 'Price' });
    errors.expect(/status of 422 .*\/order\/amendOrder/);
    await input.fill('59000.001');
    await input.press('Enter');
    await expect(row.getByRole('alert')).toBeVisible();
    await input.press('Escape');
    await orders.shows({ Side: 'Sell', Price: '60,000.00' });
    await row.getByTitle('Price', { exact: true }).click();
    await input.press('Shift+ArrowDown');
    await expect(input).toHaveValue('59999.90');
    await input.fill('59000');
    await input.press('Enter');
    await orders.shows({ Side: 'Sell', Price: '59,000.00', Quantity: '0.20000', Status: 'Open' });
  });

  await test.step('its life tells every change with its cause, until it ends', async () => {
    await orders.grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const life = page.getByRole('list', { name: 'Life of the order' });
    await expect(life.getByRole('listitem')).toHaveCount(3);
    await expect(life.getByRole('listitem').nth(1)).toContainText('Amendment denied before it was sent');
    await expect(life.getByRole('listitem').first()).toContainText('Placed');
    await expect(life.getByRole('listitem').last()).toContainText('Price: 60,000 → 59,000');
    // A refusal changes nothing of the order, and yet the open drawer tells of it.
    const row = orders.row('BTC/USDT');
    await row.getByTitle('Price', { exact: true }).click();
    const input = row.getByRole('textbox', { name: 'Price' });
    await input.fill('59000.002');
    await input.press('Enter');
    await expect(life.getByRole('listitem')).toHaveCount(4);
    await expect(life.getByRole('listitem').last()).toContainText('Amendment denied before it was sent');
    await input.press('Escape');
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await expect(life.getByRole('listitem').last()).toContainText('Canceled by you');
    await page.getByRole('button', { name: 'Reuse in ticket' }).click();
    await expect(life).toBeHidden();
    const ticket = new OrderTicket(page);
    await expect(ticket.field('Price')).toHaveValue('59,000.00');
    await expect(ticket.field('Quantity')).toHaveValue('0.2');
  });

  await test.step('the export is the list', async () => {
    const history = await workspace.table('Order history');
    await history.shows({ Price: '50,000.00' }, { Price: '49,000.00' }, { Price: '59,000.00' });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(download.suggestedFilename()).toBe('order-history.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFcreate_time,')).toBe(true);
    const [header = '', ...lines] = text.slice(1).trim().split('\r\n');
    const names = header.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
    expect(rows.map(({ price, qty, status }) => [price, qty, status])).toEqual([
      ['59000', '0.2', 'CANCELED'],
      ['49000', '0.1', 'CANCELED'],
      ['50000', '0.1', 'CANCELED'],
    ]);
  });

  await test.step('the panel remembers its filter', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await choose(page.getByRole('combobox', { name: 'Side' }), 'Sell');
    await (await workspace.tableInFront('Order history')).shows({ Side: 'Sell' });
    await page.reload();
    await (await workspace.table('Order history')).shows({ Side: 'Sell' });
    await expect(page.getByRole('button', { name: 'Remove filter Sell' })).toBeVisible();
  });
});

test('an amendment whose answer is lost is looked up; until then its order can be canceled, and others amended', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/ERR_FAILED/);
  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  await place(page, { side: 'BUY', price: '31000', qty: '0.1' }, { side: 'BUY', price: '32000', qty: '0.1' });
  const orders = await workspace.table('Open orders');
  await orders.shows({ Price: '31,000.00' }, { Price: '32,000.00' });
  const type = async (was: string, price: string): Promise<void> => {
    const input = orders.grid.getByRole('textbox', { name: 'Price' });
    await orders.row(was).getByTitle('Price', { exact: true }).click();
    await input.fill(price);
    await input.press('Enter');
  };

  await test.step('the server took it and its answer is lost: the exchange says so within seconds', async () => {
    await page.route('**/order/amendOrder', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await type('31,000.00', '31500');
    await orders.shows({ Price: '31,500.00', Status: 'Open' }, { Price: '32,000.00', Status: 'Open' });
    await page.unroute('**/order/amendOrder');
  });

  await test.step('it was lost on its way, of which nobody can be sure for half a minute: the rest goes on', async () => {
    let isLost = false;
    await page.route('**/order/amendOrder', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      return route.abort();
    });
    await type('31,500.00', '31600');
    await expect(orders.grid).toContainText('Amending…');
    await type('32,000.00', '32500');
    await orders.has({ Price: '32,500.00', Status: 'Open' });
    await expect(orders.grid).toContainText('Amending…');
    const row = orders.row('Amending…');
    await row.hover();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await orders.shows({ Price: '32,500.00', Status: 'Open' });
    await expect(workspace.messages).toHaveText('');
    await orders.row('32,500.00').getByRole('button', { name: 'Cancel' }).click();
    await orders.shows();
  });
});

test('all orders of a scope are canceled at once, and no others', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');
  await place(
    page,
    { side: 'BUY', price: '30000', qty: '0.1' },
    { side: 'BUY', price: '29000', qty: '0.1' },
    { side: 'BUY', price: '1500', qty: '0.1', symbol: 'ETHUSDT' },
  );
  const orders = await workspace.table('Open orders');
  await orders.shows({ Price: '30,000.00' }, { Price: '29,000.00' }, { Price: '1,500.00' });
  const cancelAll = page.getByRole('button', { name: 'Cancel all', exact: true });
  await cancelAll.click();
  await expect(page.getByRole('radio', { name: 'BTCUSDT, this market (2)' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'All of Tessera (3)' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Cancel 2', exact: true }).click();
  await expect(workspace.messages).toContainText('2 orders canceled');
  await orders.shows({ Price: '1,500.00' });
  await cancelAll.click();
  await page.getByRole('radio', { name: 'Everything (1)' }).check();
  await page.getByRole('button', { name: 'Cancel 1', exact: true }).click();
  await expect(orders.frame.getByText('No open orders')).toBeVisible();
});

test('a press on what asks first is kept until its question has come', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await place(page, { side: 'BUY', price: '30000', qty: '0.1' });
  let come = (): void => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/asking-popover-*.js', async (route) => {
    await coming;
    await route.continue();
  });
  await page.reload();
  const orders = await new Workspace(page).table('Open orders');
  await orders.shows({ Price: '30,000.00' });
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  come();
  await page.getByRole('radio', { name: 'Everything (1)' }).check();
  await page.getByRole('button', { name: 'Cancel 1', exact: true }).click();
  await expect(orders.frame.getByText('No open orders')).toBeVisible();
});

test('what was bought is a position with its cost, and a sell has a result', async ({ visitAs }) => {
  const buyer = await visitAs(server, 'trader1');
  const seller = await visitAs(server, 'trader2');
  const workspace = new Workspace(buyer.page);
  // Six tabs in one stack.
  await buyer.page.setViewportSize({ width: 1920, height: 1080 });
  await place(buyer.page, { side: 'BUY', price: '50000', qty: '0.1' });
  await place(seller.page, { side: 'SELL', price: '50000', qty: '0.1' }, { side: 'BUY', price: '51000', qty: '0.05' });
  const positions = await workspace.table('Positions');
  await positions.has({ Asset: 'BTC Tessera', Quantity: '0.09990', 'Average cost': '50,050.05', Realised: '0.00' });
  await positions.has({ Asset: 'BTC Tessera', Quantity: '2.00000', 'Average cost': '–', Unrealised: '–' });

  await place(buyer.page, { side: 'SELL', price: '51000', qty: '0.05' });
  // 0.05 × 51,000 − 2.55 fee − 0.05 × 50,050.05.
  await positions.has({ Asset: 'BTC Tessera', Quantity: '0.04990', Realised: '+44.94' });
  await expect(buyer.page.getByTitle('Index: the mean over all exchanges').first()).toBeVisible();
  const closes = await workspace.table('Close history');
  await closes.has({ Market: 'BTC/USDT Tessera', Sold: '0.05000', Price: '51,000.00', Fee: '2.55 USDT', Realised: '+44.94' });
});
