import type { Locator, Page } from '@playwright/test';
import { axisGap, labelGap, removeWidth } from '../../plugins/panel-chart/drawing/line-labels.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** The chart's canvas, once candles are on it. */
async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('application').first();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await chart.focus();
  await expect(chart.locator('p')).not.toBeEmpty();
  return chart;
}

/** The price at a height of the chart, as its menu says it; the menu stays open. */
async function menuAt(page: Page, chart: Locator, y: number): Promise<{ readonly menu: Locator; readonly price: number }> {
  const box = (await chart.boundingBox()) ?? { width: 0 };
  await chart.click({ button: 'right', position: { x: box.width / 2, y } });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return { menu, price: Number((await menu.getAttribute('aria-label'))?.replaceAll(',', '')) };
}

/** Where a price stands on the page now: the market moves the scale, and its lines with it. */
async function heightOf(page: Page, chart: Locator, price: number): Promise<number> {
  const box = (await chart.boundingBox()) ?? { y: 0, height: 0 };
  const priceAt = async (share: number): Promise<number> => {
    const { price: there } = await menuAt(page, chart, box.height * share);
    await page.keyboard.press('Escape');
    return there;
  };
  const [above, below] = [await priceAt(0.2), await priceAt(0.7)];
  return box.y + box.height * (0.2 + (0.5 * (above - price)) / (above - below));
}

/** Calls the server as the page's user. */
const callAs = (page: Page, path: string, body?: object): Promise<{ readonly code: number; readonly data: never }> =>
  page.evaluate(
    async ([where, what]) => {
      const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token?: string };
      const method = what === undefined ? 'GET' : 'POST';
      const headers = { authorization: token ?? '', 'content-type': 'application/json' };
      const reply = await fetch(`/sapi${where}`, { method, headers, ...(what === undefined ? {} : { body: JSON.stringify(what) }) });
      return reply.json();
    },
    [path, body] as const,
  );

interface OpenOrder {
  readonly price: string;
}
const openPrices = async (page: Page, apiId: number): Promise<readonly number[]> => {
  const { data } = await callAs(page, `/user/api/order/open/list?api_ids=${apiId}`);
  return (data as readonly OpenOrder[]).map(({ price }) => Number(price));
};

