import type { Page } from '@playwright/test';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { textIn } from '../kit/page-texts.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

const statusWith = async (token: string): Promise<number> =>
  (await fetch(`${server.url}/sapi/user/currentUser`, { headers: { authorization: `Bearer ${token}` } })).status;

async function openFromMenu(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${username}` }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
}

test('a trader makes a key by keyboard, copies it, sees it used, and ends it', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  errors.expect(/403 \(Forbidden\)/);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFromMenu(page, 'trader1');
  await expect(page.getByText('You have no API keys.')).toBeVisible();
  await look(page, 'empty');

  await page.getByRole('button', { name: 'New API key' }).press('Enter');
  const form = page.getByRole('form', { name: 'New API key' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Give it a name')).toBeVisible();
  await expect(form.getByText('Type your password')).toBeVisible();
  await form.getByLabel('Name').fill('Night bot');
  await choose(form.getByLabel('Permission'), 'Read and trade');
  await form.getByLabel('Addresses').fill('localhost');
  await expect(form.getByText('localhost is no IP address')).toBeVisible();
  await form.getByLabel('Addresses').fill('127.0.0.0/8, ::1');
  await form.getByLabel('Your password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(form.getByText('The password is wrong')).toBeVisible();
  await look(page, 'refused');
  await form.getByLabel('Your password').fill(server.account('trader1').password);
  await page.keyboard.press('Enter');

  const made = page.getByRole('region', { name: '“Night bot” is made' });
  await expect(made.getByRole('button', { name: 'Copy' })).toBeFocused();
  const token = await made.getByLabel('The key').inputValue();
  expect(token).toMatch(/^tsk_/);
  await page.keyboard.press('Enter');
  await expect(made.getByText('It is on the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await look(page, 'made');
  expect(await seriousFindings(page)).toEqual([]);
  await made.getByRole('button', { name: 'I have put it away' }).click();
  expect(await page.content()).not.toContain(token);

  expect(await statusWith(token)).toBe(200);
  await page.reload();
  const row = page.getByRole('listitem', { name: 'Night bot' });
  await expect(row).toContainText('127.0.0.0/8, ::1');
  await expect(row).toContainText('Last used');
  await expect(row).toContainText('127.0.0.1');
  await look(page, 'list');

  await row.getByRole('button', { name: 'Revoke Night bot' }).press('Enter');
  await look(page, 'asked');
  await page.getByRole('button', { name: 'Keep it' }).press('Enter');
  expect(await statusWith(token)).toBe(200);
  await row.getByRole('button', { name: 'Revoke Night bot' }).press('Enter');
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await expect(page.getByText('You have no API keys.')).toBeVisible();
  expect(await statusWith(token)).toBe(401);

  await page.getByRole('button', { name: 'Account: trader1' }).click();
  await page.getByRole('menuitem', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Copy: Link' }).press('Enter');
  await expect(page.getByText('Copied: Link')).toBeVisible();
  const code = await page.getByLabel('Your code', { exact: true }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/register?invite=${code}`);
  await expect(page.getByText('Nobody yet. Share your link.')).toBeVisible();
  await look(page, 'invite');
  expect(await seriousFindings(page)).toEqual([]);
});

test('keys fit on a phone, in Chinese and in the light', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  await page.getByRole('button', { name: 'Account: trader2' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/setup');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.getByRole('radio', { name: textIn('zh-CN', 'app', 'theme.light'), exact: true }).click();
  const t = (key: string): string => textIn('zh-CN', 'plugins/page-api-keys', key);
  await page.goto('/apikeys');
  await page.getByRole('button', { name: t('add') }).click();
  await page.getByLabel(t('field.name')).fill('夜间脚本');
  await choose(page.getByLabel(t('field.expiry')), t('expiry.never'));
  await page.getByLabel(t('field.password')).fill(server.account('trader2').password);
  await look(page, 'phone-form');
  await page.getByRole('button', { name: t('create') }).click();
  await expect(page.getByLabel(t('made.token'), { exact: true })).toBeVisible();
  await look(page, 'phone-made');
  await page.getByRole('button', { name: t('made.done') }).click();
  await expect(page.getByRole('listitem', { name: '夜间脚本' })).toContainText(t('anywhere'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await look(page, 'phone-list');
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto('/invite');
  await expect(page.getByRole('img', { name: textIn('zh-CN', 'plugins/page-invite', 'qr') })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await look(page, 'phone-invite');
});
