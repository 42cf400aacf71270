import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { PanelTable } from '../kit/panels/panel-table.ts';
import { TradesTape } from '../kit/panels/trades-tape.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('a trader groups the book, takes a price, and trades by single clicks only while armed', async ({ visitAs }) => {
  const maker = await visitAs(server, 'trader2');
  const theirs = { workspace: new Workspace(maker.page), ticket: new OrderTicket(maker.page) };
  await test.step('another trader makes a market, and the own orders move no column of the book', async () => {
    await theirs.workspace.openMarket('BTCUSDT', 'Tessera');
    const theirBook = new OrderBook(maker.page);
    const before = await theirBook.priceTitle.boundingBox();
    expect(before).not.toBeNull();
    for (const [side, price] of [
      ['Buy', '50000'],
      ['Buy', '49900'],
      ['Sell', '50105'],
    ] as const) {
      await theirs.ticket.side(side).click();
      await theirs.ticket.fill({ Price: price, Quantity: '0.1' });
      await theirs.ticket.submit(`${side} 0.1 BTC`).click();
      await expect(theirs.ticket.field('Quantity')).toHaveValue('');
    }
    await expect(theirBook.line('50000.00')).toHaveAccessibleName(/own orders 0\.1$/);
    expect(await theirBook.priceTitle.boundingBox()).toEqual(before);
  });

  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  const book = new OrderBook(page);
  const ticket = new OrderTicket(page);
  await workspace.openMarket('BTCUSDT', 'Tessera');

  await test.step('lines of 10 USDT hold asks at the next price up; a click hands the price over', async () => {
    await choose(book.grouping, '10');
    await book.shows('SELL', { price: '50110', qty: '0.1', total: '0.1' });
    await book.click('BUY', 0);
    await expect(ticket.field('Price')).toHaveValue('50,000.00');
    await choose(book.grouping, '0.01');
    await book.shows('BUY', { price: '50000.00', qty: '0.1', total: '0.1' });
  });

  const orders = await workspace.table('Open orders');
  const nothing = orders.frame.getByText('No open orders');
  await test.step('not armed, clicks send nothing', async () => {
    await book.click('BUY', 0);
    await book.click('SELL', 0);
    await expect(ticket.field('Price')).toHaveValue('50,105.00');
    await expect(nothing).toBeVisible();
  });

  await test.step('armed, a click on a bid buys there; the line is marked', async () => {
    await book.oneClick.click();
    await expect(book.armed).toBeVisible();
    await book.clickQuantity.fill('0.02');
    await book.click('BUY', 0);
    await orders.shows({ Market: 'BTC/USDT Tessera', Side: 'Buy', Price: '50,000.00', Quantity: '0.02000' });
    await expect(book.line('50000.00')).toHaveAccessibleName('Bid 50000.00, quantity 0.12, total 0.12, own orders 0.02');
    await expect(book.armed).toContainText('Buy 0.02 at 50,000.00 accepted');
  });

  await test.step('dragging the mark moves the order, a click on it cancels', async () => {
    await book.drag('BUY', 0, 1);
    await orders.shows({ Side: 'Buy', Price: '49,900.00', Quantity: '0.02000' });
    await expect(book.line('49900.00')).toHaveAccessibleName(/own orders 0\.02$/);
    await book.clickOwn('BUY', 1);
    await expect(nothing).toBeVisible();
  });

  await test.step('too large an order stays here, and Escape ends it', async () => {
    await book.clickQuantity.fill('1');
    await book.click('BUY', 0);
    await expect(workspace.messages).toContainText('more than your limit of 10,000 USDT');
    await page.keyboard.press('Escape');
    await expect(book.armed).toBeHidden();
    await book.click('BUY', 0);
    await expect(nothing).toBeVisible();
  });
});

