import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { laptop, readsWell } from '../kit/reads-well.ts';
import { Workspace } from '../kit/workspace.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('a trader has his accounts follow one of them, sees what became of each copy, and ends it', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader1');
  await page.setViewportSize({ width: 1366, height: 768 });
  const trader = new HttpClient(server.url);
  await trader.signIn('trader1', server.account('trader1').password);
  const accounts = await trader.call('apiList');
  const main = accounts.find(({ exchange }) => exchange === 'tessera');
  const aurora = accounts.find(({ exchange }) => exchange === 'aurora');
  const { group_id } = await trader.call('accountGroupSave', { body: { name: 'Fund' } });
  const empty = await trader.call('accountSave', {
    body: { name: 'Empty', exchange: 'tessera', permissions: ['spot'], group_id, expire_time: null },
  });

  await page.goto('/user?part=copying');
  await expect(page.getByText('No account is followed yet.')).toBeVisible();
  await look(page, 'copying-empty');
  await page.getByRole('button', { name: 'Follow an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody has to follow')).toBeVisible();
  await choose(dialog.getByRole('combobox', { name: 'Main account' }), `${main?.name} · Tessera`);
  await choose(dialog.getByRole('combobox', { name: 'Add followers' }), `${aurora?.name} · Aurora`);
  await choose(dialog.getByRole('combobox', { name: 'Add followers' }), 'Group “Fund”');
  await expect(dialog.getByRole('group', { name: `${empty.name} · Tessera` })).toBeVisible();
  const share = dialog.getByRole('textbox', { name: 'Share', exact: true });
  await share.first().fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Above 0, at most 1000, two decimals')).toBeVisible();
  // Twice a quarter.
  await share.first().fill('25');
  await dialog.getByRole('textbox', { name: 'Copy scale' }).fill('200');
  await dialog
    .getByRole('textbox', { name: /^Maximum per order/ })
    .first()
    .fill('250000');
  await look(page, 'copying-dialog');
  await clean(page, 'form');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  for (const kept of ['Copy scale 200 %', '25 %', 'at most 250,000 per order, in the quote currency'])
    await expect(page.getByText(kept, { exact: true })).toBeVisible();

  const ticker = (await trader.call('tickers')).find(({ id }) => id === 'aurora/BTCUSDT/spot');
  const price = String(Math.round(Number(ticker?.last ?? 0) * 0.95));
  const market = { api_id: main?.api_id ?? 0, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const [placed] = await trader.call('doOrder', { body: { ...market, side: 'BUY', type: 'LIMIT', price, qty: '0.02' } });
  const copied = page.getByRole('region', { name: 'Copied orders' });
  const line = copied.getByRole('button', { name: /1 of 2 failed/ });
  await expect(line).toBeVisible();
  await line.click();
  await expect(copied.getByText('0.01', { exact: true })).toBeVisible();
  await expect(copied.getByText('Refused', { exact: true })).toBeVisible();
  await look(page, 'copying-orders');
  await clean(page, 'orders');
  await trader.call('cancelOrder', { body: { ...market, order_id: placed?.order_id ?? '' } });
  await expect(copied.getByText('Canceled', { exact: true }).nth(1)).toBeVisible();

  await readsWell(page, 'copying', page.url(), '[role=switch]', [laptop]);
  await page.getByRole('button', { name: /^End copying/ }).click();
  await page.getByRole('button', { name: 'End', exact: true }).last().click();
  await expect(page.getByText('No account is followed yet.')).toBeVisible();

  const followers = [{ api_id: main?.api_id ?? 0, ratio: '50', max_amount: '2500', on: true }];
  const plan = { main_api_id: aurora?.api_id ?? 0, sync_ratio: '100', followers };
  await trader.call('copyPlanSave', { body: { ...plan, on: true } });
  await page.goto('/dashboard');
  const ticket = page.getByRole('form', { name: 'Order' });
  await ticket.getByRole('button', { name: 'Copied to 1 account' }).click();
  await expect(ticket.getByText('Tessera: 50 %, at most 2,500 each')).toBeVisible();
  await look(page, 'copying-ticket');
  await trader.call('copyPlanSave', { body: { ...plan, on: false } });
  await expect(ticket.getByText(/^Copied to/)).toHaveCount(0);

  await test.step('the account that is chosen in place of a follower stays chosen over a reload', async () => {
    await trader.call('copyPlanDelete', { body: { main_api_id: plan.main_api_id } });
    await trader.call('copyPlanSave', { body: { ...plan, main_api_id: empty.api_id, on: true } });
    await new Workspace(page).openMarket('BTCUSDT', 'Tessera');
    await expect(ticket.getByText(`Orders of ${empty.name} are repeated on this account.`)).toBeVisible();
    await look(page, 'copying-follows');
    const saved = page.waitForResponse((response) => response.url().endsWith('/config/save') && response.ok());
    await ticket.getByRole('button', { name: 'Switch to the main account' }).click();
    await expect(ticket.getByRole('button', { name: 'Copied to 1 account' })).toBeVisible();
    await saved;
    await page.reload();
    await expect(ticket.getByRole('button', { name: 'Copied to 1 account' })).toBeVisible();
    await expect(ticket.getByText(/are repeated on this account/)).toHaveCount(0);
  });
});
