import type { Locator, Page } from '@playwright/test';
import { choose, chooseAt } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { PluginsPage } from '../kit/panels/plugins-page.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('instrument tabs open once, close towards the previous one, and are there after a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader0');
  const saved = watchSaves(page);
  const workspace = new Workspace(page);
  const shows = async (tabs: readonly (readonly [symbol: string, exchange: string])[], selected: number): Promise<void> => {
    await expect(workspace.tabs).toContainText(tabs.map(([symbol]) => symbol));
    await expect(workspace.tabs).toContainText(tabs.map(([, exchange]) => exchange));
    for (const at of tabs.keys()) await expect(workspace.tabs.nth(at)).toHaveAttribute('aria-pressed', String(at === selected));
  };
  const [aurora, meridian, polaris] = [
    ['BTCUSDT', 'Aurora'],
    ['BTCUSDT', 'Meridian'],
    ['BTCUSDT', 'Polaris'],
  ] as const;
  const [eth, sol] = [
    ['ETHUSDT', 'Aurora'],
    ['SOLUSDT', 'Polaris'],
  ] as const;

  await test.step('at first a major pair on three exchanges', () => shows([aurora, meridian, polaris], 0));
  await test.step('opening an open market only selects its tab', async () => {
    await openByPalette(page, 'btcusdt pola');
    await shows([aurora, meridian, polaris], 2);
  });
  await test.step('another market gets a tab at the end', async () => {
    await openByPalette(page, 'ethusdt aurora');
    await openByPalette(page, 'solusdt polaris');
    await shows([aurora, meridian, polaris, eth, sol], 4);
  });
  await test.step('the markets list can show a market in the current tab instead', async () => {
    const markets = await workspace.table('Markets');
    await choose(page.getByRole('combobox', { name: 'Exchange' }), 'Polaris');
    await page.getByRole('textbox', { name: 'Search' }).fill('XRP');
    await markets.grid.getByRole('rowgroup').getByRole('row').hover();
    await page.getByRole('button', { name: 'Show in the current tab' }).click();
    await shows([aurora, meridian, polaris, eth, ['XRPUSDT', 'Polaris']], 4);
    await page.getByRole('textbox', { name: 'Search' }).hover();
    await page.getByRole('textbox', { name: 'Search' }).fill('SOL');
    await markets.grid.getByRole('rowgroup').getByRole('row').hover();
    await page.getByRole('button', { name: 'Show in the current tab' }).click();
    await shows([aurora, meridian, polaris, eth, sol], 4);
  });
  await test.step('closing the selected tab selects the one before it, closing another keeps the selection', async () => {
    await closeTab(page, 'SOLUSDT Polaris');
    await shows([aurora, meridian, polaris, eth], 3);
    await closeTab(page, 'BTCUSDT Meridian');
    await shows([aurora, polaris, eth], 2);
  });
  await test.step('closing the selected first tab selects the new first one', async () => {
    await workspace.tab(...aurora).click();
    await closeTab(page, 'BTCUSDT Aurora');
    await shows([polaris, eth], 0);
  });
  await test.step('Alt with the arrows walks along the tabs; panels follow', async () => {
    await page.keyboard.press('Alt+ArrowRight');
    await shows([polaris, eth], 1);
    await expect(page.getByRole('listbox', { name: /^Order book of ETHUSDT/ })).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Trades of ETHUSDT' })).toBeVisible();
  });
  await test.step('all of it is there after a reload', async () => {
    await saved(/^(?!.*aurora\/BTCUSDT).*currentDashBoard\W+aurora\/ETHUSDT/);
    await page.reload();
    await shows([polaris, eth], 1);
  });
});

