import type { Page } from '@playwright/test';
import { chooseAt } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { ChartPanel } from '../kit/panels/chart.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { PluginsPage } from '../kit/panels/plugins-page.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ calm: false });
});
test.afterAll(async () => {
  await server.close();
});

test('a panel in a window of its own follows the workspace, survives reloads, and comes back when the window is closed', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader1');
  const workspace = new Workspace(page);
  await workspace.panelTab('Depth').click();
  const [window] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
  const book = (symbol: string) => window.getByRole('listbox', { name: new RegExp(`^Order book of ${symbol}`) });
  await test.step('it leaves its place and shows the same market', async () => {
    await expect(book('BTCUSDT')).toBeVisible();
    await expect(window.getByRole('heading', { name: 'Depth · BTCUSDT · Aurora', exact: true })).toBeVisible();
    await expect(window).toHaveTitle('Depth · BTCUSDT · Aurora');
    await expect(workspace.panelTab('Depth')).toHaveCount(0);
  });
  await test.step('it follows the tabs of the workspace and its theme', async () => {
    await openByPalette(page, 'ethusdt aurora');
    await expect(book('ETHUSDT')).toBeVisible();
    const saved = page.waitForResponse((response) => response.url().endsWith('/layout/save') || response.url().endsWith('/config/save'));
    await saved;
  });
  await test.step('it is there after a reload of its own', async () => {
    await window.reload();
    await expect(book('ETHUSDT')).toBeVisible();
    await expect(workspace.panelTab('Depth')).toHaveCount(0);
  });
  await test.step('and after a reload of the workspace, which finds it again', async () => {
    await page.reload();
    await expect(workspace.panelTab('Chart')).toBeVisible();
    await expect(workspace.panelTab('Depth')).toHaveCount(0);
    await expect(page.getByText('1 window belongs to this workspace.')).toHaveCount(0);
  });
  await test.step('closed, its panel is back', async () => {
    await window.close({ runBeforeUnload: true });
    await expect(workspace.panelTab('Depth')).toHaveCount(1);
    await expect(page.getByRole('listbox', { name: /^Order book of ETHUSDT/ })).toBeVisible();
  });
  await test.step('a chart in a window of its own shows the crosshair of the one in the workspace, by time', async () => {
    const gallery = new Gallery(page);
    await gallery.open();
    await gallery.panel('Chart').click();
    await expect(workspace.panelTab('Chart')).toHaveCount(2);
    await workspace.panelTab('Chart').last().click();
    const [second] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
    await page.bringToFront();
    const [here, there] = [new ChartPanel(page), new ChartPanel(second)];
    for (const chart of [here, there]) await expect.poll(() => chart.close()).toMatch(/\d/);
    const same = async (): Promise<boolean> => (await here.close()) === (await there.close());
    const newest = await there.close();
    await here.point(0.2, 0.4);
    await expect.poll(() => there.close()).not.toBe(newest);
    await expect.poll(same).toBe(true);
    const under = await there.close();
    await page.mouse.move(5, 5);
    await expect.poll(() => there.close()).not.toBe(under);
    await expect.poll(same).toBe(true);
    // Each is alone in its window, and may all the same go in time with the other.
    for (const chart of [here, there]) await expect(chart.button('Scroll and zoom with the linked charts')).toBeVisible();
    await second.close({ runBeforeUnload: true });
  });
});

/** Every stack of the workspace: its tabs, which of them is in front, and its place. */
const stacksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.lm_stack')].map((stack) => {
      const { x, y, width, height } = stack.getBoundingClientRect();
      const tabs = [...stack.querySelectorAll('[role=tab]')].map((tab) => `${tab.textContent} ${tab.getAttribute('aria-selected')}`);
      return { tabs: tabs.join(', '), box: [x, y, width, height] };
    }),
  );

