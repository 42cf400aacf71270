import { gzipSync } from 'node:zlib';
import { clean } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

test('a guest reads the guide, finds a place in it by keyboard, and goes on finding without a network', async ({ visit }) => {
  const { page } = await visit(server);
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js') && response.status() === 200) scripts.add(response.url());
  });
  await page.goto('/guide/trader/orders');
  const search = page.getByRole('combobox', { name: 'Search the guide' });
  const found = page.getByRole('option');

  await test.step('chapters lead to one another, and contents say where one is', async () => {
    await page.getByRole('link', { name: 'Next Following orders' }).click();
    await expect(page).toHaveURL(/\/guide\/trader\/open-orders$/);
    const contents = page.getByRole('navigation', { name: 'Contents' }).filter({ visible: true });
    await expect(contents.getByRole('link', { name: 'Following orders' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('the slash key brings the search, arrows choose, Enter goes there', async () => {
    // The page hears the key once its script has come, which a busy machine takes its time with.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await page.keyboard.type('post only');
    await expect(found.first()).toContainText('Time in force');
    await expect(found.first().locator('mark').first()).toHaveText(/^post$/i);
    await clean(page, 'a chapter with what was found over it');
    await page.keyboard.press('ArrowDown');
    await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/guide\/trader\/orders#time-in-force$/);
    await expect(page.getByRole('heading', { name: 'Time in force' })).toBeInViewport();
  });
  await test.step('what was searched once is searched without a network too', async () => {
    await search.fill('kill switch');
    await expect(found.first()).toBeVisible();
    await page.context().setOffline(true);
    await search.fill('canary');
    await expect(found.first()).toContainText('The five environments');
    await search.fill('xyzzyq');
    await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await page.context().setOffline(false);
    expect(scripts.size).toBeGreaterThan(2);
    // Asked for anew: of a page that was left the browser keeps none.
    const bodies = await Promise.all([...scripts].map(async (address) => Buffer.from(await (await fetch(address)).arrayBuffer())));
    expect(bodies.reduce((sum, body) => sum + gzipSync(body).length / 1_000, 0)).toBeLessThanOrEqual(70);
  });
  await test.step('Chinese is found inside a sentence', async () => {
    await page.evaluate(() => localStorage.setItem('lang', 'zh-CN'));
    await page.goto('/guide/trader/orders');
    await expect(page).toHaveURL(/\/zh-CN\/guide\/trader\/orders$/);
    await page.getByRole('combobox', { name: '搜索指南' }).fill('排队位置');
    await expect(found.first()).toContainText('当前委托');
  });
  await test.step('code is copied by a button', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/zh-CN/guide/admin/recovery');
    await page.getByRole('button', { name: '复制' }).first().click();
    await expect(page.getByRole('button', { name: '已复制' })).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('npm run recover');
  });
});

test('the question mark of a panel, and F1, open its chapter in a tab of its own', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = new Workspace(page);
  await workspace.show('Fills');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('F1');
  await expect(await opened).toHaveURL(/\/guide\/trader\/open-orders#history$/);
  const stack = page.locator('.lm_stack').filter({ has: workspace.panelTab('Order') });
  const help = stack.getByRole('link', { name: 'Help on this panel' });
  await expect(help).toHaveAttribute('href', '/guide/trader/orders');
  const linked = page.waitForEvent('popup');
  await help.click();
  await expect(await linked).toHaveURL(/\/guide\/trader\/orders$/);
});
