import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { SmallWorkspace } from '../kit/small-workspace.ts';
import { Workspace } from '../kit/workspace.ts';

/** Every screen is looked at in every theme. */
test.setTimeout(300_000);

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** What lies over the workspace, which is looked at by itself elsewhere. */
const overlay = 'dialog[open], [role=dialog], .fui-MenuPopover, .fui-PopoverSurface';

test('a checker finds nothing serious on any page, in any theme', async ({ visit, visitAs }) => {
  const guest = (await visit(server)).page;
  for (const path of ['/home', '/product', '/service/marketmaker', '/about-us', '/login', '/error?error=404', '/error?error=403']) {
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
    await clean(guest, path);
  }
  const { page } = await visitAs(server, 'admin');
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await clean(page, 'settings');
  await page.goto('/admin/plugins');
  for (const name of ['Plugins', 'From outside the build']) await expect(page.getByRole('grid', { name })).toBeVisible();
  await clean(page, 'plugins');
  await page.goto('/admin/users');
  await page
    .getByRole('grid', { name: 'Users' })
    .getByRole('row', { name: /trader1/ })
    .click();
  await expect(page.getByRole('heading', { name: 'trader1' })).toBeVisible();
  await clean(page, 'users');
  const trader = (await visitAs(server, 'trader3')).page;
  await trader.goto('/AIdashboard');
  await expect(trader.getByRole('grid').first()).toBeVisible();
  await clean(trader, 'AI dashboard');
});

test('nor in what opens over the workspace', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  const banner = page.getByRole('banner');
  const ticket = new OrderTicket(page);
  await expect(ticket.form).toBeVisible();
  await clean(page, 'workspace');
  await test.step('menus of the header', async () => {
    for (const name of [/^Workspace “/, 'Open a workspace', 'Venues', 'Messages', 'Language', 'Appearance', 'Account']) {
      await banner.getByRole('button', { name }).click();
      await expect(page.locator('.fui-MenuPopover, .fui-PopoverSurface')).toBeVisible();
      await clean(page, `menu ${name}`, overlay);
      await page.keyboard.press('Escape');
      await expect(page.locator('.fui-MenuPopover, .fui-PopoverSurface')).toHaveCount(0);
    }
  });
  await test.step('palette, shortcuts and their editor', async () => {
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await clean(page, 'palette', overlay);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    await clean(page, 'shortcuts', overlay);
    await sheet.getByRole('button', { name: 'Change…' }).click();
    await expect(page.getByRole('dialog', { name: 'Change keyboard shortcuts' })).toBeVisible();
    await clean(page, 'shortcut editor', overlay);
    await page.keyboard.press('Escape');
  });
  await test.step('link group of a panel, by the keyboard of its tab', async () => {
    await workspace.panelTab('Chart').focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitemradio').first()).toBeVisible();
    await clean(page, 'link group', overlay);
    await page.keyboard.press('Escape');
    await expect(workspace.panelTab('Chart')).toBeFocused();
  });
  await test.step('a question before an order, its life, and a question before it is canceled', async () => {
    await ticket.mode('Quick').click();
    await ticket.fill({ Price: '90000', Quantity: '0.01' });
    await ticket.side('Sell').click();
    await ticket.field('Quantity').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send this limit order?' });
    await expect(dialog).toBeVisible();
    await clean(page, 'confirmation', overlay);
    await dialog.getByRole('button', { name: 'Sell 0.01 BTC' }).click();
    const orders = await workspace.table('Open orders');
    await orders.has({ Market: 'BTC/USDT Aurora', Side: 'Sell' });
    await orders.row('BTC/USDT').getByText('Sell', { exact: true }).dblclick();
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean(page, 'life of an order', overlay);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await orders.frame.hover();
    await orders.frame.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
    await clean(page, 'columns', overlay);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
    await expect(page.getByText('Cancel 1 orders?')).toBeVisible();
    await clean(page, 'cancel all', overlay);
    await page.keyboard.press('Escape');
  });
});

test('nor in windows of their own', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  await workspace.show('Depth');
  const [window] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
  await expect(window.getByRole('listbox', { name: /^Order book of/ })).toBeVisible();
  await clean(window, 'depth in a window');
  await window.close();
  const market = encodeURIComponent('aurora/BTCUSDT/spot');
  for (const path of [`/exkchart?q=${market}`, `/exmutiplykchart?s=${market}&num=4`, `/exdepth?q=${market}`]) {
    await page.goto(path);
    await expect(page.locator('[data-panel] canvas').first()).toBeVisible();
    await clean(page, path);
  }
});

test('nor on a phone', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const small = new SmallWorkspace(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await small.shows('Chart');
  for (const title of await small.tabs.allInnerTexts()) {
    await small.choose(title);
    await clean(page, `${title} on a phone`, '[data-place=front]');
  }
  await small.choose('Depth');
  await small.order('Buy').click();
  const { form } = new OrderTicket(page);
  await expect(form).toBeVisible();
  // What is on its way under the button that stays in sight is no smaller for it: looked at where nothing lies under it.
  await form.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await clean(page, 'order on a phone');
  await small.openMenu();
  await clean(page, 'menu on a phone');
});

test('the keyboard goes straight to the work', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await expect(page.getByRole('form')).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to the workspace' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