test('panels are moved, closed and added; the layout saves itself and comes back', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  const beside = async (one: string, other: string): Promise<boolean> => {
    const [a, b] = [await workspace.panelTab(one).boundingBox(), await workspace.panelTab(other).boundingBox()];
    return a !== null && b !== null && a.y === b.y && Math.abs(a.x - b.x) < 200;
  };
  await expect(workspace.panelTab('Fills')).toBeVisible();
  await expect.poll(() => beside('Fills', 'Chart')).toBe(false);

  await test.step('a panel is dragged by its tab to another stack', async () => {
    await drag(page, workspace.panelTab('Fills'), workspace.panelTab('Chart'));
    await expect.poll(() => beside('Fills', 'Chart')).toBe(true);
  });
  await test.step('one is closed, and another opened beside', async () => {
    await workspace.panelTab('Order history').getByTitle('Close panel').click();
    await expect(workspace.panelTab('Order history')).toHaveCount(0);
    await workspace.panelTab('Markets').click();
    const gallery = new Gallery(page);
    await gallery.open();
    await gallery.panel('Depth').click();
    await gallery.close();
    await expect(workspace.panelTab('Depth')).toHaveCount(2);
    await new WorkspaceTabs(page).saved();
  });
  await test.step('after a reload everything is in its place', async () => {
    await page.reload();
    await expect(workspace.panelTab('Depth')).toHaveCount(2);
    await expect(workspace.panelTab('Order history')).toHaveCount(0);
    await expect.poll(() => beside('Fills', 'Chart')).toBe(true);
  });
  await test.step('a change made just before leaving is kept as well', async () => {
    await workspace.panelTab('Balances').getByTitle('Close panel').click();
    await page.reload();
    await expect(workspace.panelTab('Depth')).toHaveCount(2);
    await expect(workspace.panelTab('Balances')).toHaveCount(0);
  });
  await test.step('the palette puts the default layout back', async () => {
    await runCommand(page, 'reset lay');
    await expect(workspace.panelTab('Order history')).toHaveCount(1);
    await expect(workspace.panelTab('Depth')).toHaveCount(1);
    await expect.poll(() => beside('Fills', 'Chart')).toBe(false);
  });
});

test('a panel fills the workspace by key, also after a reload, and goes back to its place', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const width = async (): Promise<number> => (await page.getByRole('tabpanel', { name: /Chart/ }).boundingBox())?.width ?? 0;
  await expect(workspace.panelTab('Chart')).toBeVisible();
  await expect.poll(width).toBeGreaterThan(0);
  const before = await width();
  await workspace.panelTab('Chart').click();
  await page.keyboard.press('Alt+Enter');
  await expect.poll(width).toBeGreaterThan(1_300);
  await new WorkspaceTabs(page).saved();
  await page.reload();
  await expect.poll(width).toBeGreaterThan(1_300);
  await workspace.panelTab('Chart').click();
  await page.keyboard.press('Alt+Enter');
  await expect.poll(width).toBe(before);
  await expect(workspace.panelTab('Markets')).toBeVisible();
});

test('a panel that is asked for comes out from behind one that fills the workspace', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  await workspace.panelTab('Open orders').click();
  await page.keyboard.press('Alt+Enter');
  await expect(page.locator('.lm_maximised')).toBeVisible();
  await page.getByRole('button', { name: 'Place an order' }).click();
  await expect(page.getByRole('form', { name: 'Order' })).toBeInViewport();
  await expect(page.locator('.lm_maximised')).toHaveCount(0);
  await new WorkspaceTabs(page).saved();
});

test('theme and language change at once and stay after a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const saved = watchSaves(page);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  await page.getByRole('banner').getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Light', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(root).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await expect(root).toHaveAttribute('lang', 'zh-TW');
  await expect(page.getByRole('link', { name: '交易', exact: true })).toBeVisible();
  await expect(new Workspace(page).panelTab('目前委託')).toBeVisible();

  await saved(/theme\W+light/);
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(root).toHaveAttribute('lang', 'zh-TW');
  await expect(page.getByRole('link', { name: '交易', exact: true })).toBeVisible();
});

test('the palette finds and runs a command by keyboard, and leaves by Escape', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const palette = page.getByRole('dialog', { name: 'Type a command or a market' });
  await page.keyboard.press('Control+K');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await palette.getByRole('combobox').fill('no such command');
  await expect(palette.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await runCommand(page, 'cosy');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'cosy');
  await runCommand(page, 'settings');
  await expect(page).toHaveURL(/\/setup$/);
  await expect(page.getByRole('radio', { name: 'Cosy' })).toBeChecked();
});

