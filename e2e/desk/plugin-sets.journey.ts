import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { PluginsPage } from '../kit/panels/plugins-page.ts';

test.setTimeout(120_000);

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
    await plugins.save();
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
});
