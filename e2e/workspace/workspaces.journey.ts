import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { layoutVersion } from '../../core/client/layouts/layout-content.ts';
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

test('workspaces stand side by side, are named, copied, moved, closed and deleted, and come back', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/409 .*layout\/rename/);
  const workspace = new Workspace(page);
  const tabs = new WorkspaceTabs(page);
  const ticket = new OrderTicket(page);
  await tabs.shows(['Trade'], 'Trade');
  await workspace.panelTab('Trades').getByTitle('Close panel').click();
  await expect(workspace.panelTab('Trades')).toHaveCount(0);
  await tabs.saved();

  await test.step('a new one begins with the default, and the first is as it was, typing included', async () => {
    await ticket.fill({ Quantity: '0.25' });
    await tabs.open('New workspace');
    await tabs.shows(['Trade', 'Workspace'], 'Workspace');
    await expect(workspace.panelTab('Trades').filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press('Alt+1');
    await tabs.shows(['Trade', 'Workspace'], 'Trade');
    await expect(ticket.field('Quantity').filter({ visible: true })).toHaveValue('0.25');
    await expect(workspace.panelTab('Trades').filter({ visible: true })).toHaveCount(0);
  });
  await test.step('one is renamed by double click or F2, and Escape changes nothing', async () => {
    await tabs.tab('Workspace').dblclick();
    await tabs.name('Night');
    await tabs.shows(['Trade', 'Night'], 'Night');
    await tabs.tab('Night').press('F2');
    await page.keyboard.type('never');
    await page.keyboard.press('Escape');
    await tabs.shows(['Trade', 'Night'], 'Night');
  });
  await test.step('a name that is taken is refused in one sentence', async () => {
    await tabs.tab('Night').press('F2');
    await tabs.name('Trade');
    await expect(workspace.messages).toContainText('Another workspace is called “Trade”.');
    await tabs.shows(['Trade', 'Night'], 'Night');
    await workspace.messages.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('save as and duplicate make copies beside it', async () => {
    await tabs.tab('Trade').click();
    await tabs.choose('Save as…');
    await tabs.name('Asia');
    await tabs.shows(['Trade', 'Asia', 'Night'], 'Asia');
    await expect(workspace.panelTab('Trades').filter({ visible: true })).toHaveCount(0);
    await tabs.choose('Duplicate');
    await tabs.shows(['Trade', 'Asia', 'Asia 2', 'Night'], 'Asia 2');
  });
  await test.step('tabs are moved by keyboard and by mouse', async () => {
    await tabs.tab('Asia 2').press('Alt+Shift+ArrowRight');
    await tabs.shows(['Trade', 'Asia', 'Night', 'Asia 2'], 'Asia 2');
    await tabs.tab('Night').dragTo(tabs.tab('Trade'));
    await tabs.shows(['Night', 'Trade', 'Asia', 'Asia 2'], 'Asia 2');
  });
  await test.step('a deleted one comes back by undo, at its place', async () => {
    await tabs.tab('Asia').click();
    await tabs.choose('Delete');
    await tabs.shows(['Night', 'Trade', 'Asia 2'], 'Trade');
    await expect(workspace.messages).toContainText('“Asia” was deleted.');
    await workspace.messages.getByRole('button', { name: 'Undo' }).click();
    await tabs.shows(['Night', 'Trade', 'Asia', 'Asia 2'], 'Asia');
  });
  await test.step('a closed one is kept and can be opened again', async () => {
    await tabs.tab('Asia 2').press('Delete');
    await tabs.shows(['Night', 'Trade', 'Asia'], 'Asia');
    await tabs.open('Asia 2');
    await tabs.shows(['Night', 'Trade', 'Asia', 'Asia 2'], 'Asia 2');
  });
  await test.step('after a reload all of it is there', async () => {
    await page.waitForTimeout(600);
    await page.reload();
    await tabs.shows(['Night', 'Trade', 'Asia', 'Asia 2'], 'Asia 2');
    await expect(workspace.panelTab('Order history')).toBeVisible();
    await expect(workspace.panelTab('Trades')).toHaveCount(0);
  });
  await test.step('a reset brings the default back', async () => {
    await tabs.choose('Reset to the default');
    await expect(workspace.panelTab('Trades')).toHaveCount(1);
  });
});

test('a workspace goes out as a file and comes in again', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  const tabs = new WorkspaceTabs(page);
  await workspace.panelTab('Balances').getByTitle('Close panel').click();
  await tabs.saved();
  const download = page.waitForEvent('download');
  await tabs.choose('Export as a file');
  const file = await download;
  expect(file.suggestedFilename()).toBe('tessera-Trade.json');
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ tessera: 'layout', name: 'Trade', version: layoutVersion });

  await tabs.import(text);
  await tabs.shows(['Trade', 'Trade 2'], 'Trade 2');
  await expect(workspace.panelTab('Fills').filter({ visible: true })).toHaveCount(1);
  await expect(workspace.panelTab('Balances').filter({ visible: true })).toHaveCount(0);
});