test('a panel that an admin takes away leaves a placeholder, and comes back where it was, without a reload', async ({ visitAs }) => {
  const trader = await visitAs(server, 'trader2');
  const workspace = new Workspace(trader.page);
  const gallery = new Gallery(trader.page);
  const ticket = new OrderTicket(trader.page);
  const depth = trader.page.getByRole('listbox', { name: /^Order book of / });
  await expect(depth).toBeVisible();
  await chooseAt(trader.page.getByRole('combobox', { name: 'Price step' }), 2);
  await ticket.fill({ Quantity: '0.123' });
  const admin = await visitAs(server, 'admin');
  const plugins = new PluginsPage(admin.page);
  await plugins.open();

  await test.step('withdrawn: its place stays, other panels do not notice', async () => {
    await plugins.exclude('panel-depth');
    await expect(trader.page.getByText('This panel is not available to you at the moment.')).toBeVisible();
    await expect(depth).toBeHidden();
    await expect(ticket.field('Quantity')).toHaveValue('0.123');
    await gallery.open();
    await expect(gallery.panel('Chart')).toBeVisible();
    await expect(gallery.panel('Depth')).toHaveCount(0);
    await gallery.close();
  });
  await test.step('given again: the panel is back with its settings', async () => {
    await plugins.remove('panel-depth');
    await expect(depth).toBeVisible();
    await expect(trader.page.getByRole('combobox', { name: 'Price step' })).toHaveText('0.05');
    await expect(ticket.field('Quantity')).toHaveValue('0.123');
  });
  await test.step('with a level above the trader’s it is locked and names the level', async () => {
    await plugins.setLevel('panel-depth', 3);
    await expect(trader.page.getByText('Locked – opens at VIP 3. Your settings are kept.')).toBeVisible();
    await expect(workspace.panelTab('Depth')).toBeVisible();
    await gallery.open();
    await expect(gallery.panel('Depth')).toContainText('VIP 3');
    await expect(gallery.panel('Depth')).toBeDisabled();
    await gallery.close();
  });
  await test.step('the lock holds over a reload, and opens without one', async () => {
    await trader.page.reload();
    await expect(trader.page.getByText('Locked – opens at VIP 3. Your settings are kept.')).toBeVisible();
    await plugins.setLevel('panel-depth', 0);
    await expect(depth).toBeVisible();
  });
});

