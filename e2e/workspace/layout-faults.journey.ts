import { readFileSync } from 'node:fs';
import { layoutVersion } from '../../core/client/layouts/layout-content.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { breakBalances, brokenMoments } from '../kit/guests/broken-panel.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { expectDashboard } from '../kit/sign-in.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** What other builds, and hands in the database, may have left there. */
const unreadable = [
  ['Later', 'was made by a newer version', { version: layoutVersion + 1, content: { frames: [] } }],
  ['Torn', 'cannot be read', { version: 2, content: { root: { kind: 'row', children: [{ kind: 'stack' }] } } }],
  ['Foreign', 'cannot be read', { version: 1, content: { grid: 'from somewhere else' } }],
] as const;

test('a layout that is newer, torn or foreign is kept as it is; the default workspace stands in its place', async ({ visit }) => {
  const account = server.account('observer');
  const http = new HttpClient(server.url);
  const user = await http.signIn(account.username, account.password);
  const ids: string[] = [];
  for (const [name, , saved] of unreadable) ids.push((await http.call('layoutCreate', { body: { name, ...saved } })).id);
  await http.call('layoutTabs', { body: { open: ids, active: ids[0] ?? null } });

  const { page } = await visit(server);
  await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
  await page.goto('/dashboard');
  await expectDashboard(page);
  const tabs = new WorkspaceTabs(page);
  const workspace = new Workspace(page);
  const shown = (title: string) => workspace.panelTab(title).filter({ visible: true });
  for (const [at, [name, says, saved]] of unreadable.entries()) {
    await test.step(`${name} ${says}`, async () => {
      await tabs.tab(name).click();
      await expect(page.getByText(`“${name}” ${says}`)).toBeVisible();
      await expect(shown('Fills')).toHaveCount(1);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as a file' }).click();
      expect(JSON.parse(readFileSync(await (await download).path(), 'utf8'))).toMatchObject({ name, ...saved });
    });
    await test.step('a change goes into a workspace of its own', async () => {
      await shown('Fills').getByTitle('Close panel').click();
      await tabs.saved();
      await expect(tabs.tab(`${name} 2`)).toBeVisible();
      await expect(page.getByText(`“${name}” ${says}`)).toHaveCount(0);
      expect(await http.call('layoutOpen', { query: { id: ids[at] ?? '' } })).toMatchObject({ name, revision: 1, ...saved });
    });
  }
});

test('a file that is no layout, or too large, is refused in one sentence and changes nothing', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'finance');
  const tabs = new WorkspaceTabs(page);
  const { messages } = new Workspace(page);
  const file = (content: object): string => JSON.stringify({ tessera: 'layout', name: 'In', version: 2, content });
  for (const [text, says] of [
    ['this is no JSON', 'This file is no workspace of Tessera: its field “tessera” is missing or damaged.'],
    [file({ root: { kind: 'pie' } }), 'This file is no workspace of Tessera: its field “content” is missing or damaged.'],
    [file({ root: null, text: 'x'.repeat(10_000_000) }), 'The workspace is too large: its field “content” may have at most 512 kB.'],
  ] as const) {
    await tabs.import(text);
    await expect(messages).toContainText(says);
    await messages.getByRole('button', { name: 'Close' }).first().click();
  }
  await tabs.shows(['Trade'], 'Trade');
});

for (const [at, moment] of brokenMoments.entries()) {
  test(`a panel that throws while ${moment} stops alone: the others go on, and nothing typed is lost`, async ({ visit }) => {
    const account = server.account(`trader${at + 1}`);
    const user = await new HttpClient(server.url).signIn(account.username, account.password);
    const { page, errors } = await visit(server);
    errors.expect(/broken while/);
    await breakBalances(page, moment);
    await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
    await page.goto('/dashboard');
    await expectDashboard(page);
    const workspace = new Workspace(page);
    const ticket = new OrderTicket(page);
    await ticket.fill({ Quantity: '0.125' });
    await workspace.show('Balances');
    const says = moment === 'leaving' ? 'A fixture in the place of the balances' : 'This panel stopped with an error.';
    await expect(page.getByText(says)).toBeVisible();
    await expect(ticket.field('Quantity')).toHaveValue('0.125');

    await test.step('it can be closed, and the workspace is saved without it', async () => {
      await workspace.panelTab('Balances').getByTitle('Close panel').click();
      await expect(workspace.panelTab('Balances')).toHaveCount(0);
      await expect(ticket.field('Quantity')).toHaveValue('0.125');
      await new WorkspaceTabs(page).saved();
    });
    await test.step('another one is opened, and the page is left and entered again', async () => {
      await new WorkspaceTabs(page).choose('Reset to the default');
      await workspace.show('Balances');
      await expect(page.getByText(says)).toBeVisible();
      await page.getByRole('link', { name: 'Settings' }).click();
      await expect(page).toHaveURL(/\/setup$/);
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      await page.getByRole('link', { name: 'Trade', exact: true }).click();
      await expect(workspace.panelTab('Chart')).toBeVisible();
    });
  });
}
