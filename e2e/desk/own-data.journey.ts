import { readFileSync } from 'node:fs';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean, seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { laptop, phone, readsWell } from '../kit/reads-well.ts';
import { expectDashboard, SignInPage } from '../kit/sign-in.ts';

test.setTimeout(120_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('a trader takes his data along, and is told what keeps him from leaving', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/user?part=data');
  const take = page.getByRole('region', { name: 'Export your data' });
  const download = page.waitForEvent('download');
  await take.getByRole('button', { name: 'Save as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('trader1-data.json');
  const told = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(told.profile).toMatchObject([{ username: 'trader1' }]);
  expect(told.balances.length).toBeGreaterThan(0);
  await choose(take.getByRole('combobox', { name: 'What' }), 'balances.csv');
  const tableDownload = page.waitForEvent('download');
  await take.getByRole('button', { name: 'Save as a file' }).click();
  const table = await tableDownload;
  expect(table.suggestedFilename()).toBe('trader1-balances.csv');
  expect(
    readFileSync(await table.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(told.balances.length + 1);
  const leave = page.getByRole('region', { name: 'Delete your account' });
  await expect(leave.getByRole('link', { name: 'holds money' }).first()).toBeVisible();
  await expect(leave.getByRole('button', { name: 'Delete my account…' })).toBeDisabled();
  await look(page, 'kept');
  await clean(page, 'kept');
});

test('somebody without money asks to leave by his name, an administrator sees it, and he stays', async ({ visit, visitAs }) => {
  const house = new HttpClient(server.url);
  await house.signIn('admin', server.account('admin').password);
  const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a journey' } as const;
  const { password } = await house.call('personCreate', { body: { ...terms, username: 'leaver' } });
  const { page, errors } = await visit(server);
  errors.expect(/422/);
  await page.goto('/login');
  const door = new SignInPage(page);
  await door.send({ username: 'leaver', password });
  await door.choose('quiet-Meadow-7411');
  await expectDashboard(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/user?part=data');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your user name').fill('somebody');
  await dialog.getByRole('button', { name: 'Delete in seven days' }).click();
  await expect(dialog.getByText('That is not your user name')).toBeVisible();
  await look(page, 'asking');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByLabel('Your user name').fill('leaver');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your account will be deleted on', { exact: false })).toBeVisible();
  // The page behind a dialog is given back a moment after the dialog has gone.
  await expect(page.locator('#root')).not.toHaveAttribute('aria-hidden', 'true');
  await look(page, 'leaving');
  await clean(page, 'leaving');
  const desk = await visitAs(server, 'admin');
  await desk.page.setViewportSize({ width: 1366, height: 768 });
  await desk.page.goto('/admin/users');
  await desk.page.getByRole('textbox', { name: 'Search user name, email, phone' }).fill('leaver');
  await desk.page
    .getByRole('grid', { name: 'Users' })
    .getByRole('row', { name: /leaver/ })
    .click();
  await expect(desk.page.getByText('Has asked for deletion', { exact: false })).toBeVisible();
  await look(desk.page, 'desk');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account is kept. Nothing is deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeEnabled();
});

test('the part reads well in every language, wide and narrow', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await readsWell(page, 'data', '/user?part=data', '[role=tabpanel] h2', [laptop, phone]);
});