test('a trader finds markets by Chinese names and pinyin, and favourites survive a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const markets = await workspace.table('Markets');
  const search = page.getByRole('textbox', { name: 'Search' });
  const names = async (): Promise<readonly string[]> => (await markets.read()).map((row) => row.Market ?? '');

  await test.step('by name and by pinyin', async () => {
    for (const text of ['狗狗', 'gougoubi', 'ggb', 'dogecoin']) {
      await search.fill('');
      await search.fill(text);
      await expect
        .poll(names, { message: text })
        .toEqual(['DOGE/USDT Aurora', 'DOGE/USDT Meridian', 'DOGE/USDT Polaris', 'DOGE/USDT Tessera']);
    }
  });

  await test.step('typing in the list searches, Enter opens the first', async () => {
    await search.fill('');
    await markets.grid.focus();
    await page.keyboard.type('aur xrp');
    await expect(search).toHaveValue('aur xrp');
    await expect.poll(names).toEqual(['XRP/USDT Aurora']);
    await page.keyboard.press('Enter');
    await expect(workspace.tab('XRPUSDT', 'Aurora')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('starred markets have a tab of their own, in their own order', async () => {
    for (const text of ['aur xrp', 'mer btc']) {
      await search.fill(text);
      await markets.grid.getByRole('button', { name: /to favourites$/ }).click();
    }
    await search.fill('');
    await page.getByRole('button', { name: 'Favourites', exact: true }).click();
    await expect.poll(names).toEqual(['XRP/USDT Aurora', 'BTC/USDT Meridian']);
    await markets.grid.focus();
    await page.keyboard.press('Home');
    const saved = page.waitForResponse(
      (reply) => /document\/save.*/.test(reply.url()) && /meridian.*aurora/.test(reply.request().postData() ?? ''),
    );
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(names).toEqual(['BTC/USDT Meridian', 'XRP/USDT Aurora']);
    await saved;
  });

  await test.step('they are there again after a reload', async () => {
    await page.reload();
    await expect.poll(names).toEqual(['BTC/USDT Meridian', 'XRP/USDT Aurora']);
  });
});

test('the order flow sums trades up by side, time and price, and its list holds those of a size', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await new Workspace(page).tab('BTCUSDT', 'Aurora').click();
  const gallery = new Gallery(page);
  await gallery.open();
  await gallery.panel('Order flow').click();
  await gallery.close();
  const panel = page.locator('[data-panel="panel-order-flow/order-flow"]');
  const figure = async (name: string): Promise<number> => {
    const text = await panel.locator(`dt:text-is("${name}") + dd`).innerText();
    return Number(text.replaceAll(',', '').replace('−', '-').replace(/ .*/, ''));
  };
  await test.step('delta is what was bought less what was sold', async () => {
    await expect.poll(() => figure('Trades')).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const [bought, sold, delta] = [await figure('Bought'), await figure('Sold'), await figure('Delta')];
        return bought + sold > 0 && Math.abs(bought - sold - delta) < 0.001;
      })
      .toBe(true);
  });
  await test.step('volume by price names the busiest price', async () => {
    await expect(panel.getByRole('img', { name: /^Volume of BTCUSDT by price over 15m; most at [\d,.]+$/ })).toBeVisible();
    await panel.getByRole('button', { name: '1h', exact: true }).click();
    await expect(panel.getByRole('img', { name: /^Delta of BTCUSDT over 1h/ })).toBeVisible();
  });
  await test.step('the filter leaves trades of at least its size', async () => {
    const tape = new PanelTable(page, 'Trades of BTCUSDT by size');
    const sizes = async (): Promise<readonly number[]> =>
      (await tape.read()).map((row) => Number((row['Qty (BTC)'] ?? '').replaceAll(',', '')));
    await expect.poll(async () => (await sizes()).length).toBeGreaterThan(1);
    const middle = [...(await sizes())].sort((a, b) => a - b).at(-1) ?? 0;
    await panel.getByRole('textbox', { name: 'From' }).fill(String(middle));
    await expect.poll(async () => Math.min(...(await sizes()))).toBeGreaterThanOrEqual(middle);
  });
});

test('the trades are read in words and picked by key and by pointer, and a filter leaves out the small ones', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await new Workspace(page).tab('BTCUSDT', 'Aurora').click();
  const tape = new TradesTape(page, 'BTCUSDT');
  const price = new OrderTicket(page).field('Price');
  const priceNow = async (): Promise<number> => Number((await price.inputValue()).replaceAll(',', ''));
  await expect.poll(async () => (await tape.rows()).length).toBeGreaterThan(5);
  await test.step('a key picks the price of the row that it is on', async () => {
    await tape.list.focus();
    await page.keyboard.press('Home');
    const words = (await tape.active.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('Enter');
    expect(words).toContain(` at ${await priceNow()}`);
  });
  await test.step('so does a click, whose row says when it was traded', async () => {
    await price.fill('1');
    const box = await tape.canvas.boundingBox();
    await tape.canvas.click({ position: { x: (box?.width ?? 0) - 10, y: 30 } });
    await expect.poll(priceNow).toBeGreaterThan(1);
    await expect(tape.panel.locator('[title*=":"]')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
    await expect(tape.list).toBeFocused();
  });
  await test.step('the filter leaves trades of at least its size, or says that there are none', async () => {
    const middle = Math.max(...(await tape.rows()).map(({ qty }) => qty));
    const from = tape.panel.getByRole('textbox', { name: 'From' });
    await from.fill(String(middle));
    await expect.poll(async () => Math.min(...(await tape.rows()).map(({ qty }) => qty))).toBeGreaterThanOrEqual(middle);
    await from.fill('99999999');
    await expect(tape.panel.getByText('None of the newest trades is that large.')).toBeVisible();
    await from.fill('');
    await expect.poll(async () => (await tape.rows()).length).toBeGreaterThan(5);
  });
});

test('the depth chart says what stands on both sides, and what an order down to a price would take', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await new Workspace(page).tab('BTCUSDT', 'Aurora').click();
  const gallery = new Gallery(page);
  await gallery.open();
  await gallery.panel('Depth chart').click();
  await gallery.close();
  const chart = page.getByRole('slider', { name: /^Depth of BTCUSDT/ });
  await expect(chart.locator('canvas')).toBeVisible();
  await expect(chart).toHaveAttribute('aria-valuetext', /^Bids [\d,.]+ BTC · asks [\d,.]+ BTC$/);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /^Asks to [\d,.]+ \(\+?[\d.]+%\): [\d,.]+ BTC · .* USDT · avg [\d,.]+$/);
  await page.keyboard.press('Enter');
  await expect(new OrderTicket(page).field('Price')).not.toHaveValue('');
});