test('a window that is closed leaves every other stack as it was, over a reload of the workspace too', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  // Room for all tabs, and for another column.
  await page.setViewportSize({ width: 1_800, height: 900 });
  const workspace = new Workspace(page);
  for (const title of ['Depth', 'Order', 'Fills']) {
    await test.step(title, async () => {
      await workspace.panelTab(title).click();
      await workspace.panelTab('Balances').click();
      await workspace.panelTab(title).click();
      await expect(workspace.panelTab(title)).toHaveAttribute('aria-selected', 'true');
      const before = await stacksOf(page);
      const [window] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
      await expect(workspace.panelTab(title)).toHaveCount(0);
      await expect(window.getByRole('heading', { name: new RegExp(`^${title} · `) })).toBeVisible();
      await new WorkspaceTabs(page).saved();
      if (title === 'Order') {
        await page.reload();
        await expect(workspace.panelTab('Chart').first()).toBeVisible();
      }
      await page.bringToFront();
      await workspace.panelTab('Chart').first().click();
      await window.close({ runBeforeUnload: true });
      await expect(workspace.panelTab(title)).toHaveCount(1, { timeout: 15_000 });
      const tabs = before.map((stack) => stack.tabs);
      await expect.poll(async () => (await stacksOf(page)).map((stack) => stack.tabs)).toEqual(tabs);
      // A reload with a column less fits the others to the width that is left.
      const moved = async (): Promise<number> => {
        const now = (await stacksOf(page)).flatMap(({ box }) => box);
        return Math.max(...before.flatMap(({ box }) => box).map((px, at) => Math.abs(px - (now[at] ?? 0))));
      };
      await expect.poll(moved).toBeLessThan(12);
    });
  }
});

test('a ladder in a window of its own keeps its step, whether it was chosen or not', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const workspace = new Workspace(page);
  await workspace.panelTab('Depth').click();
  await page.getByRole('button', { name: 'Fixed price ladder' }).click();
  const stepOf = (of: Page) => of.getByRole('combobox', { name: 'Price step' });
  const shownStep = (of: Page) =>
    stepOf(of).evaluate((select) => (select instanceof HTMLSelectElement ? select.selectedOptions[0]?.text : select.textContent));
  await expect.poll(() => shownStep(page)).not.toBe('0.01');
  for (const chosen of [null, 5]) {
    if (chosen !== null) await chooseAt(stepOf(page), chosen);
    const step = await shownStep(page);
    await page.locator('[data-panel="panel-depth/depth"] canvas').click();
    const [window] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
    await expect(window.getByRole('listbox', { name: /^Order book of / })).toBeVisible();
    await expect.poll(() => shownStep(window)).toBe(step);
    await window.close({ runBeforeUnload: true });
    await expect.poll(() => shownStep(page)).toBe(step);
  }
});

test('a panel is moved, reached and resized by keyboard alone', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await page.setViewportSize({ width: 1_800, height: 900 });
  const workspace = new Workspace(page);
  const left = async (title: string): Promise<number> => (await workspace.panelTab(title).boundingBox())?.x ?? Number.NaN;
  await test.step('arrows walk along the tabs of a stack', async () => {
    await workspace.panelTab('Open orders').click();
    await workspace.panelTab('Open orders').focus();
    await page.keyboard.press('ArrowRight');
    await expect(workspace.panelTab('Order history')).toBeFocused();
    await expect(workspace.panelTab('Order history')).toHaveAttribute('aria-selected', 'true');
    await expect(workspace.panelTab('Open orders')).toHaveAttribute('tabindex', '-1');
  });
  const stacks = await page.getByRole('tablist').count();
  await test.step('move mode shows and says where the panel would go; Escape leaves it', async () => {
    await page.keyboard.press('Alt+M');
    const moving = page.getByRole('application', { name: 'Move Order history' });
    await expect(moving).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(moving.getByRole('status')).toHaveText('Right of Order history');
    await page.keyboard.press('Escape');
    await expect(moving).toHaveCount(0);
    await expect(page.getByRole('tablist')).toHaveCount(stacks);
  });
  await test.step('Enter drops it there, without drawing it anew', async () => {
    await page.keyboard.press('Alt+M');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tablist')).toHaveCount(stacks + 1);
    await expect.poll(async () => (await left('Order history')) - (await left('Open orders'))).toBeGreaterThan(200);
    await expect(page.getByRole('tabpanel', { name: /Order history/ })).toBeFocused();
  });
  await test.step('F6 goes to the next panel', async () => {
    await page.keyboard.press('F6');
    await expect(page.getByRole('tabpanel', { name: /Order history/ })).not.toBeFocused();
    await expect(page.locator('[role=tabpanel]:focus')).toHaveCount(1);
  });
  await test.step('borders move with the arrows and say how far', async () => {
    const border = page.getByRole('separator').first();
    const before = Number(await border.getAttribute('aria-valuenow'));
    await border.focus();
    await border.press('Shift+ArrowRight');
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  });
});

