import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { OrderTicket } from '../kit/panels/order-ticket.ts';
import { PluginsPage } from '../kit/panels/plugins-page.ts';
import { expectSessionEnded, SignInPage } from '../kit/sign-in.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('an administrator sees who changed a set and why, rolls it back, looks with the eyes of a role, and keeps sets by name', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  const plugins = new PluginsPage(page);
  await plugins.open();
  await plugins.setLevel('panel-depth', 2);

  const editor = page.getByRole('region', { name: 'Plugins of Trader' });
  await test.step('whatever needs a plugin that goes is named first, and the plugin is kept', async () => {
    await plugins.cell('service-alerts').click();
    await page.getByRole('menuitemradio', { name: 'Not at all' }).click();
    const needing = editor.getByRole('list', { name: 'These stop as well, for they need what goes:' });
    await expect(needing.getByRole('listitem')).toHaveText([/^panel-alerts\s*← service-alerts$/]);
    await look(page, 'plugins-dependants');
    await editor.getByRole('button', { name: 'Save for Trader' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('list', { name: 'These stop as well, for they need what goes:' })).toBeVisible();
    await clean(page, 'the dialog that takes plugins away', '[role=dialog]');
    await look(page, 'plugins-dependants-dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('no');
    await dialog.getByRole('button', { name: 'Take it away' }).click();
    await expect(dialog.getByText('Enter a reason of at least 3 characters')).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await editor.getByRole('button', { name: 'Undo changes' }).click();
    await expect(needing).toHaveCount(0);
  });
  await test.step('seen as a level, what is locked says from where on it opens', async () => {
    await editor.getByRole('button', { name: 'Seen as Trader' }).click();
    const seen = editor.locator('dl');
    await expect(seen.getByText('Depth · from VIP 2', { exact: true })).toBeVisible();
    await editor.getByRole('combobox', { name: 'Level' }).click();
    await page.getByRole('option', { name: 'VIP 2' }).click();
    await expect(seen.getByText('Depth', { exact: true })).toBeVisible();
    await expect(seen.getByText('Plugins', { exact: true })).toHaveCount(0);
    await clean(page, 'seen as a role');
    await look(page, 'plugins-seen-as');
  });
  const versions = editor.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await test.step('versions say who, why and what, and one is rolled back by the same door', async () => {
    await editor.getByRole('button', { name: 'Seen as Trader' }).click();
    await editor.getByRole('button', { name: 'Versions' }).click();
    await expect(versions).toHaveCount(2);
    await expect(versions.first()).toContainText('a journey');
    await expect(versions.first()).toContainText('panel-depth from VIP 2');
    await versions.last().getByRole('button', { name: 'Roll back to it' }).click();
    await expect(editor.getByRole('status').first()).toHaveText(/traders gain 1 panel/);
    await expect(editor.getByText(/^These are the plugins of version \d+, not saved yet\./)).toBeVisible();
    const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks(), 'the browser asks before the draft is lost').toBe(true);
    await plugins.save();
    await expect(editor.getByText('not saved yet')).toHaveCount(0);
    expect(await asks()).toBe(false);
    await expect(versions).toHaveCount(3);
    await expect(versions.first()).toContainText('panel-depth at every level');
    await look(page, 'plugins-versions');
  });
  await test.step('a set is kept by a name, and becomes the draft of another role', async () => {
    await editor.getByRole('button', { name: 'Named sets' }).click();
    await editor.getByRole('button', { name: 'Keep this set as…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('pro');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('for those who pay');
    await dialog.getByRole('button', { name: 'Keep this set by a name' }).click();
    await expect(editor.getByRole('button', { name: 'Use for Trader' })).toBeVisible();
    await clean(page, 'versions and named sets');
  });
  await test.step('a version of the product is given the set, and is looked at with its eyes', async () => {
    await editor.getByRole('combobox', { name: 'Set of Pro' }).click();
    await page.getByRole('option', { name: 'pro', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('for those who pay');
    await dialog.getByRole('button', { name: 'Give it' }).click();
    await expect(editor.getByRole('combobox', { name: 'Set of Pro' })).toHaveText('pro');
    await clean(page, 'versions of the product');
    await look(page, 'plugins-product-versions');
    await editor.getByRole('button', { name: 'Seen as Trader' }).click();
    await editor.getByRole('combobox', { name: 'Product version' }).click();
    await page.getByRole('option', { name: 'Pro', exact: true }).click();
    await expect(editor.locator('dl').getByText('Depth', { exact: true })).toBeVisible();
  });
  await test.step('who is given the version has it on his open page once he has signed in again, and follows into another role', async () => {
    await plugins.exclude('panel-depth');
    const trader = await visitAs(server, 'trader1');
    // A changed right ends every session.
    trader.errors.expect(/401|WebSocket/);
    const gallery = new Gallery(trader.page);
    const has = async (panel: string, count: number): Promise<void> => {
      await gallery.open();
      await expect(gallery.panel('Chart')).toBeVisible();
      await expect(gallery.panel(panel)).toHaveCount(count);
      await gallery.close();
    };
    await has('Depth', 0);
    await page.goto('/admin/users?search=trader1');
    await page
      .getByRole('grid', { name: 'Users' })
      .getByRole('row', { name: /^trader1\s/ })
      .click();
    const card = page.getByRole('complementary', { name: 'User' });
    const give = async (field: string, choice: string): Promise<void> => {
      await choose(card.getByRole('combobox', { name: field }), choice);
      await card.getByRole('textbox', { name: 'Reason' }).fill('pays for more');
      await card.getByRole('button', { name: 'Save' }).click();
      await expect(card.getByText('Saved', { exact: true })).toBeVisible();
      await expectSessionEnded(trader.page);
      await new SignInPage(trader.page).send(server.account('trader1'));
      await expect(trader.page.getByRole('dialog')).toHaveCount(0);
    };
    await give('Product version', 'Pro');
    await has('Depth', 1);
    await expect(new OrderTicket(trader.page).form).toBeVisible();
    await give('Role', 'Observer');
    await expect(new OrderTicket(trader.page).form).toHaveCount(0);
    await has('Order', 0);
    await expect(trader.page).toHaveURL(/\/dashboard$/);
    await look(page, 'users-product');
    await look(trader.page, 'observer-now');
  });
});