test('an admin gives a workspace to traders: they start with it, a change makes it their own, a reset goes back to it', async ({
  visitAs,
}) => {
  const admin = await visitAs(server, 'admin');
  const adminTabs = new WorkspaceTabs(admin.page);
  await new Workspace(admin.page).panelTab('Markets').getByTitle('Close panel').click();
  await adminTabs.saved();
  await adminTabs.tab('Trade').press('F2');
  await adminTabs.name('House desk');
  await adminTabs.choose('Default for a role', 'Trader');
  await expect(new Workspace(admin.page).messages).toContainText('Trader starts with “House desk” from now on.');

  const { page } = await visitAs(server, 'trader0');
  const workspace = new Workspace(page);
  const tabs = new WorkspaceTabs(page);
  await tabs.shows(['House desk'], 'House desk');
  await expect(workspace.panelTab('Chart')).toBeVisible();
  await expect(workspace.panelTab('Markets')).toHaveCount(0);
  await expect(tabs.tab('House desk')).toHaveAttribute('title', /is from an administrator/);

  await test.step('the first change makes a copy', async () => {
    await workspace.panelTab('Fills').getByTitle('Close panel').click();
    await tabs.saved();
    await expect(tabs.tab('House desk')).toHaveAttribute('title', 'House desk');
    await page.reload();
    await expect(workspace.panelTab('Fills')).toHaveCount(0);
    await expect(workspace.panelTab('Chart')).toBeVisible();
  });
  await test.step('a reset goes back to what the admin gave', async () => {
    await tabs.choose('Reset to the default');
    await expect(workspace.panelTab('Fills')).toHaveCount(1);
    await expect(workspace.panelTab('Markets')).toHaveCount(0);
  });
  await test.step('once it is taken back, a trader who was never here starts as before', async () => {
    await admin.page.getByRole('menuitemcheckbox', { name: 'Trader', exact: true }).click();
    await expect(new Workspace(admin.page).messages).toContainText('Trader starts with the built-in workspace again.');
    await new WorkspaceTabs((await visitAs(server, 'trader3')).page).shows(['Trade'], 'Trade');
  });
});

test('an admin shares a workspace with a role: its people may open it beside their own, until it is taken back', async ({ visitAs }) => {
  const admin = await visitAs(server, 'admin');
  const adminTabs = new WorkspaceTabs(admin.page);
  const said = new Workspace(admin.page).messages;
  await adminTabs.open('New workspace');
  await expect(adminTabs.tabs).toHaveCount(2);
  await adminTabs.tabs.last().press('F2');
  await adminTabs.name('Risk desk');
  await new Workspace(admin.page).panelTab('Trades').filter({ visible: true }).getByTitle('Close panel').click();
  await adminTabs.saved();
  await adminTabs.choose('Share with a role', 'Finance');
  await expect(said).toContainText('“Risk desk” is shared with Finance.');

  const { page } = await visitAs(server, 'finance');
  const tabs = new WorkspaceTabs(page);
  await tabs.shows(['Trade'], 'Trade');
  await tabs.open(/Risk desk/);
  await tabs.shows(['Trade', 'Risk desk'], 'Risk desk');
  await expect(new Workspace(page).panelTab('Chart').filter({ visible: true })).toHaveCount(1);
  await expect(new Workspace(page).panelTab('Trades').filter({ visible: true })).toHaveCount(0);

  // The list of roles stays open for further ones.
  await admin.page.getByRole('menuitemcheckbox', { name: 'Finance', exact: true }).click();
  await expect(said).toContainText('“Risk desk” is no longer shared with Finance.');
  await page.reload();
  await tabs.shows(['Trade'], 'Trade');
});

