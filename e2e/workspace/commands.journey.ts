import type { Page } from '@playwright/test';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Type a command or a market' });

test('the palette offers what was chosen last, commands and markets, also after a reload', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const choose = async (query: string): Promise<void> => {
    await page.keyboard.press('Control+K');
    await palette(page).getByRole('combobox').fill(query);
    await expect(palette(page).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await choose('cosy');
  await choose('ethusdt meri');
  const saved = page.waitForResponse((response) => response.url().endsWith('/config/save'));
  await choose('stcorf');
  await saved;
  await page.reload();
  await expect(new Workspace(page).tabs.first()).toBeVisible();
  await page.keyboard.press('Control+K');
  const options = palette(page).getByRole('option');
  await expect(options.first()).toContainText('Swap the colours of rising and falling');
  await expect(options.nth(1)).toContainText('ETHUSDT');
  await expect(options.nth(2)).toContainText('Switch between compact and cosy rows');
  await expect(options.nth(3)).not.toContainText('Recent');
});

test('the palette has each strategy with its icon, and leads to its form from any page', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await page.keyboard.press('Control+K');
  const options = palette(page).getByRole('option');
  await palette(page).getByRole('combobox').fill('strategy: shock');
  await expect(options).toHaveText(['Strategy: Shock grid']);
  await expect(options.locator('svg')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const form = page.locator('[data-panel="panel-strategy-form/strategy-form"]').filter({ visible: true });
  await expect(form).toContainText('Shock grid');
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('keys are looked up, changed with a word about a conflict, kept, and given back', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const root = page.locator('html');
  await page.getByRole('button', { name: 'Search or run' }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region', { name: 'Markets' })).toContainText('Next marketAlt+→');
  await sheet.getByRole('button', { name: 'Change…' }).click();

  const editor = page.getByRole('dialog', { name: 'Change keyboard shortcuts' });
  const keysOf = (command: string) => editor.getByRole('button', { name: new RegExp(`^${command}: `) });
  await test.step('keys that another command has change hands only when asked to', async () => {
    await keysOf('Switch between compact and cosy rows').click();
    await page.keyboard.press('Control+K');
    await expect(editor.getByRole('alert')).toContainText('Ctrl+K already runs “Open the command palette”.');
    await editor.getByRole('button', { name: 'Leave it' }).click();
    await expect(keysOf('Open the command palette')).toHaveText('Ctrl+K');
    await keysOf('Switch between compact and cosy rows').click();
    await page.keyboard.press('Control+K');
    await editor.getByRole('button', { name: 'Use it here' }).click();
    await expect(keysOf('Open the command palette')).toHaveText('None');
  });
  await test.step('keys that browsers keep are warned about', async () => {
    await keysOf('Sign out').click();
    await page.keyboard.press('Control+Shift+N');
    await expect(editor.getByText('Most browsers keep Ctrl+Shift+N for themselves: it may not work here.')).toBeVisible();
    await editor.getByRole('button', { name: 'Remove the keys of Sign out' }).click();
  });
  await test.step('the new keys work, and still do after a reload', async () => {
    const saved = page.waitForResponse((response) => response.url().endsWith('/config/save'));
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
    await page.keyboard.press('Control+K');
    await expect(root).toHaveAttribute('data-density', 'cosy');
    await saved;
    await page.reload();
    await expect(new Workspace(page).tabs.first()).toBeVisible();
    await page.keyboard.press('Control+K');
    await expect(root).toHaveAttribute('data-density', 'compact');
  });
  await test.step('everything goes back to its default', async () => {
    await page.goto('/setup');
    await page.getByRole('button', { name: 'Change…' }).click();
    await editor.getByRole('button', { name: 'Reset all' }).click();
    await expect(keysOf('Open the command palette')).toHaveText('Ctrl+K');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await expect(palette(page)).toBeVisible();
  });
});

test('the gallery finds panels in any language, adds them by keyboard or by dragging, and shows what the next level opens', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader0');
  const workspace = new Workspace(page);
  const gallery = new Gallery(page);
  await page.keyboard.press('Alt+P');
  await expect(gallery.search).toBeFocused();
  await expect(gallery.panel('Order')).toContainText('VIP 1');
  await expect(gallery.panel('Order')).toBeDisabled();
  await test.step('by keyboard', async () => {
    // A press on the workspace closes what lies over it; the panel comes where the user was last.
    await gallery.close();
    await workspace.panelTab('Chart').click();
    await gallery.open();
    await gallery.search.fill('逐笔成交');
    await expect(gallery.panel('Trades')).toBeVisible();
    await expect(gallery.panel('Chart')).toHaveCount(0);
    await gallery.search.press('Enter');
    await expect(workspace.panelTab('Trades')).toHaveCount(2);
  });
  await test.step('by dragging its picture onto another panel', async () => {
    await gallery.search.fill('');
    const picture = gallery.panel('Depth').locator('svg').first();
    const [from, to] = [await picture.boundingBox(), await workspace.panelTab('Chart').boundingBox()];
    if (from === null || to === null) throw new Error('both ends of the drag must be on the screen');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    await expect(workspace.panelTab('Depth')).toHaveCount(2);
    await expect.poll(async () => (await workspace.panelTab('Depth').first().boundingBox())?.y).toBe(to.y);
  });
});

test('the gallery lies over the workspace, which keeps its width on every screen, and gives way to Escape and to a press beside it', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader3');
  await page.setViewportSize({ width: 1366, height: 768 });
  const workspace = new Workspace(page);
  const gallery = new Gallery(page);
  const button = page.getByRole('button', { name: 'Add a panel' });
  const widthOf = async (): Promise<number | undefined> => (await page.getByRole('main').boundingBox())?.width;
  const before = await widthOf();
  await test.step('its button opens and closes it', async () => {
    await gallery.open();
    expect(await widthOf()).toBe(before);
    await button.click();
    await expect(gallery.search).toHaveCount(0);
  });
  await test.step('Escape closes it, also after a panel was added, and the button has the focus again', async () => {
    await gallery.open();
    await gallery.panel('Trades').click();
    await expect(workspace.panelTab('Trades')).toHaveCount(2);
    await expect(gallery.search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gallery.search).toHaveCount(0);
    await expect(button).toBeFocused();
  });
  await test.step('a press beside it closes it, and does what it is for', async () => {
    await gallery.open();
    await workspace.panelTab('Order history').click();
    await expect(gallery.search).toHaveCount(0);
    await expect(workspace.panelTab('Order history')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('a wide workspace keeps its width as well', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const wide = await widthOf();
    await gallery.open();
    expect(await widthOf()).toBe(wide);
    await workspace.panelTab('Open orders').click();
    await expect(gallery.search).toHaveCount(0);
  });
});

test('a first workspace stands after forty-five requests at most, from a browser that keeps nothing yet', async ({ visit, visitAs }) => {
  await visitAs(server, 'trader2');
  const { page } = await visit(server, server.sessions.get('trader2'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/dashboard');
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(45);
});

test("a command that breaks says 'Action Failed', costs nothing, and does its work once it can", async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/command workspace\.export/);
  const run = async (): Promise<void> => {
    await page.keyboard.press('Control+K');
    await palette(page).getByRole('combobox').fill('export the workspace');
    await expect(palette(page).getByRole('option').first()).toContainText('Export the workspace as a file');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  // A browser that has no room left for a file.
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = () => {
      URL.createObjectURL = make;
      throw new DOMException('there is no room for it', 'QuotaExceededError');
    };
  });
  const failed = page.getByRole('alert').filter({ hasText: 'Action Failed' });
  await run();
  await expect(failed).toHaveCount(1);
  await expect(new Workspace(page).tabs.first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await run();
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);
  await expect(failed).toHaveCount(1);
});
