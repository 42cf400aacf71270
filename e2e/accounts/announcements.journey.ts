import { seriousFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('an administrator publishes an announcement, visitors read it on the first page as text, and it is withdrawn', async ({
  visitAs,
  browser,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Announcements' }).click();
  await expect(page.getByText('No announcements yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('form', { name: 'Announcement' });
  await form.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(form.getByText('Cannot be empty')).toBeVisible();
  const english = form.getByRole('group', { name: 'English' });
  await english.getByRole('textbox', { name: 'Title' }).fill('Lower fees for <b>makers</b>');
  await english.getByRole('textbox', { name: 'Text' }).fill('From Monday on makers pay nothing.\n\nTakers pay as before.');
  const simplified = form.getByRole('group', { name: 'Simplified Chinese' });
  await simplified.getByRole('textbox', { name: 'Title' }).fill('挂单手续费下调');
  await simplified.getByRole('textbox', { name: 'Text' }).fill('自周一起，挂单免收手续费。');
  await form.getByRole('checkbox').check();
  expect(await seriousFindings(page)).toEqual([]);
  await look(page, 'form');
  await form.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const list = page.getByRole('grid', { name: 'Announcements' });
  await expect(list.getByRole('row', { name: /Lower fees/ })).toContainText('Published');
  await look(page, 'list');

  await page.getByRole('button', { name: /^Messages/ }).click();
  const message = page.getByRole('listitem').filter({ hasText: 'Lower fees' });
  await expect(message.getByText('Pinned')).toHaveAttribute('title', 'The house keeps this above its other announcements.');
  await message.getByRole('button', { name: 'Lower fees for <b>makers</b>' }).click();
  const full = page.getByRole('dialog', { name: 'Lower fees for <b>makers</b>' });
  await expect(full.getByText('Takers pay as before.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await look(page, 'message-in-full');
  await full.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');

  const visitor = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
  await visitor.goto(`${server.url}/home`);
  const island = visitor.locator('[data-island="site-home/announcements"]');
  await island.scrollIntoViewIfNeeded();
  await island.getByText('Lower fees for <b>makers</b>').first().click();
  await expect(island.getByText('Takers pay as before.')).toBeVisible();
  expect(await seriousFindings(visitor)).toEqual([]);
  await look(visitor, 'home');
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(`${server.url}/zh-TW/home`);
  await island.scrollIntoViewIfNeeded();
  await island.locator('summary').click();
  await expect(island.getByText('僅有英文')).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await look(visitor, 'home-phone');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await look(page, 'phone');
  await form.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Withdraw permanently' }).click();
  await expect(form.getByText('Withdrawn; it can no longer be changed.')).toBeVisible();
  await visitor.reload();
  await island.scrollIntoViewIfNeeded();
  await expect(island.locator('details')).toBeHidden();
  await visitor.context().close();
});

test('an administrator chooses whom an announcement is for, reads how many those are, and nobody else gets it', async ({
  visitAs,
  browser,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('form', { name: 'Announcement' });
  await expect(form.getByText(/\d+ users get a message\. It is also shown on the first page\./)).toBeVisible();
  const english = form.getByRole('group', { name: 'English' });
  await english.getByRole('textbox', { name: 'Title' }).fill('Review of limits');
  await english.getByRole('textbox', { name: 'Text' }).fill('On Friday at ten.');
  const choice = form.getByRole('combobox', { name: 'Readers' });
  await choice.click();
  await page.getByRole('option', { name: 'Individual users' }).click();
  await form.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(form.getByText('Choose an audience')).toBeVisible();
  await form.getByRole('textbox', { name: /User names/ }).fill('trader1, nobody');
  await expect(form.getByText('Unknown users: nobody')).toBeVisible();
  await look(page, 'audience-users');
  await choice.click();
  await page.getByRole('option', { name: 'Roles' }).click();
  await form.getByRole('checkbox', { name: 'Risk', exact: true }).check();
  await expect(form.getByText('1 user gets a message.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await look(page, 'audience-roles');
  await form.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Announcements' }).getByRole('row', { name: /Review of limits/ })).toContainText('Roles');
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expect(form.getByText(/gets? a message/), 'whoever reads it has been told').toHaveCount(0);

  const { page: risk } = await visitAs(server, 'risk');
  await risk.getByRole('button', { name: /^Messages, \d+ new$/ }).click();
  await expect(risk.getByText('Review of limits')).toBeVisible();
  await look(risk, 'audience-message');
  const { page: trader } = await visitAs(server, 'trader1');
  await trader.getByRole('button', { name: /^Messages/ }).click();
  await expect(trader.getByText('Review of limits')).toHaveCount(0);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/home`);
  await expect(visitor.getByText('Review of limits')).toHaveCount(0);
  await visitor.context().close();
});

test('an administrator schedules an announcement, which nobody reads before its time, moves it, and withdraws it before', async ({
  visitAs,
  browser,
}) => {
  const { page } = await visitAs(server, 'admin');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/admin/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('form', { name: 'Announcement' });
  const english = form.getByRole('group', { name: 'English' });
  await english.getByRole('textbox', { name: 'Title' }).fill('Maintenance in spring');
  await english.getByRole('textbox', { name: 'Text' }).fill('No trading from two to four.');
  const time = form.getByRole('textbox', { name: /^Publish at/ });
  await time.fill('2098-03-01 02:00');
  await look(page, 'schedule');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  const row = page.getByRole('grid', { name: 'Announcements' }).getByRole('row', { name: /Maintenance in spring/ });
  await expect(row).toContainText('Scheduled');
  await expect(form.getByText('Published at its scheduled time; until then only administrators see it.')).toBeVisible();
  await time.fill('2099-03-01 02:00');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(row).toContainText('2099');
  await look(page, 'scheduled');
  expect(await seriousFindings(page)).toEqual([]);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/home`);
  await expect(visitor.getByText('Maintenance in spring')).toHaveCount(0);
  await visitor.context().close();
  await form.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('It will not be published. This cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw permanently' }).click();
  await expect(row).toContainText('Withdrawn');
});