test('an administrator sees what a change does to whom before saving, is asked, and takes it back', async ({ visitAs }) => {
  const { page: trader } = await visitAs(server, 'trader0');
  const depth = trader.getByRole('listbox', { name: /^Order book of / });
  await expect(depth).toBeVisible();
  const { page } = await visitAs(server, 'admin');
  const plugins = new PluginsPage(page);
  await plugins.open();
  const told = page.getByRole('region', { name: 'Plugins of Trader' }).getByRole('status');

  await test.step('everything at once: the numbers stand there, and nothing has happened', async () => {
    await page.getByRole('button', { name: 'Remove *', exact: true }).click();
    await expect(told).toContainText(/^4 traders lose 2\d panels, \d pages, \d strategies, 3 exchanges/);
    await expect(plugins.cell('panel-depth')).toHaveAccessibleName('panel-depth for Trader: Not at all');
    await page.getByRole('button', { name: 'Save for Trader' }).click();
    await expect(page.getByText('Take this away from 4 traders?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await expect(page.getByRole('button', { name: 'Save for Trader' })).toBeDisabled();
    await expect(depth).toBeVisible();
  });
  await test.step('one cell, by keyboard alone: those below the level lose it', async () => {
    await plugins.cell('panel-alerts', 'Administrator').focus();
    await page.keyboard.press('ArrowRight');
    await expect(plugins.cell('panel-alerts')).toBeFocused();
    for (let down = 0; down < 4; down++) await page.keyboard.press('ArrowDown');
    await expect(plugins.cell('panel-depth')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Everyone' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(plugins.cell('panel-depth')).toBeFocused();
    await expect(plugins.cell('panel-depth')).toHaveAccessibleName('panel-depth for Trader: VIP 2');
    await expect(told).toHaveText('2 traders lose 1 panel.');
    await plugins.save();
    await expect(trader.getByText('Locked – opens at VIP 2. Your settings are kept.')).toBeVisible();
  });
  await test.step('what was saved is taken back, live', async () => {
    await plugins.undo();
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Taken back. Open clients of Trader have followed.');
    await expect(depth).toBeVisible();
    await expect(plugins.cell('panel-depth')).toHaveAccessibleName('panel-depth for Trader: Everyone');
  });
  await test.step('what the plugin itself keeps from a role cannot be given', async () => {
    await plugins.cell('panel-order-ticket', 'Asset').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(plugins.cell('panel-order-ticket', 'Asset')).toHaveAccessibleName(/Not for this role by its own rules$/);
  });
});

test('a workspace most of whose panels are not for its user says so in one line, with their names, and closes them at a click', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  await expect(workspace.panelTab('Depth')).toBeVisible();
  const admin = (await visitAs(server, 'admin')).page;
  const plugins = new PluginsPage(admin);
  await plugins.open();
  const said = page.getByRole('status').filter({ hasText: 'panels of “Trade” are not available to you' });

  await test.step('a message of the page leaves the button free that takes a save back', async () => {
    await admin.setViewportSize({ width: 1366, height: 768 });
    await plugins.list('Excluded').fill('panel-*');
    await plugins.list('Excluded').press('Enter');
    await plugins.save();
    const undo = admin.getByRole('button', { name: 'Undo the save' });
    const [button, messages] = [await undo.boundingBox(), await admin.getByRole('log', { name: 'Messages' }).boundingBox()];
    if (button === null || messages === null) throw new Error('neither a button nor messages');
    const isBeside = messages.x >= button.x + button.width || messages.x + messages.width <= button.x;
    expect(isBeside || messages.y + messages.height <= button.y || messages.y >= button.y + button.height).toBe(true);
  });
  await test.step('one line says how much of it is missing, and tabs keep their names', async () => {
    await expect(said).toHaveText(/^13 of the 13 panels/);
    await expect(workspace.panelTab('Depth')).toBeVisible();
  });
  await test.step('given back, everything stands where it stood', async () => {
    await plugins.undo();
    await expect(page.getByRole('listbox', { name: /^Order book of / })).toBeVisible();
    await expect(said).toHaveCount(0);
  });
  await test.step('or the places are closed at a click', async () => {
    await plugins.list('Excluded').fill('panel-*');
    await plugins.list('Excluded').press('Enter');
    await plugins.save();
    await said.getByRole('button', { name: 'Close these panels' }).click();
    await expect(page.getByText('This workspace has no panels.')).toBeVisible();
    await plugins.undo();
    await expect(async () => {
      await new WorkspaceTabs(page).choose('Reset to the default'); // Of what he may have then: it has to have come back.
      await expect(workspace.panelTab('Depth')).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });
});

test('a trader without a VIP level sees what the next level opens, and watches the market meanwhile', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader0');
  await expect(page.getByRole('listbox', { name: /^Order book of / })).toBeVisible();
  for (const name of ['One-click trading', 'Click to trade']) {
    const locked = page.getByRole('button', { name, exact: true });
    await expect(locked).toBeDisabled();
    await expect(locked).toHaveAttribute('title', `${name} – locked, opens at VIP 1`);
  }
  await expect(page.getByRole('form', { name: 'Order' })).toHaveCount(0);
  await expect(page.getByText('Locked – opens at VIP 1.')).toBeVisible();
  const gallery = new Gallery(page);
  await gallery.open();
  await expect(gallery.panel('Order')).toContainText('VIP 1');
  await expect(gallery.panel('Order')).toBeDisabled();
  await expect(gallery.panel('Depth')).toBeEnabled();
});

async function openByPalette(page: Page, query: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a market' }).click();
  const palette = page.getByRole('dialog', { name: /^Type a market/ });
  await palette.getByRole('combobox').fill(query);
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

async function runCommand(page: Page, query: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Type a command or a market' });
  await page.keyboard.press('Control+K');
  await palette.getByRole('combobox').fill(query);
  await expect(palette.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

const closeTab = (page: Page, name: string): Promise<void> => page.getByRole('button', { name: `Close ${name}` }).click();

/** Listens to the settings that the page saves by itself, a moment after a change. Gives a wait for a save with this content. */
function watchSaves(page: Page): (content: RegExp) => Promise<void> {
  let last = '';
  page.on('response', (response) => {
    if (response.url().endsWith('config/save') && response.ok()) last = response.request().postData() ?? '';
  });
  return (content) => expect.poll(() => last, { message: 'what was saved last' }).toMatch(content);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error('both ends of the drag must be on the screen');
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 12 });
  await page.mouse.up();
}