test('windows of a workspace come back with it in a browser that has never had them', async ({ visitAs }) => {
  const before = await visitAs(server, 'trader3');
  await new Workspace(before.page).panelTab('Depth').click();
  await Promise.all([before.page.context().waitForEvent('page'), before.page.keyboard.press('Alt+O')]);
  await expect(new Workspace(before.page).panelTab('Depth')).toHaveCount(0);
  await new WorkspaceTabs(before.page).saved();
  // The workspace first: the end of its windows would bring their panels back.
  await before.page.close();

  // This browser lets a page open windows by itself; others wait for a click.
  const { page } = await visitAs(server, 'trader3');
  const windows = () =>
    page
      .context()
      .pages()
      .filter((one) => one !== page);
  await expect.poll(() => windows().length).toBe(1);
  for (const window of windows()) {
    await expect(window.getByRole('listbox', { name: /^Order book of BTCUSDT/ })).toBeVisible();
    await expect(new Workspace(page).panelTab('Depth')).toHaveCount(0);
    await window.close({ runBeforeUnload: true });
  }
  await expect(new Workspace(page).panelTab('Depth')).toHaveCount(1);
});

test('of two tabs of a browser a window belongs to the one that opened it', async ({ visitAs }) => {
  const { page: first } = await visitAs(server, 'observer');
  await new Workspace(first).panelTab('Fills').getByTitle('Close panel').click();
  await new WorkspaceTabs(first).saved();
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  const [mine, theirs] = [new Workspace(first), new Workspace(second)];
  for (const workspace of [mine, theirs]) await expect(workspace.panelTab('Depth')).toHaveCount(1);
  // From here on it hears of what the other one saves.
  await expect(
    second
      .getByRole('listbox', { name: /^Order book of / })
      .getByRole('option')
      .first(),
  ).toBeVisible();
  await first.bringToFront();
  await mine.panelTab('Depth').click();
  const [window] = await Promise.all([first.context().waitForEvent('page'), first.keyboard.press('Alt+O')]);
  const book = (symbol: string) => window.getByRole('listbox', { name: new RegExp(`^Order book of ${symbol}`) });
  await expect(book('BTCUSDT')).toBeVisible();

  await test.step('the other tab follows what is saved, and knows that the window is open', async () => {
    // A tab that nobody sees need not be drawn.
    await second.bringToFront();
    await expect(theirs.panelTab('Depth')).toHaveCount(0);
    await expect(second.getByText('1 window belongs to this workspace.')).toHaveCount(0);
  });
  await test.step('it shows the market of its own tab, whatever the other one looks at', async () => {
    await openByPalette(second, 'ethusdt aurora');
    await expect(theirs.tab('ETHUSDT', 'Aurora')).toHaveAttribute('aria-pressed', 'true');
    await second.waitForTimeout(500);
    await expect(book('BTCUSDT')).toBeVisible();
    await first.bringToFront();
    await openByPalette(first, 'solusdt aurora');
    await expect(book('SOLUSDT')).toBeVisible();
  });
  await test.step('its settings and its end are saved once, so that nobody is told of a conflict', async () => {
    await chooseAt(window.getByRole('combobox', { name: 'Price step' }), 2);
    await new WorkspaceTabs(first).saved();
    await first.waitForTimeout(2_000);
    // The press ends its own page.
    const ended = window.waitForEvent('close');
    await window
      .getByRole('button', { name: 'Back to the workspace' })
      .evaluate((button) => setTimeout(() => (button as HTMLElement).click()));
    await ended;
    for (const workspace of [mine, theirs]) await expect(workspace.panelTab('Depth')).toHaveCount(1);
    await first.waitForTimeout(2_000);
    for (const page of [first, second]) await new WorkspaceTabs(page).shows(['Trade'], 'Trade');
    for (const workspace of [mine, theirs]) await expect(workspace.messages).not.toContainText('Another window changed');
  });
});

test('a plugin that is withdrawn while its panel stands in a window of its own leaves the window, which says so', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader0');
  const workspace = new Workspace(page);
  await workspace.panelTab('Depth').click();
  const [window] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+O')]);
  const book = window.getByRole('listbox', { name: /^Order book of / });
  await expect(book).toBeVisible();
  const plugins = new PluginsPage((await visitAs(server, 'admin')).page);
  await plugins.open();
  await plugins.exclude('panel-depth');
  await expect(window.getByText('This panel is not available to you at the moment.')).toBeVisible();
  await expect(workspace.panelTab('Chart')).toBeVisible();
  await plugins.remove('panel-depth');
  await expect(book).toBeVisible();
});

/** Opens a market without a change of the layout: a list of markets remembers its filters there. */
async function openByPalette(page: Page, query: string): Promise<void> {
  await page.bringToFront();
  await page.keyboard.press('Control+P');
  const palette = page.getByRole('dialog', { name: /^Type a market/ });
  await palette.getByRole('combobox').fill(query);
  await expect(palette.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}
