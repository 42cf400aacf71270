import { clean, mismatchedNames } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { Workspace } from '../kit/workspace.ts';

/** Every panel is looked at in every theme. */
test.setTimeout(300_000);

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

async function cleanPanel(workspace: Workspace, title: string): Promise<void> {
  await workspace.showAny(title);
  const panel = workspace.page.getByRole('tabpanel', { name: title, exact: true });
  await expect(panel.locator('[data-panel] > *').first()).toBeVisible();
  await clean(workspace.page, title, `#${await panel.getAttribute('id')}`);
}

test('a checker finds nothing serious in any panel of the first workspace, in any theme', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const titles = await workspace.titles();
  expect(titles.length).toBeGreaterThan(10);
  for (const title of titles) await cleanPanel(workspace, title);
  expect(await mismatchedNames(page.getByRole('banner'))).toEqual([]);
});

test('nor in any panel that the gallery adds', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  const gallery = new Gallery(page);
  await gallery.open();
  await clean(page, 'gallery');
  const open = await workspace.titles();
  const added = (await gallery.titles()).filter((title) => !open.includes(title));
  expect(added.length).toBeGreaterThan(0);
  for (const title of added) await gallery.panel(title).click();
  await gallery.close();
  for (const title of added) await cleanPanel(workspace, title);
});
