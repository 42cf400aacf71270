import type { Page } from '@playwright/test';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { SmallWorkspace } from '../kit/small-workspace.ts';
import { smallTargets } from '../kit/targets.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const finger = { isMobile: true, hasTouch: true } as const;

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const noOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

test('a phone shows the same workspace one panel at a time, orders from any of them, and leaves the layout as it was', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  const small = new SmallWorkspace(page);
  const ticket = new OrderTicket(page);
  await test.step('at the desk the user closes a panel and brings another to the front', async () => {
    await workspace.panelTab('Trades').getByTitle('Close panel').click();
    await expect(workspace.panelTab('Trades')).toHaveCount(0);
    await workspace.show('Balances');
    await expect(workspace.panelTab('Balances')).toHaveAttribute('aria-selected', 'true');
    await new WorkspaceTabs(page).saved();
    // The second change may wait for the first: a reload brings what waits to the server.
    await page.reload();
    await expect(workspace.panelTab('Balances')).toHaveAttribute('aria-selected', 'true');
  });
  const panels = [...(await workspace.titles())].sort();
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/layout/')) saves.push(request.url());
  });
  await test.step('on the phone the same panels are stacked, the largest of the desk first, what stood in front before the rest', async () => {
    await page.setViewportSize(phone);
    await page.reload();
    await small.shows('Chart');
    await expect(small.tab('Trades')).toHaveCount(0);
    const stacked = await small.tabs.allInnerTexts();
    expect([...stacked].sort()).toEqual(panels);
    expect(stacked[0]).toBe('Chart');
    expect(stacked.indexOf('Balances')).toBeLessThan(stacked.indexOf('Open orders'));
    await noOverflow(page);
  });
  await test.step('an order is placed over the depth', async () => {
    await small.choose('Depth');
    await small.order('Sell').click();
    await expect(ticket.side('Sell')).toHaveAttribute('aria-pressed', 'true');
    await expect(small.panel('Depth')).toBeVisible();
    await ticket.fill({ Price: '90000', Quantity: '0.01' });
    await ticket.submit('Sell 0.01 BTC').click();
    await expect(workspace.messages).toContainText('BTCUSDT order accepted');
    await page.keyboard.press('Escape');
    await expect(ticket.form).toBeHidden();
    await small.shows('Depth');
    await small.choose('Open orders');
    const card = page.getByRole('list', { name: 'Open orders' }).getByRole('listitem').filter({ hasText: 'BTC/USDT Aurora' });
    await expect(card).toContainText('90,000.00');
    await card.getByRole('button', { name: 'Amend', exact: true }).click();
    await card.getByRole('textbox', { name: 'Price' }).fill('91000');
    await card.getByRole('textbox', { name: 'Price' }).press('Enter');
    await expect(card).toContainText('91,000.00');
    await card.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(card).toHaveCount(0);
    await small.choose('Order history');
    await expect(page.getByRole('list', { name: 'Order history' }).getByRole('listitem')).toContainText(['91,000.00']);
    await small.choose('Open orders');
  });
  await test.step('the panel in front is remembered, the others are reached by arrows', async () => {
    await page.reload();
    await small.shows('Open orders');
    await small.tab('Open orders').press('Home');
    await small.shows('Chart');
    await expect(small.tab('Chart')).toBeFocused();
  });
  await test.step('pages, settings and panels are behind one button', async () => {
    const menu = await small.openMenu();
    await menu.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/\/setup$/);
    await noOverflow(page);
    await (await small.openMenu()).getByRole('link', { name: 'Trade', exact: true }).click();
    await small.shows('Chart');
  });
  await test.step('back at the desk everything is where it was', async () => {
    await page.setViewportSize(desk);
    await expect(workspace.panelTab('Balances')).toHaveAttribute('aria-selected', 'true');
    await expect(workspace.panelTab('Trades')).toHaveCount(0);
    await page.reload();
    await expect(workspace.panelTab('Balances')).toHaveAttribute('aria-selected', 'true');
    await expect(workspace.panelTab('Trades')).toHaveCount(0);
    expect(saves).toEqual([]);
  });
});

