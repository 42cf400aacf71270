import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { Workspace } from '../kit/workspace.ts';

/** Beside the house an exchange where everybody has two accounts, spot and USDⓈ-M. */
const plugins = readdirSync('plugins').filter((folder) => !/^(_templates|demo-house|venue-(paper|replay))$/.test(folder));

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start({ plugins: [...plugins, 'venue-duo'].join() });
});
test.afterAll(() => server.close());

async function openTransfer(page: Page): Promise<Locator> {
  const gallery = new Gallery(page);
  await gallery.open();
  await gallery.search.fill('Transfer');
  await gallery.panel('Transfer').click();
  await gallery.close();
  return page.getByRole('form', { name: 'Transfer' });
}
const sides = (form: Locator) =>
  [form.getByRole('combobox', { name: 'From', exact: true }), form.getByRole('combobox', { name: 'To', exact: true })] as const;
const amountOf = (form: Locator): Locator => form.getByRole('textbox', { name: 'Amount' });

test('money goes from one account to the other and back, is asked for first, and stands in the list', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  const form = await openTransfer(page);
  const [from, to] = sides(form);
  const question = page.getByRole('dialog', { name: /^Transfer / });

  await test.step('an exchange with one account for everything is told before anything is typed', async () => {
    await form.getByRole('combobox', { name: 'Account', exact: true }).click();
    const barred = page.getByRole('option', { name: /^Tessera/ });
    await expect(barred).toHaveAttribute('aria-disabled', 'true');
    await expect(barred).toContainText('No other account there to move money to');
    await page.keyboard.press('Escape');
    await choose(form.getByLabel('Account'), 'Duo');
  });

  await test.step('more than there is stays here', async () => {
    await expect(from).toHaveText('Spot');
    await choose(form.getByLabel('Asset'), 'USDT');
    await expect(form).toContainText('Available: 100,000 USDT');
    await amountOf(form).fill('100001');
    await expect(form).toContainText('More than is available');
    await expect(form.getByRole('button', { name: 'Transfer', exact: true })).toBeDisabled();
  });

  await test.step('Enter asks, and what is refused by the user goes nowhere', async () => {
    await amountOf(form).fill('250.5');
    await amountOf(form).press('Enter');
    await expect(question).toContainText('From Spot to USDⓈ-M of Duo, at once and without a fee.');
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(amountOf(form)).toHaveValue('250.5');
  });

  await test.step('the yes moves it, once', async () => {
    await form.getByRole('button', { name: 'Transfer', exact: true }).click();
    await question.getByRole('button', { name: 'Transfer' }).click();
    await expect(new Workspace(page).messages).toContainText('250.5 USDT went from Spot to USDⓈ-M');
    await expect(amountOf(form)).toHaveValue('');
    await expect(form).toContainText('Available: 99,749.5 USDT');
    const row = page.getByRole('grid', { name: 'Transfers' }).getByRole('rowgroup').getByRole('row');
    await expect(row).toHaveCount(1);
    for (const text of ['250.5 USDT', 'Spot → USDⓈ-M']) await expect(row).toContainText(text);
  });

  await test.step('swapped, all of it goes back', async () => {
    await form.getByRole('button', { name: 'Swap from and to' }).click();
    await expect(from).toHaveText('USDⓈ-M');
    await expect(to).toHaveText('Spot');
    await form.getByRole('button', { name: 'Max' }).click();
    await expect(amountOf(form)).toHaveValue('250.5');
    await amountOf(form).press('Enter');
    await question.getByRole('button', { name: 'Transfer' }).click();
    await expect(page.getByRole('grid', { name: 'Transfers' }).getByRole('rowgroup').getByRole('row')).toHaveCount(2);
    await expect(form.getByRole('combobox', { name: 'Asset' })).toHaveText('USDT');
    await expect(form).toContainText('Available: 0 USDT');
  });
});

