import type { Page } from '@playwright/test';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { startGrid } from '../kit/grid-instance.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { sticksOut } from '../kit/page-texts.ts';

test.setTimeout(240_000);

/** So long that who he is has to be shown anew. */
const laterMs = 6 * 60_000;

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

async function confirmed(page: Page, username: string): Promise<void> {
  const sure = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await sure.getByLabel('Your password').fill(server.account(username).password);
  await page.keyboard.press('Enter');
  await expect(sure).toBeHidden();
}

test('risk stops an instance, takes orders back, freezes an account with a reason, closes what lies in it, and halts a market and then the desk, which tickets say, until an administrator resumes trading with it; asset sees what lies where', async ({
  visitAs,
}) => {
  const client = await signedIn(server, 'trader2');
  // A rehearsal would hold nothing.
  await startGrid(client, 'Night grid', 'production');
  const account = (await client.call('apiList')).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
  const price = String(Math.round(Number((await client.call('tickers')).find(({ id }) => id === 'aurora/BTCUSDT/spot')?.last) * 0.9));
  const order = {
    api_id: account,
    exchange: 'aurora',
    symbol: 'BTCUSDT',
    account_type: 'spot',
    side: 'BUY',
    type: 'LIMIT',
    price,
  } as const;
  const place = () => client.call('doOrder', { body: { ...order, qty: '0.001' } });
  const [{ page, errors }, { page: second, errors: errorsOfSecond }, { page: keeper }, { page: trader }] = [
    await visitAs(server, 'risk'),
    await visitAs(server, 'admin'),
    await visitAs(server, 'asset'),
    await visitAs(server, 'trader2'),
  ];
  for (const one of [page, second, keeper]) await one.setViewportSize({ width: 1366, height: 768 });
  const dialog = page.getByRole('dialog');
  const because = async (button: string): Promise<void> => {
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('more than we can bear');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await page.goto('/risk');
  // Not the columns of these names.
  const by = (name: string) => page.getByRole('button', { name, exact: true }).and(page.locator('[aria-pressed]'));
  const instances = page.getByRole('grid', { name: 'Instances' });
  const messages = page.getByRole('log', { name: 'Messages' });

  await test.step('what strategies hold and have ordered stands by strategy', async () => {
    await page.getByRole('tab', { name: /Exposure/ }).click();
    await by('Strategy').click();
    const grid = page.getByRole('grid', { name: 'Exposure' }).getByRole('row', { name: /Shock grid/ });
    await expect(grid).toContainText(/\d,?\d*/);
    await look(page, 'risk-strategies');
    await by('Account').click();
    await page.getByRole('tab', { name: /Instances/ }).click();
  });

  await test.step('an instance is stopped, and stands among those that have ended', async () => {
    const night = instances.getByRole('row', { name: /Night grid/ });
    await night.getByRole('checkbox').check();
    await look(page, 'risk-instances');
    await page.getByRole('button', { name: 'Stop selected (1)' }).click();
    await expect(dialog).toContainText('Stop instances: 1');
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(dialog.getByText('Enter a reason of at least 3 characters')).toBeVisible();
    await look(page, 'risk-stop');
    await because('Stop');
    await expect(messages).toContainText('Instances stopped: 1');
    await expect(night).toHaveCount(0);
    await page.getByRole('button', { name: 'Ended' }).click();
    await expect(night).toContainText(/Stopped.*\d\d:\d\d:\d\d\d\d:\d\d:\d\d/);
    await look(page, 'risk-ended');
  });

  await page.getByRole('tab', { name: /Exposure/ }).click();
  await test.step('orders at an exchange are taken back', async () => {
    await place();
    await by('Exchange').click();
    await page.getByRole('grid', { name: 'Exposure' }).getByText('Aurora', { exact: true }).click();
    await page.getByRole('button', { name: 'Cancel all orders' }).click();
    await expect(dialog).toContainText("Cancel everybody's orders at Aurora");
    await look(page, 'risk-sweep');
    await because('Cancel orders');
    await expect(messages).toContainText('Orders canceled: 1');
    await look(page, 'risk-swept');
    await by('Asset').click();
    const assets = page.getByRole('grid', { name: 'Exposure' });
    await assets.getByText('USDT', { exact: true }).click();
    await expect(page.getByRole('complementary', { name: /USDT/ }).getByText('Equity')).toBeVisible();
    await expect(assets.getByRole('columnheader', { name: 'Equity' })).toBeVisible();
    await by('Account').click();
  });
  await test.step('one of many accounts is searched for by its name', async () => {
    const search = page.getByRole('textbox', { name: 'Search by name' });
    await search.fill('nobody');
    await expect(page.getByText('Nothing matches the search.')).toBeVisible();
    await search.fill('Admin · aur');
    await expect(page.getByRole('grid', { name: 'Exposure' }).getByRole('row', { name: 'Aurora' })).toHaveCount(1);
    await look(page, 'risk-exposure-search');
    await search.fill('');
  });
  await page.getByRole('grid', { name: 'Exposure' }).getByText('admin · Aurora').click();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await because('Freeze');
  await expect(page.getByText('Frozen: new orders are refused.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^admin · Aurora/ }).getByText('Frozen', { exact: true })).toBeVisible();
  await look(page, 'risk-exposure');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await dialog.getByRole('textbox', { name: 'Gross limit' }).fill('1,00');
  await expect(dialog.getByText('Decimals follow a point, as in 1.5')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Gross limit' }).fill('1');
  await choose(dialog.getByRole('combobox', { name: 'When passed' }), 'Refuse new orders');
  await look(page, 'risk-limit');
  await because('Save');
  await expect(page.getByText(/^Above its limit: new orders that would enlarge it are refused/)).toBeVisible();
  await look(page, 'risk-limit-passed');
  await page.getByRole('button', { name: 'Close positions', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('Positions to close:');
  await look(page, 'risk-closing');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('more than we can bear');
  errors.expect(/status of 403 .*\/risk\/position\/close/);
  await server.ahead(laterMs);
  await dialog.getByRole('button', { name: /Close positions \(\d+\)/ }).click();
  await test.step('after a while it asks first that it is he, and the closing behind it has the focus again', async () => {
    await confirmed(page, 'risk');
    await expect(dialog.and(page.locator(':focus, :has(:focus)'))).toBeVisible();
  });
  await expect(dialog.getByText(/^Closed/).first()).toBeVisible();
  await expect(dialog.getByText('Accounts asked: 1 of 1')).toBeVisible();
  await look(page, 'risk-closed');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Switches (1)' }).click();
  const thrown = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await test.step('one market is halted, its ticket says so, and goes on', async () => {
    await page.getByRole('button', { name: 'Halt a market' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a wild price');
    await dialog.getByRole('button', { name: 'Halt', exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: 'Market' })).toHaveAccessibleDescription('Choose a market');
    await look(page, 'risk-market');
    await clean(page, 'the dialog that halts a market', '[role=dialog]');
    await choose(dialog.getByRole('combobox', { name: 'Market' }), 'BTCUSDT · Aurora');
    await because('Halt');
    const halt = trader.getByText(/^Risk has halted BTCUSDT since .* Reason: more than we can bear$/);
    await expect(halt).toBeVisible();
    await look(trader, 'ticket-market-halted');
    await look(page, 'risk-market-halted');
    await thrown('Halted market: BTCUSDT · Aurora').getByRole('button', { name: 'Resume trading' }).click();
    await look(page, 'risk-market-resume');
    await because('Resume trading');
    await expect(halt).toBeHidden();
  });
  await test.step('everybody’s orders are taken back, and the account is unfrozen', async () => {
    await place();
    await place();
    await page.getByRole('button', { name: "Cancel everybody's orders" }).click();
    await expect(dialog).toContainText('Cancel all orders of everybody');
    await because('Cancel orders');
    await expect(messages).toContainText('Orders canceled: 2');
    await thrown('Frozen account: admin · Aurora').getByRole('button', { name: 'Unfreeze' }).click();
    await look(page, 'risk-unfreeze');
    await because('Unfreeze');
    await expect(page.getByText('Nothing is halted or frozen.')).toBeVisible();
    await look(page, 'risk-nothing');
  });
  await page.getByRole('button', { name: 'Halt everything' }).click();
  await because('Halt everything');
  await expect(page.getByRole('heading', { name: 'All trading is halted' })).toBeVisible();
  const halted = trader.getByText(/^Risk has halted all trading since .* Reason: more than we can bear$/);
  await expect(halted).toBeVisible();
  await look(trader, 'ticket-halted');
  await page.getByRole('button', { name: 'Resume trading' }).click();
  await because('Request approval');
  await look(page, 'risk-switches');
  expect(await sticksOut(page)).toEqual([]);

  await second.goto('/risk');
  await second.getByRole('tab', { name: /Switches/ }).click();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('it is over');
  errorsOfSecond.expect(/status of 403 .*\/risk\/switch\/decide/);
  await second.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmed(second, 'admin');
  await expect(second.getByRole('heading', { name: 'All trading is halted' })).toBeHidden();
  await expect(halted).toBeHidden();

  await keeper.goto('/assets-overview');
  await keeper.getByRole('button', { name: 'Asset', exact: true }).click();
  await expect(keeper.getByRole('grid', { name: 'Assets' }).getByText('BTC', { exact: true })).toBeVisible();
  await look(keeper, 'assets');
});