test('turning and resizing switch the arrangement at once and lose nothing that was typed', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const small = new SmallWorkspace(page);
  const ticket = new OrderTicket(page);
  await ticket.fill({ Price: '51234.5', Quantity: '0.125' });
  await test.step('from the desk to the phone', async () => {
    await page.setViewportSize(phone);
    await small.choose('Order');
    await expect(ticket.field('Quantity')).toHaveValue('0.125');
    await ticket.fill({ Quantity: '0.25' });
  });
  await test.step('and back', async () => {
    await page.setViewportSize(desk);
    await expect(page.getByRole('tablist', { name: 'Panels' })).toHaveCount(0);
    await expect(ticket.field('Price')).toHaveValue('51,234.50');
    await expect(ticket.field('Quantity')).toHaveValue('0.25');
  });
});

test('a guest reads the public pages on the narrowest phone', async ({ visit }) => {
  const { page } = await visit(server);
  for (const width of [360, 430]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['/home', '/login', '/error?error=404']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await noOverflow(page);
    }
  }
});

test.describe('under a finger', () => {
  test.use({ ...finger, viewport: phone });

  test('everything on a phone is 40 px large, in every panel', async ({ visit, visitAs }) => {
    const guest = (await visit(server)).page;
    for (const path of ['/home', '/login', '/error?error=404']) {
      await guest.goto(path);
      await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
      expect.soft(await smallTargets(guest, 40), path).toEqual([]);
    }
    const { page } = await visitAs(server, 'trader3');
    const small = new SmallWorkspace(page);
    await small.shows('Chart');
    for (const title of await small.tabs.allInnerTexts()) {
      await small.choose(title);
      await expect(small.panel(title).locator('[data-panel] > *').first()).toBeVisible();
      expect.soft(await smallTargets(page, 40), title).toEqual([]);
    }
    await small.openMenu();
    expect.soft(await smallTargets(page, 40), 'menu').toEqual([]);
  });

  test('without a network a phone says so, and panels and the order are reached as before', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader3');
    const small = new SmallWorkspace(page);
    await small.shows('Chart');
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await expect(page.getByRole('status').filter({ hasText: 'No connection to the server' })).toBeVisible();
    for (const title of ['Balances', 'Depth']) {
      await small.tab(title).tap();
      await small.shows(title);
    }
    await small.order('Sell').tap();
    await expect(new OrderTicket(page).side('Sell')).toHaveAttribute('aria-pressed', 'true');
    await noOverflow(page);
  });

  test('on a lying phone the panels stay stacked, the order beside them', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader3');
    const small = new SmallWorkspace(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await small.order('Buy').tap();
    const { form } = new OrderTicket(page);
    await expect(form).toBeVisible();
    await expect.poll(async () => (await form.boundingBox())?.x).toBeGreaterThan(400);
    await noOverflow(page);
  });
});

test.describe('on a tablet', () => {
  test.use({ ...finger, viewport: { width: 820, height: 1180 } });

  test('panels stay docked and everything is 40 px large, upright and lying', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader3');
    const workspace = new Workspace(page);
    for (const size of [
      { width: 820, height: 1180 },
      { width: 1180, height: 820 },
    ]) {
      await page.setViewportSize(size);
      await page.reload();
      await expect(workspace.panelTab('Chart')).toBeVisible();
      await expect(page.getByRole('form')).toBeVisible();
      await expect(page.getByRole('grid').first()).toBeVisible();
      expect.soft(await smallTargets(page, 40), `${size.width}`).toEqual([]);
      await noOverflow(page);
    }
  });

  test('a panel is dragged to another stack by a finger', async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader2');
    const workspace = new Workspace(page);
    const boxOf = async (title: string) => (await workspace.panelTab(title).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await expect(workspace.panelTab('Chart')).toBeVisible();
    const [from, to] = [await boxOf('Fills'), await boxOf('Chart')];
    expect(from.y).not.toBe(to.y);
    await dragByFinger(page, middleOf(from), middleOf(to));
    await expect.poll(async () => (await boxOf('Fills')).y).toBe(to.y);
    await new WorkspaceTabs(page).saved();
  });
});

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
});

async function dragByFinger(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const steps = 12;
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= steps; step += 1) {
    const at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