test('an order line is dragged to amend its order, put back by Escape, moved by key, and taken away to cancel', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const chart = await chartOf(page);
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { price } = await menuAt(page, chart, box.height * 0.6);
  await page.keyboard.press('Escape');
  const { data: accounts } = await callAs(page, '/user/api/list');
  const account = (accounts as readonly { api_id: number; exchange: string }[]).find(({ exchange }) => exchange === 'aurora');
  const apiId = account?.api_id ?? 0;
  // The market may stand on either side of that height: the order waits on its own side, and is moved away from the market.
  const best = await new OrderBook(page).best('BUY');
  const bid = Number(best?.price.replaceAll(',', ''));
  const [side, down] = price < bid ? (['BUY', 1] as const) : (['SELL', -1] as const);
  const body = { api_id: apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', side, type: 'LIMIT', qty: '0.01' };
  const placed = await callAs(page, '/order/doOrder', { ...body, price: String(price), time_in_force: 'GTC' });
  expect(placed.code).toBe(200);
  /** How far the order has been moved away from the market; none while it is not open. */
  const movedFrom = async (from: number): Promise<number> => {
    const [open] = await openPrices(page, apiId);
    return open === undefined ? 0 : (from - open) * down;
  };

  await test.step('by pointer', async () => {
    const x = box.x + box.width / 3;
    await expect(async () => {
      const y = await heightOf(page, chart, price);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 20 * down, { steps: 4 });
      await page.mouse.move(x, y + 40 * down, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => movedFrom(price), { timeout: 3_000 }).toBeGreaterThan(0);
    }).toPass({ timeout: 20_000 });
  });
  const [dragged = 0] = await openPrices(page, apiId);
  await test.step('by key, first in vain', async () => {
    const away = down > 0 ? 'ArrowDown' : 'ArrowUp';
    await chart.focus();
    await page.keyboard.press('l');
    await page.keyboard.press(away);
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await page.keyboard.press(`Shift+${away}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => movedFrom(dragged)).toBeGreaterThan(0);
  });
  await test.step('taken away', async () => {
    await page.keyboard.press('l');
    await page.keyboard.press('Delete');
    await expect.poll(() => openPrices(page, apiId)).toEqual([]);
  });
});

/** Middle of the cross of the label behind this one, from the left of the page: it is drawn, so its words are measured. */
async function crossBehind(page: Page, label: string): Promise<number> {
  const wide = await page.evaluate((text) => {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('this browser has no canvas');
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    return context.measureText(text).width + 10;
  }, label);
  // It ends where the axis begins.
  const button = (await page.getByRole('button', { name: 'Do something at this price' }).boundingBox()) ?? { x: Number.NaN, width: 0 };
  return button.x + button.width - axisGap - wide - labelGap - removeWidth / 2;
}

test('of many orders at one price, one is taken away by the cross that it gets under the pointer', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const chart = await chartOf(page);
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { price } = await menuAt(page, chart, box.height * 0.6);
  await page.keyboard.press('Escape');
  const { data: accounts } = await callAs(page, '/user/api/list');
  const apiId = (accounts as readonly { api_id: number; exchange: string }[]).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const bid = Number((await new OrderBook(page).best('BUY'))?.price.replaceAll(',', ''));
  const market = { api_id: apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' };
  const order = { ...market, side: price < bid ? 'BUY' : 'SELL', type: 'LIMIT', qty: '0.01', price: String(price) };
  for (let n = 0; n < 5; n += 1) {
    const placed = await callAs(page, '/order/doOrder', order);
    expect(placed.code).toBe(200);
  }
  await expect(async () => {
    // What an attempt before has canceled may be told late.
    if ((await openPrices(page, apiId)).length === 4) return;
    const y = await heightOf(page, chart, price);
    await page.mouse.move(box.x + box.width / 3, y - 30);
    await page.mouse.move(box.x + box.width / 3, y);
    // Beside the number of all stands the label of the one, and behind it its cross.
    await page.mouse.move(await crossBehind(page, '5 orders'), y, { steps: 4 });
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => openPrices(page, apiId), { timeout: 3_000 }).toHaveLength(4);
  }).toPass({ timeout: 30_000 });
  for (const { order_id } of (await callAs(page, `/user/api/order/open/list?api_ids=${apiId}`)).data as readonly { order_id: string }[]) {
    await callAs(page, '/order/cancelOrder', { ...market, order_id });
  }
});

test("an alert is made in the chart's menu, raised by the market, shown, and found in the panel", async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  const chart = await chartOf(page);
  const { menu, price } = await menuAt(page, chart, 60);
  await menu.getByRole('menuitem', { name: 'Alert at' }).click();
  await expect.poll(async () => ((await callAs(page, '/user/alert/list')).data as readonly unknown[]).length).toBe(1);
  const { data } = await callAs(page, '/user/alert/list');
  const [alert] = data as readonly { alert_id: string; reference: string; condition: { price: string } }[];
  expect(Number(alert?.condition.price)).toBe(price);
  // The simulated market moves by itself: an amplitude of next to nothing is met by one of the next trades.
  const soon = { instrument: 'aurora/BTCUSDT/spot', condition: { kind: 'AMPLITUDE', percent: '0.0001' } };
  await callAs(page, '/user/alert/save', { ...soon, duration: 'CLOSE_MANUALLY', note: 'Breakout' });
  await expect(workspace.messages.getByText('Breakout')).toBeVisible({ timeout: 30_000 });
  await workspace.messages.getByRole('button', { name: 'Close alert' }).click();
  await expect
    .poll(async () => ((await callAs(page, '/user/alert/list')).data as readonly { status: string }[]).map(({ status }) => status))
    .toEqual(['ENDED', 'MONITORING']);
});

test('an order is placed by a click on the price axis, only while armed, and asked about as the user has settled', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const chart = await chartOf(page);
  const { data: accounts } = await callAs(page, '/user/api/list');
  const apiId = (accounts as readonly { api_id: number; exchange: string }[]).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Below every visible bar, wherever the market has gone meanwhile.
  const axis = { x: box.x + box.width - 20, y: box.y + box.height * 0.7 };
  const panel = page.locator('[data-panel="panel-chart/chart"]').first();
  const strip = panel.getByRole('region', { name: 'Click to trade' });

  await test.step('not armed, a click on the axis does nothing', async () => {
    await page.mouse.click(axis.x, axis.y);
    await expect(strip).toHaveCount(0);
  });

  await test.step('armed in quick mode, it buys below the last price at once', async () => {
    await panel.getByRole('button', { name: 'Click to trade' }).click();
    await expect(strip.getByRole('textbox', { name: 'Quantity of a click' })).not.toHaveValue('');
    await page.mouse.click(axis.x, axis.y);
    await expect(strip.getByRole('status')).toContainText('accepted');
    await expect.poll(() => openPrices(page, apiId)).toHaveLength(1);
  });

  await test.step('the menu places another, from the button beside the axis', async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.5);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.72);
    await panel.getByRole('button', { name: 'Do something at this price' }).click();
    await page.getByRole('menuitem', { name: /^Buy .* now at/ }).click();
    await expect.poll(() => openPrices(page, apiId)).toHaveLength(2);
  });

  await test.step('without quick mode it asks, and sends nothing when declined', async () => {
    await page.getByRole('button', { name: 'Quick', exact: true }).click();
    await page.mouse.click(axis.x, axis.y + 4);
    await expect(strip).toContainText(/Buy .* BTC at .*\?/);
    await strip.getByRole('button', { name: 'Do not send' }).click();
    await page.mouse.click(axis.x, axis.y + 4);
    await strip.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await expect.poll(() => openPrices(page, apiId)).toHaveLength(3);
  });

  await test.step('Escape ends it', async () => {
    await page.keyboard.press('Escape');
    await expect(strip).toHaveCount(0);
    await page.mouse.click(axis.x, axis.y + 8);
    await page.waitForTimeout(500);
    expect(await openPrices(page, apiId)).toHaveLength(3);
  });
});
