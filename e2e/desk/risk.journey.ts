import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { sticksOut } from '../kit/page-texts.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

test('risk freezes an account with a reason, closes what lies in it, and halts the desk, which tickets say, until an administrator resumes trading with it; asset sees what lies where', async ({
  visitAs,
}) => {
  const [{ page }, { page: second }, { page: keeper }, { page: trader }] = [
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
  await page.getByRole('tab', { name: /Exposure/ }).click();
  await page.getByRole('grid', { name: 'Exposure' }).getByText('admin · Aurora').click();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await because('Freeze');
  await expect(page.getByText('Frozen: new orders are refused.')).toBeVisible();
  await look(page, 'risk-exposure');
  await page.getByRole('button', { name: 'Set limit' }).click();
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
  await dialog.getByRole('button', { name: /Close positions \(\d+\)/ }).click();
  await expect(dialog.getByText(/^Closed/).first()).toBeVisible();
  await expect(dialog.getByText('Accounts asked: 1 of 1')).toBeVisible();
  await look(page, 'risk-closed');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Switches (1)' }).click();
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
  await second.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(second.getByRole('heading', { name: 'All trading is halted' })).toBeHidden();
  await expect(halted).toBeHidden();

  await keeper.goto('/assets-overview');
  await keeper.getByRole('button', { name: 'Asset', exact: true }).click();
  await expect(keeper.getByRole('grid', { name: 'Assets' }).getByText('BTC', { exact: true })).toBeVisible();
  await look(keeper, 'assets');
});