test('each role starts with a workspace of its own work, and is offered nothing that the server would refuse', async ({ visitAs }) => {
  const order = (page: Page) => page.getByRole('button', { name: /^(Place an order|One-click trading|Click to trade)/ });
  for (const [who, panels] of [
    ['asset', ['Positions', 'Close history', 'Balances', 'Fills', 'Instance history', 'Chart', 'Markets']],
    ['finance_manage', ['Balances', 'Order history', 'Fills', 'Close history', 'Positions']],
    ['risk', ['Positions', 'Open orders', 'Running', 'Account limits', 'Balances']],
  ] as const) {
    await test.step(who, async () => {
      const { page } = await visitAs(server, who);
      const workspace = new Workspace(page);
      for (const panel of panels) await expect(workspace.panelTab(panel)).toHaveCount(1);
      await expect(workspace.panelTab('Order')).toHaveCount(0);
      await expect(order(page)).toHaveCount(0);
      await page.keyboard.press('Control+K');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill('buy');
      await expect(palette.getByRole('option', { name: /^Buy/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
    });
  }
});

test('of two windows on one workspace the later one is told, and its version is kept beside', async ({ visitAs }) => {
  const one = await visitAs(server, 'observer');
  const first = new WorkspaceTabs(one.page);
  const close = (workspace: Workspace, panel: string) => workspace.panelTab(panel).getByTitle('Close panel').click();
  await close(new Workspace(one.page), 'Fills');
  await first.saved();
  const two = await visitAs(server, 'observer');
  two.errors.expect(/409/);
  const workspace = new Workspace(two.page);
  await expect(workspace.panelTab('Balances')).toBeVisible();
  let release: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  await two.page.route('**/layout/save', async (route) => {
    await both;
    await route.continue();
  });
  const isSave = (call: { url(): string }) => call.url().endsWith('/layout/save');
  // The word “Saved” may still be that of the save before: what the windows say to the server tells who was first.
  const held = two.page.waitForRequest(isSave);
  await close(workspace, 'Trades');
  await held;
  const kept = one.page.waitForResponse(isSave);
  await close(new Workspace(one.page), 'Balances');
  await kept;
  release();
  await expect(workspace.messages).toContainText('Another window changed “Trade” and is shown now; your version is kept as “Trade 2”.');
  await expect(workspace.panelTab('Balances')).toHaveCount(0);
  await expect(workspace.panelTab('Trades')).toHaveCount(1);
  await workspace.messages.getByRole('button', { name: 'Open my version' }).click();
  await new WorkspaceTabs(two.page).shows(['Trade', 'Trade 2'], 'Trade 2');
  await expect(workspace.panelTab('Balances').filter({ visible: true })).toHaveCount(1);
  await expect(workspace.panelTab('Trades').filter({ visible: true })).toHaveCount(0);
});

test('a window that only looks on follows what another one saves, and keeps what was typed into it', async ({ visitAs }) => {
  const [first, second] = [(await visitAs(server, 'trader3')).page, (await visitAs(server, 'trader3')).page];
  const [mine, theirs] = [new Workspace(first), new Workspace(second)];
  const saves: string[] = [];
  for (const page of [first, second])
    page.on('request', (request) => {
      if (request.url().endsWith('/layout/save')) saves.push(request.url());
    });
  await mine.panelTab('Depth').getByTitle('Close panel').click();
  await new WorkspaceTabs(first).saved();
  await second.reload();
  await expect(theirs.panelTab('Chart')).toBeVisible();
  await new OrderTicket(second).fill({ Quantity: '0.25' });
  const before = saves.length;
  await mine.panelTab('Trades').getByTitle('Close panel').click();
  await expect(theirs.panelTab('Trades')).toHaveCount(0);
  await expect(new OrderTicket(second).field('Quantity')).toHaveValue('0.25');
  await test.step('and does not save it again', async () => {
    await second.waitForTimeout(3_000);
    expect(saves.length - before).toBe(1);
    await expect(mine.messages).toBeEmpty();
  });
  await test.step('and the other way round', async () => {
    await theirs.panelTab('Balances').getByTitle('Close panel').click();
    await expect(mine.panelTab('Balances')).toHaveCount(0);
  });
});

test('the next frame after its key shows the other workspace, drawn', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader0');
  const tabs = new WorkspaceTabs(page);
  await tabs.open('New workspace');
  await expect(tabs.tabs).toHaveCount(2);
  const names = await tabs.tabs.allTextContents();
  await tabs.shows(names, names[1] ?? '');
  await expect(page.locator('canvas').filter({ visible: true }).first()).toBeVisible();
  await tabs.tabs.first().click();
  await tabs.shows(names, names[0] ?? '');
  await expect(page.locator('canvas').filter({ visible: true }).first()).toBeVisible();
  for (const at of [2, 1, 2]) {
    const seen = await page.evaluate(async (digit) => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: String(digit), altKey: true, bubbles: true }));
      // The second frame begins when the first one has been painted.
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const front = document.querySelector('nav [aria-pressed="true"]')?.textContent;
      return { front, canvases: [...document.querySelectorAll('canvas')].filter((canvas) => canvas.checkVisibility()).length };
    }, at);
    expect(seen.front).toBe(names[at - 1]);
    expect(seen.canvases).toBeGreaterThan(0);
  }
});

test('two windows keep what each of them sets: the later save takes nothing from the earlier one', async ({ visitAs }) => {
  const [first, second] = [(await visitAs(server, 'trader1')).page, (await visitAs(server, 'trader1')).page];
  const isSave = (response: { url(): string; ok(): boolean }) => response.url().endsWith('/config/save') && response.ok();
  const looks = first.waitForResponse(isSave);
  await first.getByRole('banner').getByRole('button', { name: 'Appearance' }).click();
  await first.getByRole('radio', { name: 'Cosy' }).check();
  await looks;
  const market = second.waitForResponse(isSave);
  await new Workspace(second).tab('BTCUSDT', 'Meridian').click();
  await market;
  await second.reload();
  await expect(second.locator('html')).toHaveAttribute('data-density', 'cosy');
  await expect(new Workspace(second).tab('BTCUSDT', 'Meridian')).toHaveAttribute('aria-pressed', 'true');
});