test('a transfer whose answer is lost is asked about again and moves the money once', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/ERR_FAILED/);
  const form = await openTransfer(page);
  await choose(form.getByLabel('Account'), 'Duo');
  await choose(form.getByLabel('Asset'), 'USDT');
  await amountOf(form).fill('70');
  let losses = 1;
  await page.route('**/user/api/transfer', async (route) => {
    if (losses-- <= 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await amountOf(form).press('Enter');
  await page
    .getByRole('dialog', { name: /^Transfer / })
    .getByRole('button', { name: 'Transfer' })
    .click();
  await expect(form.getByRole('alert')).toContainText('No answer came to the transfer of 70 USDT');
  await expect(amountOf(form)).toBeDisabled();
  await form.getByRole('button', { name: 'Ask again' }).click();
  await expect(form.getByRole('alert')).toHaveCount(0);
  const client = await signedIn(server, 'trader2');
  const held = await client.call('balances', { query: {} });
  expect(held.filter(({ exchange, account_type }) => exchange === 'duo' && account_type === 'usdm').map(({ total }) => total)).toEqual([
    '70',
  ]);
});

test('money goes to another account of the same person, and the list names both', async ({ visitAs }) => {
  const client = await signedIn(server, 'trader3');
  const terms = { exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
  const { api_id } = await client.call('accountSave', { body: { ...terms, name: 'Savings' } });
  const { page } = await visitAs(server, 'trader3');
  const form = await openTransfer(page);
  await choose(form.getByLabel('Account'), 'Tessera');
  const [from, to] = sides(form);
  await expect(from).toHaveText('Spot');
  await expect(to).toHaveText('Savings · Spot');
  await choose(form.getByLabel('Asset'), 'USDT');
  await amountOf(form).fill('1200');
  await amountOf(form).press('Enter');
  const question = page.getByRole('dialog', { name: /^Transfer / });
  await expect(question).toContainText('From Tessera · Spot to Savings · Spot, at once and without a fee.');
  await question.getByRole('button', { name: 'Transfer' }).press('Enter');
  await expect(new Workspace(page).messages).toContainText('1,200 USDT went from Tessera · Spot to Savings · Spot');
  const row = page.getByRole('grid', { name: 'Transfers' }).getByRole('rowgroup').getByRole('row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Tessera · Spot → Savings · Spot');
  await clean(page, 'the panel of transfers');
  await look(page, 'transfer-accounts');
  await form.getByRole('button', { name: 'Swap from and to' }).click();
  await expect(to).toHaveText('Tessera · Spot');
  await expect(form).toContainText('Available: 1,200 USDT');
  const held = await client.call('balances', { query: { api_ids: String(api_id) } });
  expect(held.map(({ asset, total }) => [asset, total])).toEqual([['USDT', '1200']]);
});

test('somebody brings an account that he has at an exchange, by keys that are wrong first, and nobody reads them again', async ({
  visitAs,
}) => {
  const { page, errors } = await visitAs(server, 'trader2');
  errors.expect(/status of 422/);
  await page.goto('/user');
  await page.getByRole('button', { name: 'Open account' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Open account' });
  const field = (name: string): Locator => dialog.getByRole('textbox', { name, exact: true }).or(dialog.getByLabel(name, { exact: true }));
  await field('Name').fill('Brought');
  await choose(dialog.getByRole('combobox', { name: 'Exchange' }), 'Duo');
  await expect(dialog.getByText('Copy the keys from the exchange', { exact: false })).toBeVisible();
  const open = dialog.getByRole('button', { name: 'Open account' });
  await open.click();
  await expect(field('ApiKey')).toHaveAccessibleDescription('Enter what the exchange gave you');
  await expect(field('SecretKey')).toHaveAccessibleDescription('Enter what the exchange gave you');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Spot trading' }).check();
  await field('ApiKey').fill('key-of-nobody-0123');
  await field('SecretKey').fill('secret-of-duo-4567');
  await open.click();
  await expect(field('ApiKey')).toHaveAccessibleDescription('Incorrect API key, please check the account settings!');
  await expect(field('SecretKey')).toHaveAttribute('type', 'password');
  await expect(field('SecretKey')).toHaveValue('secret-of-duo-4567');
  await clean(page, 'the dialog of an account with keys');
  await look(page, 'account-keys');
  await field('ApiKey').fill('key-of-duo-0123');
  await open.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Brought', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).last().click();
  const edit = page.getByRole('dialog', { name: 'Edit account Brought' });
  await expect(edit.getByLabel('SecretKey', { exact: true })).toHaveValue('');
  await expect(edit.getByRole('textbox', { name: 'ApiKey' })).toHaveAccessibleDescription(
    'Leave empty to keep the current keys (ApiKey ending in 0123).',
  );
  const addresses = edit.getByRole('textbox', { name: 'IP list' });
  await addresses.fill('203.0.113.7, localhost');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(addresses).toHaveAccessibleDescription(/Enter IP addresses, or ranges/);
  await addresses.fill('203.0.113.7, 10.0.0.0/8');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const brought = page.getByRole('listitem', { name: 'Brought' });
  for (const text of ['ApiKey ····0123', 'IPs: 203.0.113.7, 10.0.0.0/8'])
    await expect(brought.getByText(text, { exact: false })).toBeVisible();
  // Once for all of them: it is his own.
  await expect(page.getByText('Your last sign-in: 127.0.0.1 ·')).toHaveCount(1);
});
