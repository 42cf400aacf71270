import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { clean } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { readsWell } from '../kit/reads-well.ts';

test.setTimeout(240_000);

let server: JourneyServer;
test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(() => server.close());

/** The page as finance reads it. */
class FinancePage {
  readonly page: Page;
  readonly accounts: Locator;
  readonly movements: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.accounts = page.getByRole('grid', { name: 'Accounts' });
    this.movements = page.getByRole('grid', { name: 'Movements' });
    this.dialog = page.getByRole('dialog');
  }

  /** The account of a trader at the house. */
  async open(username: string): Promise<Locator> {
    await this.page.goto('/finance');
    await this.page.getByRole('textbox', { name: 'Search user name' }).fill(username);
    await choose(this.page.getByRole('combobox', { name: 'All exchanges' }), 'Tessera');
    await expect(this.page.getByText('Accounts: 1', { exact: true })).toBeVisible();
    await this.accounts.getByText(username, { exact: true }).click();
    const card = this.page.getByRole('complementary', { name: `Account of ${username}` });
    await expect(card).toBeVisible();
    return card;
  }

  /** Puts money into an account. */
  deposit(card: Locator, amount: string, button: string): Promise<void> {
    return this.move(card, 'Deposit', amount, { button });
  }

  /** Asks for a movement and says that it is meant. */
  async move(
    card: Locator,
    kind: string,
    amount: string,
    { button = 'Confirm', says = /to account “Tessera” \(\d+\) of trader1 at Tessera/ },
  ): Promise<void> {
    await card.getByRole('button', { name: kind, exact: true }).click();
    await this.dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await this.dialog.getByRole('textbox', { name: 'Reason' }).fill('wired on Monday');
    await this.dialog.getByRole('button', { name: 'Next' }).click();
    await expect(this.dialog.getByText('Enter a reference or choose a supporting document')).toBeVisible();
    await this.dialog.getByRole('textbox', { name: 'Reference' }).fill('R-17');
    await this.dialog
      .getByLabel(/^Supporting document/)
      .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') });
    await look(this.page, `dialog-${kind}-${amount}`);
    await this.dialog.getByRole('button', { name: 'Next' }).click();
    await expect(this.dialog.getByText(says)).toBeVisible();
    await look(this.page, `confirm-${kind}-${amount}`);
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }

  part(name: RegExp): Promise<void> {
    return this.page.getByRole('tab', { name }).click();
  }
}

