import { readFile } from 'node:fs/promises';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('asset moves money between two accounts of one owner, who is told why and takes the statement along', async ({ visitAs }) => {
  const client = await signedIn(server, 'trader1');
  const main = (await client.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const terms = { exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
  const { api_id: savings } = await client.call('accountSave', { body: { ...terms, name: 'Savings' } });
  const [{ page }, { page: mine }] = [await visitAs(server, 'asset'), await visitAs(server, 'trader1')];

  await test.step('from one of his accounts to the other, never to somebody else', async () => {
    await page.goto('/assets-overview');
    await page.getByRole('button', { name: 'Allocate' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByRole('combobox', { name: 'From' }), `trader1 · Tessera · ${main}`);
    await expect(dialog.getByRole('combobox', { name: 'To' })).toHaveText(/^Savings · Tessera/);
    await choose(dialog.getByRole('combobox', { name: 'Asset' }), 'USDT');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('100001');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByText('More than is free')).toBeVisible();
    await expect(dialog.getByText('Enter a reason of at least 3 characters')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('750');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('to where he saves');
    await clean(page, 'the dialog of an allocation');
    await look(page, 'allocation');
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await expect(dialog).toContainText('750 USDT of trader1 go from');
    await look(page, 'allocation-confirm');
    await dialog.getByRole('button', { name: 'Move it' }).press('Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step('he is told, with the reason', async () => {
    await expect
      .poll(async () => (await client.call('messageList', { query: { type: 3 } })).map(({ body }) => body))
      .toContain('The house has moved 750 USDT from “Tessera” to “Savings”: to where he saves');
  });

  await test.step('both statements have it, and go along as a table', async () => {
    await mine.goto('/user?part=money');
    const statement = mine.getByRole('region', { name: 'Statement' });
    await choose(statement.getByRole('combobox', { name: 'Account' }), 'Tessera');
    await expect(statement.getByRole('row', { name: /Transfer −750 USDT/ })).toBeVisible();
    await choose(statement.getByRole('combobox', { name: 'Account' }), 'Savings · Tessera');
    await expect(statement.getByRole('row', { name: /Transfer 750 USDT/ })).toBeVisible();
    await clean(mine, 'the statement of an owner');
    await look(mine, 'statement');
    const download = mine.waitForEvent('download');
    await statement.getByRole('button', { name: /CSV/ }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain(',USDT,750,TRANSFER,asset-');
  });

  await test.step('what went from account to account is listed, whoever moved it, and goes along as a table', async () => {
    const side = { account_type: 'spot' as const };
    const back = { api_id: savings, asset: 'USDT', amount: '20', from: side, to: { ...side, api_id: main } };
    await client.call('transfer', { body: { ...back, transfer_id: 'back-1' } });
    await page.getByRole('tab', { name: 'Transfers and allocations' }).click();
    const rows = page.getByRole('grid', { name: 'Transfers and allocations' }).getByRole('rowgroup').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(/trader1.*Savings.*trader1 · Tessera · \d+.*20 USDT.*Completed.*By its owner/);
    await expect(rows.last()).toContainText(/asset.*trader1 · Tessera · \d+.*Savings.*750 USDT.*Completed.*to where he saves/);
    await clean(page, 'transfers and allocations');
    await look(page, 'allocation-moved');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /CSV/ }).click();
    const [header, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect([header?.endsWith('time,by,owner,from,to,asset,amount,state,reason,failure'), lines.length]).toEqual([true, 2]);
    await page.getByRole('tab', { name: 'Holdings' }).click();
  });

  await test.step('a row of the overview opens what lies there with its statement, and the list goes along as a table', async () => {
    const row = page.getByRole('row', { name: /^trader1 · Tessera/ });
    // Rows that are out of sight are not drawn.
    await page.getByRole('row', { name: /^asset · Tessera/ }).hover();
    await page.mouse.wheel(0, 5_000);
    await row.click();
    await row.press('Enter');
    const detail = page.getByRole('complementary', { name: `trader1 · Tessera · ${main}` });
    await expect(detail.getByRole('row', { name: /Transfer −750 USDT/ })).toBeVisible();
    await expect(detail.getByRole('row', { name: /Deposit/ }).first()).toBeVisible();
    await clean(page, 'the detail of an account');
    await look(page, 'allocation-detail');
    await detail.getByRole('button', { name: 'Close' }).click();
    await expect(detail).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /CSV/ }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('trader1 · Tessera,');
  });

  await test.step('an account whose money has somewhere to go leads to its transfers', async () => {
    await mine.goto('/user?part=accounts');
    await expect(mine.getByRole('button', { name: 'Transfer from Savings' })).toBeVisible();
    await expect(mine.getByRole('button', { name: /^Transfer from/ }), 'elsewhere he has one account with one purse').toHaveCount(2);
    await look(mine, 'accounts-transfer');
    await mine.getByRole('button', { name: 'Transfer from Savings' }).click();
    await expect(mine).toHaveURL(/\/dashboard/);
    const form = mine.getByRole('form', { name: 'Transfer' });
    await expect(form.getByRole('combobox', { name: 'Account' })).toHaveText(/^Savings · Tessera/);
  });
});
