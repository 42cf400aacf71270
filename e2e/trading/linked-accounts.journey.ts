import type { Page } from '@playwright/test';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** Chooses in the link group's menu of a panel, by its tab's keys. */
async function chooseLink(page: Page, workspace: Workspace, panel: string, item: RegExp | string): Promise<void> {
  await workspace.show(panel);
  const choice = page.getByRole('menuitemradio', { name: item, exact: true });
  // A panel that has just come out may take the keyboard from its tab once more.
  await expect(async () => {
    await workspace.panelTab(panel).focus();
    await page.keyboard.press('Shift+F10');
    await expect(choice).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await choice.click();
}

test('panels of a link group work with the group’s account, which stays with the workspace', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  const ticket = new OrderTicket(page);
  const exchangesOf = async (): Promise<readonly string[]> => {
    const rows = await (await workspace.tableInFront('Accounts')).read();
    return [...new Set(rows.map((row) => row.Exchange ?? ''))].sort();
  };
  await expect(ticket.form).toBeVisible();
  await workspace.show('Balances');
  await choose(page.getByRole('combobox', { name: 'Show by' }), 'Accounts');
  await expect.poll(async () => (await exchangesOf()).length).toBeGreaterThan(2);

  await test.step('a group tied to an account shows that account alone', async () => {
    await chooseLink(page, workspace, 'Balances', /^Meridian/);
    await expect.poll(exchangesOf).toEqual(['Meridian']);
    await expect(workspace.panelTab('Balances')).toHaveAttribute('aria-description', /account Meridian/);
    await expect(workspace.panelTab('Open orders')).toHaveAttribute('aria-description', /account Meridian/);
    await expect(workspace.panelTab('Order')).toHaveAttribute('aria-description', /account Meridian/);
  });

  await test.step('a panel of another group does not follow', async () => {
    await chooseLink(page, workspace, 'Balances', 'Violet');
    await expect.poll(async () => (await exchangesOf()).length).toBeGreaterThan(2);
    await chooseLink(page, workspace, 'Balances · BTCUSDT', 'Blue – follows the tabs');
    await expect.poll(exchangesOf).toEqual(['Meridian']);
  });

  await test.step('it is there again after a reload', async () => {
    await new WorkspaceTabs(page).saved();
    await page.reload();
    await workspace.show('Balances');
    await choose(page.getByRole('combobox', { name: 'Show by' }), 'Accounts');
    await expect.poll(exchangesOf).toEqual(['Meridian']);
  });

  await test.step('and goes when all accounts are chosen', async () => {
    await chooseLink(page, workspace, 'Open orders', 'All accounts');
    await workspace.show('Balances');
    await choose(page.getByRole('combobox', { name: 'Show by' }), 'Accounts');
    await expect.poll(async () => (await exchangesOf()).length).toBeGreaterThan(2);
  });
});

test('panels of another link group have a market of their own, which stays with the user', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const book = (symbol: string) => page.getByRole('listbox', { name: new RegExp(`^Order book of ${symbol}`) });
  await expect(book('BTCUSDT')).toBeVisible();
  for (const panel of ['Depth', 'Markets']) await chooseLink(page, workspace, panel, 'Violet');
  await page.getByRole('textbox', { name: 'Search' }).fill('aur sol');
  await page.getByRole('textbox', { name: 'Search' }).press('Enter');
  await expect(book('SOLUSDT')).toBeVisible();
  await test.step('the others stay with the tabs', async () => {
    await expect(workspace.tab('BTCUSDT', 'Aurora')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('application', { name: /BTCUSDT/ })).toBeVisible();
    await workspace.tab('BTCUSDT', 'Meridian').click();
    await expect(book('SOLUSDT')).toBeVisible();
  });
  await new WorkspaceTabs(page).saved();
  await page.reload();
  await expect(book('SOLUSDT')).toBeVisible();
});