test('finance deposits for a trader: small ones at once, a large one once a second person has agreed; the trader asks for some of it back', async ({
  visitAs,
}) => {
  const [{ page }, { page: other }, { page: mine }] = [
    await visitAs(server, 'finance'),
    await visitAs(server, 'finance_manage'),
    await visitAs(server, 'trader1'),
  ];
  await page.setViewportSize({ width: 1366, height: 768 });
  await other.setViewportSize({ width: 1366, height: 768 });
  const finance = new FinancePage(page);
  const card = await finance.open('trader1');
  await expect(card.getByRole('row', { name: /^USDT 100,000/ })).toBeVisible();
  await look(page, 'account');
  await finance.deposit(card, '500', 'Confirm');
  await expect(card.getByRole('row', { name: /^USDT 100,500/ })).toBeVisible();
  await test.step('he takes out, corrects and rewards as well, and all of it stands in the statement', async () => {
    await card.getByRole('button', { name: 'Withdrawal' }).click();
    await finance.dialog.getByRole('textbox', { name: 'Amount' }).fill('0');
    await finance.dialog.getByRole('button', { name: 'Next' }).click();
    await expect(finance.dialog.getByText('Enter an amount greater than zero')).toBeVisible();
    await look(page, 'withdrawal-wrong');
    await finance.dialog.getByRole('button', { name: 'Cancel' }).click();
    await finance.move(card, 'Withdrawal', '200', { says: /^Debit 200 USDT from account “Tessera”/ });
    await expect(card.getByRole('row', { name: /^USDT 100,300/ })).toBeVisible();
    await finance.move(card, 'Adjustment', '-50', { says: /^Adjust account “Tessera” .* by −50 USDT$/ });
    await expect(card.getByRole('row', { name: /^USDT 100,250/ })).toBeVisible();
    await finance.move(card, 'Bonus', '25', { says: /^Credit a bonus of 25 USDT/ });
    await expect(card.getByRole('row', { name: /^USDT 100,275/ })).toBeVisible();
    const statement = card.getByRole('region', { name: 'Statement' });
    for (const line of [/Bonus 25 USDT 100,275/, /Adjustment −50 USDT 100,250/, /Withdrawal −200 USDT 100,300/, /Deposit 500 USDT 100,500/])
      await expect(statement.getByRole('row', { name: line })).toBeVisible();
    await look(page, 'statement');
    const download = page.waitForEvent('download');
    await statement.getByRole('button', { name: /CSV/ }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(',USDT,-200,');
  });

  const manager = new FinancePage(other);
  await other.goto('/finance');
  await manager.part(/Movements/);
  await finance.deposit(card, '25000', 'Submit for approval');
  await expect(other.getByRole('tab', { name: 'Movements (1 pending)' })).toBeVisible();
  await manager.movements.getByText('Pending').first().click();
  const movement = other.getByRole('complementary', { name: 'Movement' });
  await movement.getByRole('button', { name: 'Approve' }).click();
  await expect(movement.getByText('Enter a reason of at least 3 characters')).toBeVisible();
  await movement.getByRole('textbox', { name: 'Reason for the decision' }).fill('seen on the bank statement');
  await look(other, 'decision');
  await movement.getByRole('button', { name: 'Approve' }).click();
  await expect(movement.getByText('Completed', { exact: true })).toBeVisible();
  await expect(card.getByRole('row', { name: /^USDT 125,275/ })).toBeVisible();
  await finance.part(/Movements/);
  await look(page, 'movements');
  await finance.part(/Reconciliation/);
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await expect(page.getByText('All balances agree').first()).toBeVisible();
  await look(page, 'proof');

  await mine.goto('/user?part=money');
  const list = mine.getByRole('region', { name: 'Deposits and withdrawals' });
  await expect(list.getByText(/25,000 USDT/)).toBeVisible();
  const book = mine.getByRole('region', { name: 'Address book' });
  await book.getByRole('textbox', { name: 'Address name' }).fill('Cold wallet');
  await book.getByRole('textbox', { name: 'Network' }).fill('TRC20');
  await book.getByRole('textbox', { name: 'Address', exact: true }).fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
  await book.getByRole('button', { name: 'Add address' }).click();
  const form = mine.getByRole('region', { name: 'Withdraw' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('999999999');
  await form.getByRole('button', { name: 'Request withdrawal' }).click();
  await expect(form.getByText(/^At most [\d,.]+ USDT is free in this account$/)).toBeVisible();
  await expect(mine.getByRole('dialog')).toBeHidden();
  await look(mine, 'too-much');
  await form.getByRole('button', { name: 'Max' }).click();
  await expect(form.getByText(/^At most/)).toBeHidden();
  await form.getByRole('textbox', { name: 'Amount' }).fill('5');
  await form.getByRole('button', { name: 'Request withdrawal' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Request withdrawal' }).click();
  await expect(list.getByText(/pending approval · held back until then/)).toBeVisible();
  await look(mine, 'own');
  await list.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.getByText(/canceled/)).toBeVisible();
  await clean(mine, 'own money');
});

test('the page of finance fits its window in every language and in the light, and has no barriers', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'finance_manage');
  const finance = new FinancePage(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await finance.open('trader1');
  await clean(page, 'accounts');
  await readsWell(page, 'accounts', '/finance', '[role=row] >> nth=2', [[1366, 768, 'light']]);
});