test('a picture whose library cannot be loaded offers another try, and is drawn by it', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader0');
  errors.expect(/net::ERR_FAILED/);
  const library = '**/assets/depth-echarts-*.js';
  await page.route(library, (route) => route.abort());
  const gallery = new Gallery(page);
  await gallery.open();
  await gallery.panel('Depth chart').click();
  await gallery.close();
  await expect(page.getByText('The picture could not be loaded.')).toBeVisible();
  await page.unroute(library);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('slider', { name: /^Depth of/ }).locator('canvas')).toBeVisible();
  await expect(page.getByText('The picture could not be loaded.')).toBeHidden();
});

test('no row of the fixed ladder moves under the pointer; it goes to the spread once that has left, and keys go on answering', async ({
  visitAs,
}) => {
  const http = new HttpClient(server.url);
  const maker = server.account('trader3');
  await http.signIn(maker.username, maker.password);
  const market = { exchange: 'tessera', symbol: 'ETHUSDT', account_type: 'spot' } as const;
  const apiId = (await http.call('apiList')).find(({ exchange }) => exchange === market.exchange)?.api_id ?? 0;
  let resting: readonly string[] = [];
  const quote = async (bid: number): Promise<void> => {
    for (const order_id of resting) await http.call('cancelOrder', { body: { ...market, api_id: apiId, order_id } });
    const sides = [
      ['BUY', bid],
      ['SELL', bid + 1],
    ] as const;
    const placed = sides.map(([side, price]) =>
      http.call('doOrder', { body: { ...market, api_id: apiId, side, type: 'LIMIT', price: String(price), qty: '0.5' } }),
    );
    resting = (await Promise.all(placed)).flatMap(([order]) => order?.order_id ?? []);
  };
  await quote(3_000);

  const { page } = await visitAs(server, 'trader1');
  const book = new OrderBook(page);
  await new Workspace(page).openMarket('ETHUSDT', 'Tessera');
  await page.getByRole('button', { name: 'Fixed price ladder' }).click();
  await choose(book.grouping, '1');
  await expect(book.line('3000')).toHaveCount(1);
  const canvas = page.locator('[data-panel="panel-depth/depth"] canvas');
  const back = page.getByRole('button', { name: 'Back to the spread' });
  const prices = async () =>
    (await book.ladder.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))).map(
      (words) => /\d+/.exec(words)?.[0],
    );

  await test.step('under the pointer it stands, and says so', async () => {
    await canvas.hover();
    const before = await prices();
    await quote(3_500);
    await expect(back).toBeVisible();
    expect(await prices()).toEqual(before);
  });
  await test.step('without the pointer it follows', async () => {
    await page.mouse.move(5, 5);
    await expect(book.line('3500')).toHaveCount(1);
    await expect(back).toHaveCount(0);
  });
  await test.step('its button leads back at once, and leaves the keyboard in the ladder', async () => {
    await canvas.hover();
    await book.ladder.focus();
    await page.keyboard.press('ArrowDown');
    await expect(book.activeLine).toHaveAccessibleName(/^Bid 3500/);
    await quote(2_800);
    await back.click();
    await expect(book.line('2800')).toHaveCount(1);
    await expect(book.ladder).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await expect(book.activeLine).toHaveAccessibleName(/^Bid 2800/);
  });
});
