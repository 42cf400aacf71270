import type { Page } from '@playwright/test';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const widthOf = async (page: Page, panel: string): Promise<number> =>
  Math.round((await page.locator(`[data-panel="${panel}"]`).boundingBox())?.width ?? 0);
const [markets, chart, ticket] = ['panel-markets/markets', 'panel-chart/chart', 'panel-order-ticket/order-ticket'] as const;

test('what stands beside the chart keeps its width on every screen, as it was dragged, and a narrow screen leaves it as it is', async ({
  visitAs,
}) => {
  const { page } = await visitAs(server, 'trader1');
  const tabs = new WorkspaceTabs(page);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await expect(page.locator(`[data-panel="${ticket}"]`)).toBeVisible();
  const before = await widthOf(page, markets);

  await test.step('a border is dragged', async () => {
    const border = page.locator('.lm_splitter.lm_horizontal').first();
    const box = await border.boundingBox();
    if (box === null) throw new Error('no border stands there');
    await page.mouse.move(box.x + 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 42, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(page, markets)).toBe(before + 40);
    await tabs.saved();
  });
  await test.step('a wider screen gives its room to the chart', async () => {
    const [middle, right] = [await widthOf(page, chart), await widthOf(page, ticket)];
    await page.setViewportSize({ width: 2_560, height: 1_440 });
    await expect.poll(() => widthOf(page, chart)).toBe(middle + 1_120);
    expect([await widthOf(page, markets), await widthOf(page, ticket)]).toEqual([before + 40, right]);
  });
  await test.step('a narrow one puts panels behind and under each other, and cuts none', async () => {
    await page.setViewportSize({ width: 820, height: 1_100 });
    await expect(page.locator('.lm_splitter.lm_horizontal')).toHaveCount(1);
    // In front, or in the list of those without room.
    await expect(page.locator('[role=tab]').filter({ hasText: 'Markets' })).toHaveCount(1);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await expect.poll(() => widthOf(page, markets)).toBe(before + 40);
  });
  await page.reload();
  await expect.poll(() => widthOf(page, markets)).toBe(before + 40);
});

for (const [width, height] of [
  [1_366, 768],
  [1_440, 900],
  [1_920, 1_080],
  [2_560, 1_440],
] as const) {
  test(`no panel of the first workspace has to be scrolled sideways at ${width} × ${height}`, async ({ visitAs }) => {
    const { page } = await visitAs(server, 'trader2');
    // The workspace has been laid out for another window before it comes into this one.
    await expect(page.locator(`[data-panel="${ticket}"]`)).toBeVisible();
    await page.setViewportSize({ width, height });
    await expect(page.locator(`[data-panel="${markets}"] [role=row]`).nth(3)).toBeVisible();
    const sideways = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-panel] *')]
          // The bar takes its room, as at most desks.
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.offsetHeight > part.clientHeight + 4)
          .map((part) => `${part.closest<HTMLElement>('[data-panel]')?.dataset.panel} ${part.clientWidth} < ${part.scrollWidth}`),
      );
    await expect.poll(sideways).toEqual([]);
    // Room that a dragged border, or a workspace laid out for a wider window, takes from the lists.
    await page.setViewportSize({ width: width - 10, height });
    await expect.poll(sideways).toEqual([]);
  });
}

test('a ready workspace is chosen by its picture and stands in a tab of its own', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const tabs = new WorkspaceTabs(page);
  await tabs.open(/^Ready workspaces/);
  const dialog = page.getByRole('dialog', { name: 'Ready workspaces' });
  await expect(dialog.getByRole('button', { name: /^(Scalper|Swing trader|Arbitrage|Market maker)/ })).toHaveCount(4);
  await dialog.getByRole('button', { name: /^Swing trader/ }).click();
  await tabs.shows(['Trade', 'Swing trader'], 'Swing trader');
  const workspace = new Workspace(page);
  for (const title of ['Markets', 'Price alerts', 'Chart', 'Positions']) {
    await expect(workspace.panelTab(title).filter({ visible: true })).toHaveCount(1);
  }

  await test.step('an alert is made by mouse in its low panel', async () => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.getByRole('button', { name: 'New alert' }).first().click();
    const form = page.getByRole('form', { name: 'New alert' });
    await expect(form.getByRole('combobox', { name: 'Channel' })).toHaveText('Web and app');
    await choose(form.getByRole('combobox', { name: 'Channel' }), 'App');
    await look(page, 'alert-form');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const alerts = await workspace.tableInFront('Price alerts');
    await expect(alerts.grid.getByRole('rowgroup').getByRole('row')).toHaveCount(1);
    await alerts.grid.getByRole('rowgroup').getByRole('row').first().click();
    await page.keyboard.press('F2');
    const edit = page.getByRole('form', { name: 'Edit alert' });
    await expect(edit.getByRole('combobox', { name: 'Channel' })).toHaveText('App');
  });
});

test('the tabs in front stay in sight among many, at every width and over a reload, and hidden ones are hinted', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const [tabs, workspace] = [new WorkspaceTabs(page), new Workspace(page)];
  const strip = (name: string) => page.getByRole('navigation', { name }).locator('[data-more]');
  const inFront = (name: string) => page.getByRole('navigation', { name }).getByRole('button', { pressed: true });
  const bothInSight = async (): Promise<void> => {
    for (const name of ['Workspaces', 'Markets']) await expect(inFront(name)).toBeInViewport({ ratio: 0.98 });
  };
  await page.setViewportSize({ width: 1_440, height: 900 });
  for (const name of ['Scalper', 'Swing trader', 'Arbitrage']) {
    await tabs.open(/^Ready workspaces/);
    await page
      .getByRole('dialog', { name: 'Ready workspaces' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
  }
  await tabs.tab('Trade').click();
  await workspace.tabs.last().click();
  await bothInSight();
  await expect(strip('Markets')).toHaveAttribute('data-more', 'before');
  for (const width of [1_366, 1_920, 1_280, 1_100]) {
    await page.setViewportSize({ width, height: 900 });
    await bothInSight();
  }
  await expect(strip('Workspaces')).toHaveAttribute('data-more', 'after');
  await tabs.saved();
  await page.reload();
  await bothInSight();
  await workspace.tabs.first().focus();
  await page.keyboard.press('Enter');
  await bothInSight();
});
